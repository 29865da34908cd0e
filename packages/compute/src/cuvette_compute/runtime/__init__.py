"""A job from its first line to its last: reading, reporting, processes, walls and programs of others. Knows no recipe."""
