-- How often a term was seen, decaying with stream time.
CREATE TABLE df (
	term INTEGER PRIMARY KEY,     -- 64-bit hash of the folded stem
	word TEXT NOT NULL,
	items REAL NOT NULL,
	stories REAL NOT NULL
);

-- The detector's memory, in its own form. Rows are too large for a table
-- without rowid, whose cells spill beyond a quarter of a page.
CREATE TABLE state (
	row INTEGER PRIMARY KEY,      -- of no meaning
	kind INTEGER NOT NULL,
	id INTEGER NOT NULL,
	bytes BLOB NOT NULL
);
CREATE UNIQUE INDEX state_id ON state (kind, id);

CREATE TABLE meta (
	name TEXT PRIMARY KEY,
	value TEXT NOT NULL
) WITHOUT ROWID;
