"""Collision cross sections of ions in a gas: the potential that an ion is for it, and trajectories in it."""
