"""Writing memories out again: a format a module, one way to choose what goes."""
