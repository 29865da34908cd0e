"""Levels of theory as they are asked for, and where the error of one of our own methods is valid."""
