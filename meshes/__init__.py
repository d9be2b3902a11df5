"""The pieces that ship, and the script that makes them: `python -m meshes.make`."""
