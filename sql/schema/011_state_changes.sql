-- What changed of the state since its rows were last written, a row a commit:
-- records one behind the other, the newest of each counts (sql/store_delta.c).
CREATE TABLE state_changes (
	n INTEGER PRIMARY KEY,    -- in the order of commits
	bytes BLOB NOT NULL
);
