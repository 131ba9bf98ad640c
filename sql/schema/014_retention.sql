-- What retention has removed (sql/store_retain.h): how many rows of a kind
-- ever, and the newest of them.
CREATE TABLE removed (
	kind TEXT PRIMARY KEY,        -- tcn_store_kept_name()
	n INTEGER NOT NULL,
	newest INTEGER NOT NULL,      -- unix ms, by the kind's own time
	last INTEGER NOT NULL         -- greatest number (seq, id); 0: none
) WITHOUT ROWID;

-- The keys of items that were removed: one that comes again is a repeat, not
-- news.
CREATE TABLE removed_keys (
	key BLOB PRIMARY KEY,
	seq INTEGER NOT NULL,         -- the item's
	met INTEGER NOT NULL          -- unix ms, stream time, last
) WITHOUT ROWID;
CREATE INDEX removed_keys_met ON removed_keys (met);

-- A removed article must have no items left, and a removed item must not be
-- the central one of a stored event: both are looked up.
DROP INDEX items_copy;
CREATE INDEX items_article ON items (article);
CREATE INDEX event_revisions_central ON event_revisions (central);
