-- An article is a distinct text. An item is one arrival: the article's own,
-- or a copy of it seen elsewhere. The text is kept once, with the article.
CREATE TABLE articles (
	seq INTEGER PRIMARY KEY,  -- arrival number of its first item
	title TEXT NOT NULL,
	text TEXT NOT NULL,
	lang TEXT NOT NULL,
	given INTEGER NOT NULL    -- what was sent: enum tcn_given
);

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
);
CREATE UNIQUE INDEX items_key ON items (key);
CREATE INDEX items_id ON items (id);
CREATE INDEX items_ts ON items (ts);
CREATE INDEX items_story ON items (story, ts) WHERE story <> 0;
CREATE INDEX items_copy ON items (article) WHERE article <> seq;

CREATE VIEW sightings AS
	SELECT article AS duplicate_of, seq, id, source, url, ts, distance
	FROM items WHERE article <> seq;

CREATE VIRTUAL TABLE search USING fts5 (
	title, text,
	content = 'articles', content_rowid = 'seq',
	tokenize = 'unicode61 remove_diacritics 2'
);
-- Postings of a batch wait in memory up to this size, not FTS5's 1 MiB: a
-- third faster on full texts.
INSERT INTO search (search, rank) VALUES ('hashsize', 16777216);
