"""2D approximations of line of sight, as tools use them, and how wrong they are."""
