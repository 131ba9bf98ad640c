-- Vectors that came with articles, as they were sent: a replay of the store,
-- and look-ups by cosine, read them back.
ALTER TABLE sent ADD COLUMN vector BLOB; -- float32, little-endian; NULL: none
