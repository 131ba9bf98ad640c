-- Why a message waits, or waited, and which message told of it in its place.

-- enum tcn_outbox_kind
ALTER TABLE messages ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;
-- Of an escalation, from 1; else 0.
ALTER TABLE messages ADD COLUMN step INTEGER NOT NULL DEFAULT 0;
-- enum tcn_severity
ALTER TABLE messages ADD COLUMN severity INTEGER NOT NULL DEFAULT 0;
-- enum tcn_outbox_hold
ALTER TABLE messages ADD COLUMN held_by INTEGER NOT NULL DEFAULT 0;
-- When it was held no longer; NULL: it was not held.
ALTER TABLE messages ADD COLUMN released INTEGER;
-- The message that tells of it; NULL: none.
ALTER TABLE messages ADD COLUMN digest INTEGER;

DROP INDEX messages_key;
CREATE UNIQUE INDEX messages_key
	ON messages (event, receiver, revision, step);
CREATE INDEX messages_told ON messages (receiver, done) WHERE state = 2;
