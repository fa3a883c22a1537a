"""Sentence vectors: the model that makes them and the queue of what still lacks one."""
