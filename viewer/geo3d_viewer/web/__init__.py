"""The viewer in a browser: a server on this machine alone, and the page that asks it."""

from geo3d_viewer.web.answers import Asked, PieceAnswers, SessionAnswers
from geo3d_viewer.web.serving import Served, serve

__all__ = ["Asked", "PieceAnswers", "Served", "SessionAnswers", "serve"]
