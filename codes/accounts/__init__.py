"""Who acts: accounts, the roles they hold, and the ways in. Names and addresses live here and nowhere else."""
