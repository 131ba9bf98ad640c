-- The cluster of similar words (window/cluster) that the item came into, by the
-- seq of its earliest item; when clusters meet, those who stand here already
-- stay under the old name. NULL: none, or nothing counted clusters.
ALTER TABLE items ADD COLUMN cluster INTEGER;
