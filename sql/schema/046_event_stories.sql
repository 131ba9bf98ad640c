-- An event that is told in several languages: the stories that it took in, and
-- the events that tell of the same but did not become part of it, as one of the
-- two had ended. Known from item `seq` on (sql/store_group.h).
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
