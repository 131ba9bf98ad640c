-- The tables as all migrations leave them, in which a new store is made. The
-- statements are as SQLite keeps them, but a line that ends in a backslash
-- goes on in the next. tests/sql/test_migrate.c compares them with what the
-- migrations make; tcn_store_check() compares every store with them.
CREATE TABLE articles (
	seq INTEGER PRIMARY KEY,  -- arrival number of its first item
	title TEXT NOT NULL,
	text TEXT NOT NULL,
	lang TEXT NOT NULL,
	given INTEGER NOT NULL    -- what was sent: enum tcn_given
, copies INTEGER NOT NULL DEFAULT 0);
CREATE TABLE items (
	seq INTEGER PRIMARY KEY,  -- arrival number
	article INTEGER NOT NULL REFERENCES articles (seq),
	key BLOB NOT NULL,        -- 128-bit hash that names the item for good
	id TEXT NOT NULL,
	source TEXT NOT NULL,
	url TEXT NOT NULL,
	title TEXT,               -- NULL: the article's
	category TEXT NOT NULL,
	label TEXT NOT NULL,
	published INTEGER,        -- unix ms, as sent; NULL: undated
	ts INTEGER NOT NULL,      -- unix ms, as the window took it
	publisher INTEGER NOT NULL,
	fingerprint INTEGER,      -- NULL: too few features
	text_key INTEGER NOT NULL,
	origin INTEGER NOT NULL,  -- seq of the first item with a like text
	distance INTEGER NOT NULL, -- Hamming, to the article's first item
	story INTEGER NOT NULL    -- as placed; stories may redirect; 0: none
, confirmed INTEGER NOT NULL DEFAULT 0, excerpt_of INTEGER, source_text \
INTEGER, shared INTEGER, sentences INTEGER, version_of INTEGER, page INTEGER, \
title_words INTEGER, rewrite_of INTEGER, form_of INTEGER, cosine INTEGER, \
likeness INTEGER, predicted TEXT, margin REAL, cluster INTEGER, probability \
REAL, image TEXT, news INTEGER);
CREATE INDEX items_ts ON items (ts);
CREATE VIEW sightings AS
	SELECT article AS duplicate_of, seq, id, source, url, ts, distance
	FROM items WHERE article <> seq;
CREATE VIRTUAL TABLE search USING fts5 (
	title, text,
	content = 'articles', content_rowid = 'seq',
	tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TABLE stories (
	id INTEGER PRIMARY KEY,       -- seq of its first item
	merged_into INTEGER NOT NULL, -- this story redirects there; 0: not
	first_ts INTEGER NOT NULL,
	last_ts INTEGER NOT NULL,
	items INTEGER NOT NULL,
	origins INTEGER NOT NULL,
	publishers INTEGER NOT NULL,
	central INTEGER NOT NULL,     -- seq of its most central item
	closed INTEGER NOT NULL
, terms BLOB NOT NULL DEFAULT x'');
CREATE INDEX stories_last ON stories (last_ts);
CREATE INDEX stories_merged ON stories (merged_into) WHERE merged_into <> 0;
CREATE TABLE events (
	id TEXT PRIMARY KEY,
	rule TEXT NOT NULL,
	story INTEGER NOT NULL,       -- 0 with a rule that needs no story
	fired INTEGER NOT NULL,       -- unix ms, stream time
	revision INTEGER NOT NULL
, item INTEGER NOT NULL DEFAULT 0, severity INTEGER NOT NULL DEFAULT 3, \
split_from TEXT NOT NULL DEFAULT '', kind INTEGER NOT NULL DEFAULT 0, open \
INTEGER NOT NULL DEFAULT 0, dossier TEXT NOT NULL DEFAULT '', goes_on INTEGER \
NOT NULL DEFAULT 0) WITHOUT ROWID;
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
	central INTEGER NOT NULL, why INTEGER NOT NULL DEFAULT 0, merged_into \
TEXT NOT NULL DEFAULT '', languages TEXT NOT NULL DEFAULT '', seq INTEGER NOT \
NULL DEFAULT 0, severity INTEGER, headline TEXT NOT NULL DEFAULT '', \
headline_item INTEGER NOT NULL DEFAULT 0, headline_origins INTEGER NOT NULL \
DEFAULT 0, headline_first INTEGER NOT NULL DEFAULT 0, places TEXT NOT NULL \
DEFAULT '',
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
CREATE TABLE meta (
	name TEXT PRIMARY KEY,
	value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE sent (
	seq INTEGER PRIMARY KEY REFERENCES items (seq),
	given INTEGER,            -- enum tcn_given; NULL, like the next two:
	lang TEXT,                -- the article's
	text TEXT,
	features BLOB             -- terms and weights; NULL: none were sent
, vector BLOB);
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
, allowed TEXT NOT NULL DEFAULT '', sitemap INTEGER NOT NULL DEFAULT 0, since \
INTEGER, all_new INTEGER NOT NULL DEFAULT 0, refused INTEGER NOT NULL DEFAULT \
0, paused INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE INDEX feeds_due ON feeds (due);
CREATE INDEX events_item ON events (item) WHERE item <> 0;
CREATE TABLE messages (
	id INTEGER PRIMARY KEY AUTOINCREMENT, -- the order of writing
	event TEXT NOT NULL,          -- may be no stored one: a test message
	revision INTEGER NOT NULL,
	story INTEGER NOT NULL,       -- 0: none
	rule TEXT NOT NULL,
	desk TEXT NOT NULL,           -- '': the receiver stands in none
	receiver TEXT NOT NULL,
	created INTEGER NOT NULL,
	due INTEGER NOT NULL,         -- not before
	state INTEGER NOT NULL,       -- enum tcn_message_state
	why TEXT NOT NULL,            -- it was held, superseded or dropped
	tries INTEGER NOT NULL,
	error TEXT NOT NULL,          -- of the last try; '': it went well
	done INTEGER,                 -- when it came to its end; NULL: open
	handle TEXT NOT NULL,         -- what the channel calls it, or ''
	body BLOB NOT NULL
, kind INTEGER NOT NULL DEFAULT 0, step INTEGER NOT NULL DEFAULT 0, severity \
INTEGER NOT NULL DEFAULT 0, held_by INTEGER NOT NULL DEFAULT 0, released \
INTEGER, digest INTEGER, silence INTEGER NOT NULL DEFAULT 0);
CREATE INDEX messages_done ON messages (done) WHERE done IS NOT NULL;
CREATE INDEX messages_story ON messages (story) WHERE story <> 0;
CREATE TABLE tries (
	message INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
	n INTEGER NOT NULL,           -- from 1
	at INTEGER NOT NULL,
	took INTEGER NOT NULL,        -- ms
	status INTEGER NOT NULL,      -- HTTP's, SMTP's, the program's; 0: none
	error TEXT NOT NULL,          -- '': it went well
	PRIMARY KEY (message, n)
) WITHOUT ROWID;
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
CREATE TABLE story_splits (
	story INTEGER PRIMARY KEY,
	split_from INTEGER NOT NULL,
	at INTEGER NOT NULL           -- unix ms, stream time
);
CREATE TABLE state_changes (
	n INTEGER PRIMARY KEY,    -- in the order of commits
	bytes BLOB NOT NULL
);
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
, probability REAL NOT NULL DEFAULT 0, least REAL NOT NULL DEFAULT 0, parts \
TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
CREATE TABLE removed (
	kind TEXT PRIMARY KEY,        -- tcn_store_kept_name()
	n INTEGER NOT NULL,
	newest INTEGER NOT NULL,      -- unix ms, by the kind's own time
	last INTEGER NOT NULL         -- greatest number (seq, id); 0: none
) WITHOUT ROWID;
CREATE TABLE removed_keys (
	key BLOB PRIMARY KEY,
	seq INTEGER NOT NULL,         -- the item's
	met INTEGER NOT NULL          -- unix ms, stream time, last
) WITHOUT ROWID;
CREATE INDEX removed_keys_met ON removed_keys (met);
CREATE INDEX event_revisions_central ON event_revisions (central);
CREATE UNIQUE INDEX messages_key
	ON messages (event, receiver, revision, step);
CREATE INDEX messages_told ON messages (receiver, done) WHERE state = 2;
CREATE INDEX messages_pending ON messages (receiver, due)
	WHERE done IS NULL AND state = 0;
CREATE INDEX messages_held ON messages (due)
	WHERE done IS NULL AND state = 1;
CREATE INDEX messages_held_by ON messages (receiver, held_by, created)
	WHERE done IS NULL AND state = 1;
CREATE INDEX events_leaving ON events (id) WHERE revision = 0;
CREATE TABLE sketches (
	seq INTEGER PRIMARY KEY REFERENCES articles (seq),
	complete INTEGER NOT NULL, -- how many distinct sentences it has
	bytes BLOB NOT NULL       -- numbers of some: 4 bytes each, low first
, shingles BLOB);
CREATE TABLE visited (
	key BLOB PRIMARY KEY,
	at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX items_excerpt ON items (excerpt_of) WHERE excerpt_of IS NOT NULL;
CREATE INDEX items_version ON items (version_of) WHERE version_of IS NOT NULL;
CREATE INDEX items_copies ON items (ts) WHERE article <> seq;
CREATE INDEX visited_at ON visited (at);
CREATE INDEX items_rewrite ON items (rewrite_of) WHERE rewrite_of IS NOT NULL;
CREATE TABLE contents (
	seq INTEGER PRIMARY KEY REFERENCES items (seq),
	source INTEGER NOT NULL,   -- enum tcn_content_source
	complete INTEGER NOT NULL, -- how many distinct words there are
	bytes BLOB NOT NULL,       -- keys of some: 8 bytes each, low first
	tagger TEXT                -- its name and version; NULL: none was asked
);
CREATE TABLE told (
	seq INTEGER PRIMARY KEY AUTOINCREMENT,
	kind INTEGER NOT NULL,        -- enum tcn_store_told_kind
	event TEXT NOT NULL,          -- the event it is about, or ''
	number INTEGER NOT NULL,      -- revision, or id of an action, a silence
	says TEXT NOT NULL,           -- JSON, of kinds that have no rows; or ''
	late INTEGER NOT NULL DEFAULT 0 -- 1: it was old news when it came
);
CREATE INDEX events_open ON events (fired, id) WHERE open <> 0;
CREATE TABLE seen (
	name TEXT NOT NULL,
	event TEXT NOT NULL REFERENCES events (id),
	revision INTEGER NOT NULL,
	at INTEGER NOT NULL,          -- unix ms, by the wall clock
	PRIMARY KEY (name, event)
) WITHOUT ROWID;
CREATE INDEX seen_event ON seen (event);
CREATE TABLE searches (
	name TEXT PRIMARY KEY,
	query TEXT NOT NULL,   -- as in an address: q=ferry&lang=fr
	author TEXT NOT NULL,  -- who saved it last
	saved INTEGER NOT NULL -- when, unix ms by the wall clock
, owner TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
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
CREATE TABLE split_items (
	event TEXT NOT NULL REFERENCES events (id),
	seq INTEGER NOT NULL,
	PRIMARY KEY (event, seq)
) WITHOUT ROWID;
CREATE TABLE split_publishers (
	event TEXT NOT NULL REFERENCES events (id),
	publisher INTEGER NOT NULL,
	PRIMARY KEY (event, publisher)
) WITHOUT ROWID;
CREATE INDEX messages_silence ON messages (silence) WHERE silence <> 0;
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
CREATE TABLE story_merges (
	story INTEGER PRIMARY KEY,
	into_story INTEGER NOT NULL,
	seq INTEGER NOT NULL
);
CREATE INDEX story_merges_into ON story_merges (into_story);
CREATE TABLE origin_moves (
	item INTEGER NOT NULL,
	seq INTEGER NOT NULL,
	was INTEGER NOT NULL,         -- its origin before
	PRIMARY KEY (item, seq)
) WITHOUT ROWID;
CREATE TABLE told_figures (
	name TEXT NOT NULL,
	event TEXT NOT NULL,
	number INTEGER NOT NULL,      -- of the edition whose ledger it is in
	slot TEXT NOT NULL,           -- "dead", "magnitude" ...
	unit TEXT NOT NULL,           -- "USD", "mph"; '' of people
	least INTEGER NOT NULL,       -- thousandths; 0: it was withdrawn
	most INTEGER NOT NULL,
	said INTEGER NOT NULL,        -- in the edition of this number
	PRIMARY KEY (name, event, number, slot, unit)
) WITHOUT ROWID;
CREATE INDEX told_figures_event ON told_figures (event);
CREATE TABLE log_offsets (
	topic TEXT NOT NULL,
	part INTEGER NOT NULL,
	next INTEGER NOT NULL,
	PRIMARY KEY (topic, part)
) WITHOUT ROWID;
CREATE INDEX event_revisions_merged ON event_revisions (merged_into)
	WHERE merged_into <> '';
CREATE TABLE message_ends (
	event TEXT NOT NULL,
	receiver TEXT NOT NULL,
	revision INTEGER NOT NULL,
	step INTEGER NOT NULL,
	state INTEGER NOT NULL,
	at INTEGER NOT NULL,
	why TEXT NOT NULL,
	handle TEXT NOT NULL,
	PRIMARY KEY (event, receiver, revision, step)
) WITHOUT ROWID;
CREATE TABLE event_stories (
	event TEXT NOT NULL,
	story INTEGER NOT NULL,
	lang TEXT NOT NULL,           -- the story's main one
	seq INTEGER NOT NULL,
	PRIMARY KEY (event, story)
) WITHOUT ROWID;
CREATE TABLE event_links (
	event TEXT NOT NULL,
	other TEXT NOT NULL,          -- an event of the same rule
	seq INTEGER NOT NULL,
	PRIMARY KEY (event, other)
) WITHOUT ROWID;
CREATE INDEX event_links_other ON event_links (other);
CREATE INDEX event_stories_story ON event_stories (story);
CREATE INDEX event_revisions_headline ON event_revisions (headline_item)
	WHERE headline_item <> 0;
CREATE TABLE state (
	kind INTEGER NOT NULL,
	first INTEGER NOT NULL,   -- of the ids in it, in order: less 2^63
	bytes BLOB NOT NULL,      -- rows, each as in state_changes
	PRIMARY KEY (kind, first)
);
CREATE INDEX stories_open ON stories (id) WHERE closed <> 1;
CREATE VIRTUAL TABLE search_stories USING fts5 (
	words, content = '', columnsize = 0, detail = none, tokenize = 'ascii'
);
INSERT INTO search (search, rank) VALUES ('hashsize', 16777216);
INSERT INTO search (search, rank) VALUES ('automerge', 0);
INSERT INTO search (search, rank) VALUES ('usermerge', 8);
INSERT INTO search (search, rank) VALUES ('crisismerge', 1000);
CREATE INDEX events_dossier ON events (dossier) WHERE dossier <> '';
CREATE UNIQUE INDEX items_id ON items (id, key);
CREATE INDEX items_story ON items (story, ts, article) WHERE story <> 0;
CREATE INDEX actions_orders ON actions (value)
	WHERE kind BETWEEN 6 AND 8;
CREATE INDEX items_article ON items (article, ts, version_of)
	WHERE article <> seq;
