"""A worker that talks nonsense: what its parser is called says which."""

import json
import os
import time

from pincite.parsers.frames import FrameKind, write_frame


def main(arguments: list[str]) -> None:
    nonsense = json.loads(arguments[0])["parser"]
    with os.fdopen(1, "wb") as out:
        if nonsense == "chatter":
            out.write(b"Loading model weights, please wait ...\n")
        else:
            write_frame(out, FrameKind.READY)
            write_frame(out, FrameKind.STARTED)
            write_frame(out, FrameKind[nonsense], b"no sense at all")
        out.flush()
        time.sleep(600)
