"""Starts workers as jobs of a batch system (pilots), as many as there is work for; `settings.py` says what can be set."""
