-- The document frequencies are a part of the detector's state; nothing read
-- this copy of them.
DROP TABLE df;
