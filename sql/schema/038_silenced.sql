-- Which silence kept a message quiet, the last one of several; 0: none did.
ALTER TABLE messages ADD COLUMN silence INTEGER NOT NULL DEFAULT 0;
CREATE INDEX messages_silence ON messages (silence) WHERE silence <> 0;
