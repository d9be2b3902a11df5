"""Reach: everywhere that a model can end within its distance, and the shortest way there."""
