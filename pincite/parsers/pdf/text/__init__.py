"""Words to lines, lines to blocks in reading order, blocks over page breaks."""
