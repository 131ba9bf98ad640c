-- The address of an article's picture, as it came; NULL: it came with none.
ALTER TABLE items ADD COLUMN image TEXT;
