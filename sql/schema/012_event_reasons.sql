-- Why an event fired: the rule's measure at that moment, and what its story
-- came to. Events of rules that judge no story have none.
CREATE TABLE event_reasons (
	event TEXT PRIMARY KEY REFERENCES events (id),
	more_than INTEGER NOT NULL,
	within INTEGER NOT NULL,      -- ms
	voices INTEGER NOT NULL,      -- texts that share what it is about
	asked INTEGER NOT NULL,       -- the least of them
	echoes INTEGER NOT NULL,      -- items whose text was told before
	rise REAL NOT NULL,           -- of its terms over the usual
	bar REAL NOT NULL,            -- the least it had to be
	riser TEXT NOT NULL           -- the term that rose most, or ''
) WITHOUT ROWID;
