"""Make the `pack` that students get."""
