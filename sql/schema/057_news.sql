-- How likely the item's story was news when it came, in thousandths, from 1
-- (rules/detector_story.c). NULL: it was not asked, or came before that.
ALTER TABLE items ADD COLUMN news INTEGER;
