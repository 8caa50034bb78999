"""A worker that talks nonsense."""

import os
import time


def main(arguments: list[str]) -> None:
    os.write(1, b"Loading model weights, please wait ...\n")
    time.sleep(600)
