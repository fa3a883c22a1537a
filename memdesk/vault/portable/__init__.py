"""What a vault holds in a form that another vault can take over: no row ids, only identities."""
