-- How messages ended that another detector sent, and that are not written here
-- yet.
CREATE TABLE message_ends (
	event TEXT NOT NULL,
	receiver TEXT NOT NULL,
	revision INTEGER NOT NULL,
	step INTEGER NOT NULL,
	state INTEGER NOT NULL,
	at INTEGER NOT NULL,
	why TEXT NOT NULL,
	handle TEXT NOT NULL,
	PRIMARY KEY (event, receiver, revision, step)
) WITHOUT ROWID;
