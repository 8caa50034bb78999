"""The shared server: one door for many users, each of whom sees what is theirs."""
