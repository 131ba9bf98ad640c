-- What people did about events: a row an action, added to and never changed.
-- What stands (acknowledged, whose, closed by hand) is the last of its kind.
-- Times are unix ms by the wall clock.
CREATE TABLE actions (
	id INTEGER PRIMARY KEY,       -- from 1, in the order they were taken
	event TEXT NOT NULL REFERENCES events (id),
	revision INTEGER NOT NULL,    -- the event's, at that moment
	at INTEGER NOT NULL,
	author TEXT NOT NULL,
	kind INTEGER NOT NULL,        -- enum tcn_action_kind
	was TEXT NOT NULL,            -- whose it was; '' with other kinds
	value TEXT NOT NULL           -- the owner, the note; else ''
);
CREATE INDEX actions_event ON actions (event, id);

-- What is not to be told for a while. Rows stay; ended ones say by whom.
CREATE TABLE silences (
	id INTEGER PRIMARY KEY,       -- from 1
	kind INTEGER NOT NULL,        -- enum tcn_silence_kind
	value TEXT NOT NULL,
	author TEXT NOT NULL,
	reason TEXT NOT NULL,
	created INTEGER NOT NULL,
	expires INTEGER NOT NULL,
	ended INTEGER,                -- before it expired; NULL: it was not
	ended_by TEXT NOT NULL
);
CREATE INDEX silences_expires ON silences (expires);
