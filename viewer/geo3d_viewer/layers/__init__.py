"""What is laid over a board: what models see of it, and the circles of the rules."""
