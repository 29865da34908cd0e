"""Dynamics of a ligand in its protein: force fields, box of water, platform, frames and what they show."""
