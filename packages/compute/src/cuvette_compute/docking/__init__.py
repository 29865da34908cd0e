"""Docking: a receptor and ligands typed by meeko, searched by AutoDock Vina, their poses checked by PoseBusters."""
