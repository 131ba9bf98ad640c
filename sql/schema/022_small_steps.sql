-- What makes a commit long is done in small steps instead.

-- An event whose revision is 0 is leaving: nobody finds it, and what hangs on
-- it goes a few rows at a time (sql/store_retain.h).
CREATE INDEX events_leaving ON events (id) WHERE revision = 0;

-- Each commit merges a little of the full-text index itself (sql/store.c), in
-- place of much of it now and then. A level is merged when it has 8 segments.
INSERT INTO search (search, rank) VALUES ('automerge', 0);
INSERT INTO search (search, rank) VALUES ('usermerge', 8);
INSERT INTO search (search, rank) VALUES ('crisismerge', 1000);
