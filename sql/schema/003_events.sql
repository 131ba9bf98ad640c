-- What never changes of an event, and the number of its latest revision.
CREATE TABLE events (
	id TEXT PRIMARY KEY,
	rule TEXT NOT NULL,
	story INTEGER NOT NULL,       -- 0 with a rule that needs no story
	fired INTEGER NOT NULL,       -- unix ms, stream time
	revision INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX events_fired ON events (fired);
CREATE INDEX events_story ON events (story) WHERE story <> 0;

CREATE TABLE event_revisions (
	event TEXT NOT NULL REFERENCES events (id),
	revision INTEGER NOT NULL,    -- from 1, without gaps
	story INTEGER NOT NULL,
	state INTEGER NOT NULL,       -- enum tcn_event_state
	changed INTEGER NOT NULL,     -- unix ms, stream time
	first_ts INTEGER NOT NULL,
	last_ts INTEGER NOT NULL,
	items INTEGER NOT NULL,
	origins INTEGER NOT NULL,
	publishers INTEGER NOT NULL,
	central INTEGER NOT NULL,
	PRIMARY KEY (event, revision)
) WITHOUT ROWID;

CREATE TABLE event_terms (
	event TEXT NOT NULL,
	revision INTEGER NOT NULL,
	rank INTEGER NOT NULL,        -- from 0, the heaviest first
	word TEXT NOT NULL,
	weight REAL NOT NULL,
	PRIMARY KEY (event, revision, rank),
	FOREIGN KEY (event, revision)
		REFERENCES event_revisions (event, revision)
) WITHOUT ROWID;

-- The items counted when the event fired.
CREATE TABLE evidence (
	event TEXT NOT NULL REFERENCES events (id),
	rank INTEGER NOT NULL,        -- from 0, by time
	seq INTEGER NOT NULL REFERENCES items (seq),
	PRIMARY KEY (event, rank)
) WITHOUT ROWID;
CREATE INDEX evidence_seq ON evidence (seq);

CREATE TABLE reports (
	event TEXT NOT NULL,
	revision INTEGER NOT NULL,
	format TEXT NOT NULL,
	bytes BLOB NOT NULL,
	PRIMARY KEY (event, revision, format),
	FOREIGN KEY (event, revision)
		REFERENCES event_revisions (event, revision)
);
