-- Copies that are not kept (sql/store_copies.h): how many of an article went.
ALTER TABLE articles ADD COLUMN copies INTEGER NOT NULL DEFAULT 0;
-- Copies by time, which is how they are let go.
CREATE INDEX items_copies ON items (ts) WHERE article <> seq;
