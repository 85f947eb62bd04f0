"""The trusted side: makes the inputs, holds reference and oracle, compares raw bytes. Candidate code never runs here."""
