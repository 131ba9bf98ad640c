-- What an event is: 0 news, 1 scheduled, 2 release, 3 report. Those of before
-- were not told apart.
ALTER TABLE events ADD COLUMN kind INTEGER NOT NULL DEFAULT 0;
