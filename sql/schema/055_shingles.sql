-- Which runs of words a text has (engine/item/shingles.h): numbers of 4 bytes
-- each, low first. NULL: it has none, or it came before they were kept.
ALTER TABLE sketches ADD COLUMN shingles BLOB;
