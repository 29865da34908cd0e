"""Properties predicted from the structure alone: logP, ADMET, the BBB score."""
