"""What people look at: a file for each way to show an answer. Nothing is loaded before it is used."""
