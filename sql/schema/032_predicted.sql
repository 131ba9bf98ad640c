-- The category that was expected of an item that came with none, and by how
-- much it was likelier than another (window/category). NULL: none was.
ALTER TABLE items ADD COLUMN predicted TEXT;
ALTER TABLE items ADD COLUMN margin REAL;
