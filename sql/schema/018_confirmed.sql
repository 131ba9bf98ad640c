-- 1: the date was found to be right when the item came, so that the stream's
-- time went on to it though it lay far ahead; else 0.
ALTER TABLE items ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 0;
