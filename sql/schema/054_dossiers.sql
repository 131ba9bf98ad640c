-- Events that go on from one another are episodes of a dossier, whose id is
-- that of the first event: '' for that one and for events that stand alone.
-- goes_on: it tells more of what was told, and is no turn
-- (tools/pipeline/dossiers.h).
ALTER TABLE events ADD COLUMN dossier TEXT NOT NULL DEFAULT '';
ALTER TABLE events ADD COLUMN goes_on INTEGER NOT NULL DEFAULT 0;
CREATE INDEX events_dossier ON events (dossier) WHERE dossier <> '';
