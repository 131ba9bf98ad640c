-- A story's words are stored right behind its row: to look that up again for
-- each word is a tenth of what they cost.
CREATE TABLE story_words (
	story INTEGER NOT NULL,       -- of stories
	rank INTEGER NOT NULL,        -- from 0, the heaviest first
	word TEXT NOT NULL,
	weight REAL NOT NULL,
	PRIMARY KEY (story, rank)
) WITHOUT ROWID;
INSERT INTO story_words SELECT * FROM story_terms ORDER BY story, rank;
DROP TABLE story_terms;
ALTER TABLE story_words RENAME TO story_terms;
CREATE INDEX story_terms_word ON story_terms (word, story);
