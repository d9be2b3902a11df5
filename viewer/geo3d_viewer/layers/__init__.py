"""What is laid over a board: what models see of it, what 2D gets wrong, circles of the rules."""
