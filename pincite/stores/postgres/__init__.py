"""Documents, search and the division of work between replicas in a PostgreSQL database that a team already runs."""
