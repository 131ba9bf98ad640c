-- Addresses of private networks that a feed may be fetched from, as ranges
-- between commas; '': none but those of the configuration.
ALTER TABLE feeds ADD COLUMN allowed TEXT NOT NULL DEFAULT '';
