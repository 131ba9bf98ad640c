-- The figures that the readers of an edition were told of an event, as values,
-- so that the next edition can say from what to what they have changed. Figures
-- that were told before this are in told_lines, as hashes without terms.
CREATE TABLE told_figures (
	name TEXT NOT NULL,
	event TEXT NOT NULL,
	number INTEGER NOT NULL,      -- of the edition whose ledger it is in
	slot TEXT NOT NULL,           -- "dead", "magnitude" ...
	unit TEXT NOT NULL,           -- "USD", "mph"; '' of people
	least INTEGER NOT NULL,       -- thousandths; 0: it was withdrawn
	most INTEGER NOT NULL,
	said INTEGER NOT NULL,        -- in the edition of this number
	PRIMARY KEY (name, event, number, slot, unit)
) WITHOUT ROWID;
CREATE INDEX told_figures_event ON told_figures (event);
