-- An item is looked up by its id, or by its id and its key: one index holds
-- both. Which texts an event has is read from the index of its stories, which
-- says of each item whether it is a copy; and what desks ordered by a range of
-- kinds, where a list of kinds is made into a table with each question.
DROP INDEX items_key;
DROP INDEX items_id;
DROP INDEX items_story;
DROP INDEX actions_orders;
CREATE UNIQUE INDEX items_id ON items (id, key);
CREATE INDEX items_story ON items (story, ts, article) WHERE story <> 0;
CREATE INDEX actions_orders ON actions (value)
	WHERE kind BETWEEN 6 AND 8;
