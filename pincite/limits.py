"""The limits of what is read, each set once: beyond them a file is refused with a typed error, or the rest is left out
with a warning that says so. They are far above what documents of people have, and low enough that a file made to hurt
costs seconds and megabytes. What a user may set is in ``settings``.

Names say what is counted; nothing else says "most" of it. Bytes where no unit is given.
"""

from __future__ import annotations

# files and processes
FILE_MB = 2048  # a file is read into memory
ANSWER_BYTES = 1 << 31  # of a worker; one gone wild must not make its parent allocate without end

# archives of Office
OFFICE_PARTS = 20_000
OFFICE_PART_BYTES = 512 << 20
OFFICE_BYTES = 2 << 30  # of all parts
OFFICE_TAGS = 8_000_000  # of one part; a book of two thousand pages has three million
OFFICE_RATIO = 250  # XML of the most monotonous sheet shrinks to a hundredth; deflate ends at a thousandth
OFFICE_RATIO_FROM = 16 << 20  # smaller parts do no harm however they shrink
OFFICE_NESTED = 3  # files within files
PASSWORD_SPINS = 1_000_000  # rounds that make a key of a password; Office takes 100,000
WORD_PARAGRAPHS = 1_000_000  # a book of two thousand pages has fifty thousand
SLIDES = 10_000  # the longest decks have a thousand
GROUPS = 256  # within groups of a slide; XML is not read deeper
CHART_POINTS = 20_000  # of one series
DIAGRAM_LEVELS = 50

# tables and sheets
SHEET_CELLS = 400_000  # of one workbook; more would be no document to read, and outgrow a worker
PAGE_CELLS = 500_000  # of one table of a web page
PAGE_CELLS_PASSED = 10_000_000  # places in its rows that cells from rows above reach into
SPAN = 1_000  # rows or columns of one cell; Word allows 63, browsers 1,000

# web pages and text
QUOTES = 100  # or lists of Markdown within each other, where a list counts twice
NESTED_TABLES = 40  # tables or frames within each other
STYLE_RULES = 20_000
STYLE_TESTS = 10_000_000  # of an element against a rule
ATTRIBUTES = 1_000  # of an element; the parser compares each with all others
PAGE_CHARACTERS = 10_000_000  # that a web page shows; the longest filings have five million
TEXT_LINES = 1_000_000
TEXT_PAGES = 20_000
SCALE = 30  # powers of ten of a tagged number

# PDF
PDF_PAGES = 20_000  # the longest records of law have ten thousand
PDF_PAGES_COMPARED = 5_000  # of a damaged file, when it is asked what was lost
STREAM_BYTES = 128 << 20  # that a stream may unpack to
DENSE_BYTES = 24 << 20  # from which on it must not be mere repetition
STREAM_FILTERS = 6  # of one stream; nobody needs three
STREAMS_OVERLAPPING = 16  # times the size of a file, of all streams; mere chance makes it two
OPEN_MARKS = 10_000  # of content, at a time
OPEN_STATES = 100_000  # of graphics, saved and not restored; pdfium keeps each
FORM_CALLS = 300_000  # of forms by forms, one form counted again each time it is shown
FORM_BYTES = 8 << 20  # of a form that are looked through for calls
TILE_AREA = 0.1  # square points that a tile must have at least: five million on a page
OBJECT_STREAMS = 3_000  # that are searched where a file is damaged
OBJECT_STREAM_BYTES = 4 << 20  # of one of them
OBJECT_STREAMS_BYTES = 256 << 20  # and of all
TREE_LEVELS = 64  # nodes above each other; a tree of a million numbers has three
PAGE_UNITS = 1_000_000  # wide or high; pdfium keeps a bit for each
PAGE_OBJECTS = 150_000  # that are looked at one by one; text beyond them is read all the same
PAGE_SEGMENTS = 30_000  # of drawings, read one by one; boxes and rules of a large table need a few thousand
FORM_LEVELS = 12  # form XObjects inside form XObjects
PAGE_TAGS = 20_000
BOOKMARKS = 50_000
ANNOTATIONS = 5_000  # of a page
FORM_FIELDS = 25_000  # of a file; pdfium compares each with all others
FIELD_OPTIONS = 2_000  # of a list to choose from
FIELD_CHARACTERS = 20_000  # of a value or a comment
ATTACHMENTS = 100  # that are named

# pictures
IMAGE_PIXELS = 200_000_000
OCR_PIXELS = 20_000_000  # larger pages are drawn smaller
LOOK_PIXELS = 16_000_000  # of a page drawn to see what shows on it
PICTURE_BYTES = 700_000  # of a picture for a client: some refuse messages above a megabyte, and base64 adds a third
PICTURE_COLUMNS = 4096
RENDERING_BYTES = 256_000_000  # of all documents that were laid out to be shown
