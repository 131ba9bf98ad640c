/*
 * tests/base/older.h - SQL that makes of a store's tables those of before the
 * state had pages (sql/schema/050_pages.sql) and events places and
 * dossiers, for tests that
 * go on from there. The state and the words of stories are forgotten.
 */
#ifndef TESTS_BASE_OLDER_H
#define TESTS_BASE_OLDER_H

#define OLDER_WITHOUT_PAGES                                                    \
	"DROP INDEX items_id;"                                                 \
	"CREATE INDEX items_id ON items (id);"                                 \
	"CREATE UNIQUE INDEX items_key ON items (key);"                        \
	"ALTER TABLE sketches DROP COLUMN shingles;"                           \
	"DROP INDEX events_dossier;"                                           \
	"ALTER TABLE events DROP COLUMN dossier;"                              \
	"ALTER TABLE events DROP COLUMN goes_on;"                              \
	"ALTER TABLE searches DROP COLUMN owner;"                              \
	"ALTER TABLE items DROP COLUMN image;"                                 \
	"ALTER TABLE items DROP COLUMN news;"                                  \
	"ALTER TABLE event_revisions DROP COLUMN places;"                      \
	"DROP TABLE state;"                                                    \
	"CREATE TABLE state (kind INTEGER NOT NULL, id INTEGER NOT NULL,"      \
	" bytes BLOB NOT NULL, PRIMARY KEY (kind, id));"                       \
	"DROP TABLE search_stories;"                                           \
	"DROP INDEX stories_open;"                                             \
	"ALTER TABLE stories DROP COLUMN terms;"                               \
	"CREATE TABLE story_terms (story INTEGER, rank INTEGER, word TEXT,"    \
	" weight REAL);"

#endif
