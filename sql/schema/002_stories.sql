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
);
CREATE INDEX stories_last ON stories (last_ts);
CREATE INDEX stories_merged ON stories (merged_into) WHERE merged_into <> 0;

CREATE TABLE story_terms (
	story INTEGER NOT NULL REFERENCES stories (id),
	rank INTEGER NOT NULL,        -- from 0, the heaviest first
	word TEXT NOT NULL,
	weight REAL NOT NULL,
	PRIMARY KEY (story, rank)
) WITHOUT ROWID;
CREATE INDEX story_terms_word ON story_terms (word, story);
