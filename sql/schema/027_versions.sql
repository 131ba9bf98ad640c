-- Items that are a later version of a page (window/version.h), and what it
-- goes by. NULL: no version, no page, no title; and of items of before.
ALTER TABLE items ADD COLUMN version_of INTEGER; -- seq of the first version
ALTER TABLE items ADD COLUMN page INTEGER; -- hash of source and address
ALTER TABLE items ADD COLUMN title_words INTEGER; -- a sample of their hashes
CREATE INDEX items_version ON items (version_of) WHERE version_of IS NOT NULL;
