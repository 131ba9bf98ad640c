-- The last fetches of each feed, twenty of them; and which feeds are not
-- fetched until somebody says so.
CREATE TABLE feed_fetches (
	n INTEGER PRIMARY KEY,    -- grows
	feed TEXT NOT NULL,       -- its address
	at INTEGER NOT NULL,      -- unix ms by the wall clock
	status INTEGER NOT NULL,  -- of HTTP; 0: no answer
	took INTEGER NOT NULL,    -- ms, with redirects
	bytes INTEGER NOT NULL,   -- unpacked
	entries INTEGER NOT NULL, -- new ones
	error TEXT NOT NULL       -- '': it went well
);
CREATE INDEX feed_fetches_feed ON feed_fetches (feed, n);
ALTER TABLE feeds ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;
