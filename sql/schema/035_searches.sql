-- Searches that were given a name, for all readers of the store.
CREATE TABLE searches (
	name TEXT PRIMARY KEY,
	query TEXT NOT NULL,   -- as in an address: q=ferry&lang=fr
	author TEXT NOT NULL,  -- who saved it last
	saved INTEGER NOT NULL -- when, unix ms by the wall clock
) WITHOUT ROWID;
