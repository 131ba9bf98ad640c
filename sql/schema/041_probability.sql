-- How likely the predicted category of an item is right, 0 to 1; NULL: none was
-- predicted, or too few guesses had been tested to tell (window/category).
ALTER TABLE items ADD COLUMN probability REAL;
