-- Pages that were fetched for an address of a sitemap and had no article: the
-- key that the article would have, and when (unix ms), so that each is fetched
-- once.
CREATE TABLE visited (
	key BLOB PRIMARY KEY,
	at INTEGER NOT NULL
) WITHOUT ROWID;
