-- Editions: special reports that are made on a schedule (tools/tell/edition). A
-- row is a due time that was dealt with; what was told to the readers of an
-- edition is its ledger (told_events, told_lines). Times are unix ms.
CREATE TABLE editions (
	name TEXT NOT NULL,
	due INTEGER NOT NULL,         -- by the schedule; or when `event` closed
	event TEXT NOT NULL,          -- it is made for this one's end; or ''
	state INTEGER NOT NULL,       -- enum tcn_store_edition_state
	number INTEGER,               -- from 1, of those made; NULL: not made
	cut INTEGER NOT NULL,         -- seq of the last item it knows of
	as_of INTEGER NOT NULL,       -- stream time then
	made INTEGER NOT NULL,        -- by the wall clock
	settings TEXT NOT NULL,       -- hash of its description
	method TEXT NOT NULL,         -- what made it, in which versions
	wall TEXT NOT NULL,           -- the due time by the clocks of its zone
	reason TEXT NOT NULL,         -- why it is late or was skipped; or ''
	title TEXT NOT NULL,
	events INTEGER NOT NULL,      -- it tells of
	PRIMARY KEY (name, due, event)
) WITHOUT ROWID;
CREATE UNIQUE INDEX editions_number ON editions (name, number);
CREATE INDEX editions_due ON editions (due);

CREATE TABLE edition_bodies (
	name TEXT NOT NULL,
	number INTEGER NOT NULL,
	format TEXT NOT NULL,
	bytes BLOB NOT NULL,
	PRIMARY KEY (name, number, format)
);

CREATE TABLE told_events (
	name TEXT NOT NULL,
	event TEXT NOT NULL,
	number INTEGER NOT NULL,      -- of the edition that told it
	revision INTEGER NOT NULL,
	closed INTEGER NOT NULL,      -- 1: its end was told
	items INTEGER NOT NULL,       -- as told, copies too
	origins INTEGER NOT NULL,
	publishers INTEGER NOT NULL,
	languages TEXT NOT NULL,
	PRIMARY KEY (name, event, number)
) WITHOUT ROWID;
CREATE INDEX told_events_event ON told_events (event);

CREATE TABLE told_lines (
	name TEXT NOT NULL,
	event TEXT NOT NULL,
	number INTEGER NOT NULL,
	line INTEGER NOT NULL,        -- hash of the line
	terms BLOB NOT NULL,          -- hashes of its terms: 8 bytes each
	PRIMARY KEY (name, event, number, line)
) WITHOUT ROWID;
CREATE INDEX told_lines_event ON told_lines (event);

-- What the store was like at an earlier item can be found again: a story was
-- merged after item `seq`, a revision was written after it, and an item was of
-- another origin up to it.
CREATE TABLE story_merges (
	story INTEGER PRIMARY KEY,
	into_story INTEGER NOT NULL,
	seq INTEGER NOT NULL
);
INSERT INTO story_merges
	SELECT id, merged_into, 0 FROM stories WHERE merged_into <> 0;
CREATE INDEX story_merges_into ON story_merges (into_story);
ALTER TABLE event_revisions ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE event_revisions ADD COLUMN severity INTEGER; -- NULL: the event's
CREATE TABLE origin_moves (
	item INTEGER NOT NULL,
	seq INTEGER NOT NULL,
	was INTEGER NOT NULL,         -- its origin before
	PRIMARY KEY (item, seq)
) WITHOUT ROWID;
