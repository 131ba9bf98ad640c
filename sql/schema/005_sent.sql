-- What an item was made ready from, where its article does not say so: a
-- replay of the store then comes to the same decisions.
CREATE TABLE sent (
	seq INTEGER PRIMARY KEY REFERENCES items (seq),
	given INTEGER,            -- enum tcn_given; NULL, like the next two:
	lang TEXT,                -- the article's
	text TEXT,
	features BLOB             -- terms and weights; NULL: none were sent
);
