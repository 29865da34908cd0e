"""Search by structure: what identifies a molecule, reading a query, a library of molecules in memory, work with a limit of time."""
