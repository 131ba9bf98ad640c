-- Rows that are many and small cost most of what a store is written with. The
-- state has pages of some fifty rows, and a story has its terms beside it; an
-- index of the words of closed stories, by their hashes, stands in for a row
-- a word.
ALTER TABLE state RENAME TO state_rows;
CREATE TABLE state (
	kind INTEGER NOT NULL,
	first INTEGER NOT NULL,   -- of the ids in it, in order: less 2^63
	bytes BLOB NOT NULL,      -- rows, each as in state_changes
	PRIMARY KEY (kind, first)
);
INSERT INTO state
	SELECT kind, min(place), CAST(group_concat(row, '') AS BLOB) FROM (
		SELECT kind, place, state_row(kind, id, bytes) AS row,
			row_number() OVER (PARTITION BY kind ORDER BY place)
				/ 40 AS page FROM (
			SELECT *, iif(id < 0, id + 9223372036854775807 + 1,
				id - 9223372036854775807 - 1) AS place
			FROM state_rows)
		ORDER BY kind, place)
	GROUP BY kind, page;
DROP TABLE state_rows;
ALTER TABLE stories ADD COLUMN terms BLOB NOT NULL DEFAULT x'';
UPDATE stories SET terms = (
	SELECT CAST(ifnull(group_concat(story_term(word, weight), ''), '')
		AS BLOB)
	FROM (SELECT word, weight FROM story_terms WHERE story = id
		ORDER BY rank));
DROP TABLE story_terms;
CREATE INDEX stories_open ON stories (id) WHERE closed <> 1;
CREATE VIRTUAL TABLE search_stories USING fts5 (
	words, content = '', columnsize = 0, detail = none, tokenize = 'ascii'
);
INSERT INTO search_stories (rowid, words)
	SELECT id, story_keys(terms) FROM stories
	WHERE closed = 1 ORDER BY id;
