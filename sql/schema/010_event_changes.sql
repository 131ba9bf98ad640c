-- How much an event matters, and what its story went on from; of a revision,
-- what changed. Events of older programs came from rules that named nothing.
ALTER TABLE events ADD COLUMN severity INTEGER NOT NULL DEFAULT 3;
ALTER TABLE events ADD COLUMN split_from TEXT NOT NULL DEFAULT '';
ALTER TABLE event_revisions ADD COLUMN why INTEGER NOT NULL DEFAULT 0;
ALTER TABLE event_revisions ADD COLUMN merged_into TEXT NOT NULL DEFAULT '';

-- A story that was told and became another: the new one, and what it goes on.
CREATE TABLE story_splits (
	story INTEGER PRIMARY KEY,
	split_from INTEGER NOT NULL,
	at INTEGER NOT NULL           -- unix ms, stream time
);
