"""Reading other programs' exports: detection, one module a format, and one way into the vault."""
