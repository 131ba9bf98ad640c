/*
 * tests/sql/sample.h - a small made-up stream for the store's tests.
 *
 * Batch b (from 0) is always the same, whatever was written before, and uses
 * every kind of put: items, copies with and without titles of their own,
 * growing and merging stories, events with two revisions, what was done about
 * them, silences, reports, document frequencies, memory kept and dropped, meta.
 */
#ifndef TCN_TESTS_SQL_SAMPLE_H
#define TCN_TESTS_SQL_SAMPLE_H

#include "sql/store.h"
#include "sql/store_sketches.h"

#define SAMPLE_ITEMS 8 /* of a batch */

/* The item of this seq; strings are in buf, which must be 512 bytes. */
struct tcn_article sample_article(uint64_t seq, char *buf);
struct tcn_placement sample_place(uint64_t seq);

/* The sketch stored with this seq, in numbers; n is 0 when there is none. */
struct tcn_sketch sample_sketch(uint64_t seq, uint32_t numbers[8]);

/* The shingles stored with it. */
struct tcn_sketch sample_shingles(uint64_t seq, uint32_t numbers[8]);

/* Writes batch b in one transaction; rolls back when anything fails. */
enum tcn_rc sample_batch(struct tcn_store *st, unsigned b);

/* A new store in memory with that many batches; aborts when it cannot be. */
struct tcn_store *sample_store(unsigned batches);

/* Aborts unless what the store has in memory agrees with itself. */
void sample_sound(const struct tcn_store *st);

/* A hash over all tables. */
enum tcn_rc sample_digest(const struct tcn_store *st, uint64_t *digest);

/* The digests after 0, 1 ... n batches, of stores in memory. */
void sample_digests(uint64_t *digests, unsigned n);

/* Aborts with what, unless it holds: for what runs outside Check as well. */
void sample_must(bool holds, const char *what);

/* A folder of its own for a test; sample_clean() removes it with its files. */
const char *sample_path(void); /* of a database in it */
void sample_clean(void);

/* Removes the database and its companions, leaves the folder. */
void sample_unlink(void);

#endif
