-- Which sentences a text has (engine/item/sketch.h), of texts that have enough.
CREATE TABLE sketches (
	seq INTEGER PRIMARY KEY REFERENCES articles (seq),
	complete INTEGER NOT NULL, -- how many distinct sentences it has
	bytes BLOB NOT NULL       -- numbers of some: 4 bytes each, low first
);
