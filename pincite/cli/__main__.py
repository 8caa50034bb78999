"""``python -m pincite.cli``."""

import sys

from pincite.cli.main import main

sys.exit(main())
