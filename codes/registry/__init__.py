"""What is registered: the rows that experts change. Nothing public reads them; see `codes.releases`."""
