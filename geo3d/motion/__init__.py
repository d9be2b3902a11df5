"""How models stand and move: what carries a base, how it rests, how far it sticks out."""
