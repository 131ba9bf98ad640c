-- Where an event is, as of each revision: codes of countries, and the time zone
-- that stands for a city of the first, with blanks between. Revisions of before
-- have none.
ALTER TABLE event_revisions ADD COLUMN places TEXT NOT NULL DEFAULT '';
