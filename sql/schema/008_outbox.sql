-- What is to be sent to whom, or was: written in the transaction of the event
-- that caused it. Times are unix ms by the wall clock. The key that makes a
-- repeat harmless is EVENT-REVISION-RECEIVER; no secret is kept here.
CREATE TABLE messages (
	id INTEGER PRIMARY KEY AUTOINCREMENT, -- the order of writing
	event TEXT NOT NULL,          -- may be no stored one: a test message
	revision INTEGER NOT NULL,
	story INTEGER NOT NULL,       -- 0: none
	rule TEXT NOT NULL,
	desk TEXT NOT NULL,           -- '': the receiver stands in none
	receiver TEXT NOT NULL,
	created INTEGER NOT NULL,
	due INTEGER NOT NULL,         -- not before
	state INTEGER NOT NULL,       -- enum tcn_message_state
	why TEXT NOT NULL,            -- it was held, superseded or dropped
	tries INTEGER NOT NULL,
	error TEXT NOT NULL,          -- of the last try; '': it went well
	done INTEGER,                 -- when it came to its end; NULL: open
	handle TEXT NOT NULL,         -- what the channel calls it, or ''
	body BLOB NOT NULL
);
CREATE UNIQUE INDEX messages_key ON messages (event, receiver, revision);
CREATE INDEX messages_open ON messages (receiver, due) WHERE done IS NULL;
CREATE INDEX messages_done ON messages (done) WHERE done IS NOT NULL;
CREATE INDEX messages_story ON messages (story) WHERE story <> 0;

-- Each time a message was sent, or was tried to be.
CREATE TABLE tries (
	message INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
	n INTEGER NOT NULL,           -- from 1
	at INTEGER NOT NULL,
	took INTEGER NOT NULL,        -- ms
	status INTEGER NOT NULL,      -- HTTP's, SMTP's, the program's; 0: none
	error TEXT NOT NULL,          -- '': it went well
	PRIMARY KEY (message, n)
) WITHOUT ROWID;
