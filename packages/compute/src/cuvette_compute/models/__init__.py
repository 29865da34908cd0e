"""Programs with trained models, each in an environment of its own: their places, input and output. Nothing here holds weights."""
