"""Programs with trained models, each in an environment of its own: their input and output. Nothing here holds weights."""
