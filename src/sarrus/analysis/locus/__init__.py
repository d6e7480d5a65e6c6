"""How roots move when a number of the model does."""
