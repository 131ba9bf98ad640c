-- A desk may say that an event is part of another (an action of kind 6, taken
-- back by one of kind 7), or make an event of some of its items (kind 8). What
-- belongs to an event that a desk made: articles, with their copies, and
-- whatever these publishers say. (sql/store_members.h)
CREATE INDEX actions_orders ON actions (kind, value) WHERE kind IN (6, 7, 8);
CREATE TABLE split_items (
	event TEXT NOT NULL REFERENCES events (id),
	seq INTEGER NOT NULL,
	PRIMARY KEY (event, seq)
) WITHOUT ROWID;
CREATE TABLE split_publishers (
	event TEXT NOT NULL REFERENCES events (id),
	publisher INTEGER NOT NULL,
	PRIMARY KEY (event, publisher)
) WITHOUT ROWID;
