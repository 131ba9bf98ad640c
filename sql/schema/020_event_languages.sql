-- What languages the items are in that a revision counted, as ISO 639-1 with
-- spaces between, most items first. Revisions of older programs have none.
ALTER TABLE event_revisions ADD COLUMN languages TEXT NOT NULL DEFAULT '';
