"""``python -m pincite``."""

import sys

from pincite.cli import main

sys.exit(main())
