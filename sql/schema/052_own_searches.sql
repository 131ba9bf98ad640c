-- Whose a search or a view is; empty: everybody's.
ALTER TABLE searches ADD COLUMN owner TEXT NOT NULL DEFAULT '';
