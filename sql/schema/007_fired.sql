-- The arrival number of the item that an event fired with; 0: an older
-- program stored it.
ALTER TABLE events ADD COLUMN item INTEGER NOT NULL DEFAULT 0;
CREATE INDEX events_item ON events (item) WHERE item <> 0;
