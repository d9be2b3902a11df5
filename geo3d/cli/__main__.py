"""`python -m geo3d.cli`: the command line where its script is not on the path."""

from geo3d.cli.app import main

main()
