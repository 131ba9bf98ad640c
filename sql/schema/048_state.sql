-- Most rows are of less than a hundred bytes, and are written often: one tree
-- instead of a table and its index.
CREATE TABLE state_rows (
	kind INTEGER NOT NULL,
	id INTEGER NOT NULL,
	bytes BLOB NOT NULL,
	PRIMARY KEY (kind, id)
) WITHOUT ROWID;
INSERT INTO state_rows SELECT kind, id, bytes FROM state ORDER BY kind, id;
DROP TABLE state;
ALTER TABLE state_rows RENAME TO state;
