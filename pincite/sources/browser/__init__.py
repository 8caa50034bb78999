"""Pages that programs make, as a browser shows them. Each part is imported where it is used: few pages need one."""
