"""Optimizations of structures: internal coordinates, steps, walks downhill, and strings between two structures."""
