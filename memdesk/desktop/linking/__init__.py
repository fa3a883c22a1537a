"""Links that suggest themselves: looked through, accepted or dismissed."""
