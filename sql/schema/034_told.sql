-- What is told to those who listen (sql/store_told.h): a row a change, in the
-- order of commits. A number is never given twice, also not after its row was
-- removed.
CREATE TABLE told (
	seq INTEGER PRIMARY KEY AUTOINCREMENT,
	kind INTEGER NOT NULL,        -- enum tcn_store_told_kind
	event TEXT NOT NULL,          -- the event it is about, or ''
	number INTEGER NOT NULL,      -- revision, or id of an action, a silence
	says TEXT NOT NULL,           -- JSON, of kinds that have no rows; or ''
	late INTEGER NOT NULL DEFAULT 0 -- 1: it was old news when it came
);

-- Whether an event is open: as the stream has it, unless a desk has closed or
-- reopened it since.
ALTER TABLE events ADD COLUMN open INTEGER NOT NULL DEFAULT 0;
UPDATE events SET open = 1 WHERE revision <> 0
	AND (SELECT r.state FROM event_revisions r
		WHERE r.event = events.id AND r.revision = events.revision) <> 2
	AND coalesce((SELECT a.kind FROM actions a WHERE a.event = events.id
		AND a.kind IN (4, 5) ORDER BY a.id DESC LIMIT 1), 5) = 5;
CREATE INDEX events_open ON events (fired, id) WHERE open <> 0;

-- What somebody has looked at: the revision that was shown.
CREATE TABLE seen (
	name TEXT NOT NULL,
	event TEXT NOT NULL REFERENCES events (id),
	revision INTEGER NOT NULL,
	at INTEGER NOT NULL,          -- unix ms, by the wall clock
	PRIMARY KEY (name, event)
) WITHOUT ROWID;
CREATE INDEX seen_event ON seen (event);
