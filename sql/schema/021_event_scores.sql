-- How likely it was that an event was news when it fired, and what spoke for
-- and against it. The columns asked and bar are no longer used.
ALTER TABLE event_reasons ADD COLUMN probability REAL NOT NULL DEFAULT 0;
ALTER TABLE event_reasons ADD COLUMN least REAL NOT NULL DEFAULT 0;
ALTER TABLE event_reasons ADD COLUMN parts TEXT NOT NULL DEFAULT ''; -- JSON
