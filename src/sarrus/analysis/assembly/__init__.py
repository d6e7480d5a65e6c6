"""Where a mechanism can stand: the search for a pose that closes it, the speeds that fit, and why there is none."""
