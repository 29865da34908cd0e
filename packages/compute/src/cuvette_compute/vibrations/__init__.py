"""Hessians, normal modes and thermochemistry."""
