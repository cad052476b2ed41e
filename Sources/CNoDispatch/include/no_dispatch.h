// Nothing is declared here: the target is linked, not called.
