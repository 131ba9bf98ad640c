-- Which events became part of another: an edition of the other one knows what
-- was told of them (tools/tell/edition).
CREATE INDEX event_revisions_merged ON event_revisions (merged_into)
	WHERE merged_into <> '';
