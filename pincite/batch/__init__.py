"""Many documents: ``parse_all`` hands out results one by one, ``write_all`` puts them into files and can be resumed.

The parses run in processes of this machine, or in any ``concurrent.futures.Executor``: a Dask cluster
(``client.get_executor()``), a process pool, an executor of one's own.
"""

from pincite.batch.outcome import Parsed
from pincite.batch.running import parse_all
from pincite.batch.writing import BatchSummary, write_all

__all__ = ["BatchSummary", "Parsed", "parse_all", "write_all"]
