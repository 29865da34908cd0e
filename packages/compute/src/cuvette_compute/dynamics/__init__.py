"""Molecular dynamics: start, thermostats, barostat, and what is read from its frames."""
