"""`/review/`: what officers of the registry work with. Every page is one reader's own."""
