"""Tables: from the tag tree, from rulings, from alignment; over page breaks."""
