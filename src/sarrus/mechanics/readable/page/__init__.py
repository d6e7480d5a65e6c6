"""What stands on a page: tables of symbols and sections, at the length that the size of a mechanism allows."""
