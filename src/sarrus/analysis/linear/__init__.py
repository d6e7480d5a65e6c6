"""A mechanism near one of its states: poses that its rows allow, derivatives there, and the linear model they make."""
