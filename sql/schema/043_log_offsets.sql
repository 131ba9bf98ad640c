-- How far a log was read, written with what came of it: the next message of
-- each partition that is not in this store yet.
CREATE TABLE log_offsets (
	topic TEXT NOT NULL,
	part INTEGER NOT NULL,
	next INTEGER NOT NULL,
	PRIMARY KEY (topic, part)
) WITHOUT ROWID;
