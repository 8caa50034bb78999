import sys

from benchmarks.outlines import main

sys.exit(main())
