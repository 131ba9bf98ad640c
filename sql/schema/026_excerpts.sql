-- Items that share sentences with another (window/excerpt.h). NULL: not so, and
-- of items that came when nobody looked.
ALTER TABLE items ADD COLUMN excerpt_of INTEGER; -- seq; NULL with a copy
ALTER TABLE items ADD COLUMN source_text INTEGER; -- seq; NULL: its article's
ALTER TABLE items ADD COLUMN shared INTEGER; -- sentences, of those compared
ALTER TABLE items ADD COLUMN sentences INTEGER; -- that were compared
CREATE INDEX items_excerpt ON items (excerpt_of) WHERE excerpt_of IS NOT NULL;
