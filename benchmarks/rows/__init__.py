"""The questions of the table: each file makes some of its rows."""
