-- Items that say what another says in other words, or are the same form filled
-- in again (window/rewrite.h). NULL: not so, and of items that came when nobody
-- looked.
ALTER TABLE items ADD COLUMN rewrite_of INTEGER; -- seq
ALTER TABLE items ADD COLUMN form_of INTEGER; -- seq
ALTER TABLE items ADD COLUMN cosine INTEGER; -- of the pair, in thousandths
ALTER TABLE items ADD COLUMN likeness INTEGER; -- of its content, the same
CREATE INDEX items_rewrite ON items (rewrite_of) WHERE rewrite_of IS NOT NULL;
-- Content words of items (engine/text/content.h) that are not made of their own
-- words: a replay of the store then asks nobody for them again.
CREATE TABLE contents (
	seq INTEGER PRIMARY KEY REFERENCES items (seq),
	source INTEGER NOT NULL,   -- enum tcn_content_source
	complete INTEGER NOT NULL, -- how many distinct words there are
	bytes BLOB NOT NULL,       -- keys of some: 8 bytes each, low first
	tagger TEXT                -- its name and version; NULL: none was asked
);
