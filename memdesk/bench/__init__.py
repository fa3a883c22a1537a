"""Measuring retrieval and speed: data sets, protocols, metrics, reports, fitting of weights."""
