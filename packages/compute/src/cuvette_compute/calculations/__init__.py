"""One or several levels of theory on a molecule: what is asked, the work, and the record of it."""
