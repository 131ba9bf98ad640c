-- The items of a text are its first, which has its number, and its copies.
DROP INDEX items_article;
CREATE INDEX items_article ON items (article, ts, version_of)
	WHERE article <> seq;
