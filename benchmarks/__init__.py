"""The project's own speed, trust and scale, as JSON: `python -m benchmarks.evaluator --json`."""
