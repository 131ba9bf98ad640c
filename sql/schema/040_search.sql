-- A search reads of each item that has a text when it came, and which page it
-- is a version of: the index holds both, beside where the items of a text are.
DROP INDEX items_article;
CREATE INDEX items_article ON items (article, ts, version_of);
