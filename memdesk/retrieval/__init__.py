"""Finding memories: query language, recall, fusion, factors, rejection, folding, explanation."""
