-- Of messages that are held there may be many more than of those that are
-- pending, which are looked for with each event.
DROP INDEX messages_open;
CREATE INDEX messages_pending ON messages (receiver, due)
	WHERE done IS NULL AND state = 0;
CREATE INDEX messages_held ON messages (due)
	WHERE done IS NULL AND state = 1;
CREATE INDEX messages_held_by ON messages (receiver, held_by, created)
	WHERE done IS NULL AND state = 1;
