-- A feed may be a site that is read by its sitemaps: entries older than since
-- (unix ms; NULL: none) are left out.
ALTER TABLE feeds ADD COLUMN sitemap INTEGER NOT NULL DEFAULT 0;
ALTER TABLE feeds ADD COLUMN since INTEGER;
-- In how many fetches in a row, up to the last, every entry was new: between
-- two of them some were missed, perhaps.
ALTER TABLE feeds ADD COLUMN all_new INTEGER NOT NULL DEFAULT 0;
