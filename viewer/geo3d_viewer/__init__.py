"""Pictures of boards: off screen as PNG, as an offline HTML page, or in a desktop window.

What to draw is computed first (`scene.describe`), without a graphics library; `picture`, `html` and
`window` draw it.
"""
