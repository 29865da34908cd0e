"""Elements, molecules, periodic cells and their moments of inertia."""
