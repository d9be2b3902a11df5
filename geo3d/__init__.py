"""geo3d."""
