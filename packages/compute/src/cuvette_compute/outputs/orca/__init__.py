"""Outputs of ORCA: the text that it prints, its property file and its Hessian file."""
