"""Whether a process lives; one that has ended and is not yet collected does not."""

from pathlib import Path


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:  # gone, also between opening and reading
        return False
    return state not in ("Z", "X")
