"""Controls that every pane shares. None of them knows the vault."""
