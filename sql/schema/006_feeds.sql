-- The feeds that are read, each with what the next fetch needs and how it has
-- fared. Times are unix ms by the wall clock; NULL: never.
CREATE TABLE feeds (
	url TEXT PRIMARY KEY,
	title TEXT NOT NULL,          -- as the feed says, or the list did
	site TEXT NOT NULL,           -- the page it belongs to
	folder TEXT NOT NULL,         -- of the list it came from
	etag TEXT NOT NULL,           -- of the copy fetched last
	modified TEXT NOT NULL,       -- its Last-Modified, as sent
	interval INTEGER NOT NULL,    -- ms between two fetches, as learnt
	due INTEGER NOT NULL,         -- when to fetch it next
	tried INTEGER,                -- last fetch, however it went
	succeeded INTEGER,            -- last one that brought a feed
	error TEXT NOT NULL,          -- of the last fetch; '': it went well
	failures INTEGER NOT NULL,    -- in a row
	entries INTEGER NOT NULL,     -- new ones, ever
	undated INTEGER NOT NULL      -- of them
) WITHOUT ROWID;
CREATE INDEX feeds_due ON feeds (due);
