-- The headline of an event as of each revision, and what it rests on: the item
-- whose title it is, how many distinct texts told it in this form, and the
-- first item that did. Revisions of before have none: of them the title of the
-- central item is shown, until the event has its next revision.
ALTER TABLE event_revisions ADD COLUMN headline TEXT NOT NULL DEFAULT '';
ALTER TABLE event_revisions ADD COLUMN headline_item INTEGER NOT NULL DEFAULT 0;
ALTER TABLE event_revisions
	ADD COLUMN headline_origins INTEGER NOT NULL DEFAULT 0;
ALTER TABLE event_revisions
	ADD COLUMN headline_first INTEGER NOT NULL DEFAULT 0;
CREATE INDEX event_revisions_headline ON event_revisions (headline_item)
	WHERE headline_item <> 0;
