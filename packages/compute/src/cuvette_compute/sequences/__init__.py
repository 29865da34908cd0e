"""Related sequences of a protein in the databases of this server, aligned to it."""
