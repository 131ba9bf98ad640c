-- Of a feed, or of a site that is read by its sitemaps: how many pages were not
-- fetched at the last time because its robots.txt does not allow it.
ALTER TABLE feeds ADD COLUMN refused INTEGER NOT NULL DEFAULT 0;
-- Notes of pages without an article are forgotten as keys are.
CREATE INDEX visited_at ON visited (at);
