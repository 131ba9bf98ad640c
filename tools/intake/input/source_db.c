/*
 * A source that reads the articles of a store, in order of arrival. Each is a
 * query of its own, by number, so that no transaction stays open for hours.
 */
#include "tools/intake/input/source_kind.h"

#include <inttypes.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "sql/store_read.h"

struct db {
	struct tcn_source source;
	struct tcn_store *store;
	const char *path;
	int64_t since_ms, until_ms;
	uint64_t first, last; /* arrival numbers to be read; 0: none */
	uint64_t after; /* the arrival number read last */
};

static enum tcn_rc
failed(const struct db *db, enum tcn_rc rc, struct tcn_err *err)
{
	if (rc && err)
		*err = *tcn_store_error(db->store);
	return rc;
}

static enum tcn_rc
next(struct tcn_source *source, struct tcn_arena *arena,
    struct tcn_article *article, struct tcn_err *err)
{
	struct db *db = (struct db *)source;
	struct tcn_store_item_row *item;
	enum tcn_rc rc;

	if (db->after >= db->last)
		return TCN_DONE;
	rc = tcn_store_next_item(db->store, db->after, db->since_ms,
	    db->until_ms, arena, &item);
	/* TCN_INVALID is for bad lines; of the store as a whole it means that
	 * it is damaged. */
	if (rc)
		return failed(db, rc == TCN_INVALID ? TCN_CORRUPT : rc, err);
	db->after = item ? item->place.seq : db->last;
	if (!item)
		return TCN_DONE;
	*article = item->article;
	/* Nobody is asked for its content words again: those that were not kept
	 * were made of its own. */
	if (article->content.source == TCN_CONTENT_NONE)
		article->content.source = TCN_CONTENT_WORDS;
	source->place = &item->place;
	if (!item->unreadable)
		return TCN_OK;
	tcn_err_at(err, db->path, 0, 0);
	return tcn_err_set(err, TCN_INVALID,
	    "item %" PRIu64 " is passed over, because its %s cannot be read: "
	    "'tocsin check --db %s' says more",
	    item->place.seq, item->unreadable, db->path);
}

static void
at(const struct tcn_source *source, struct tcn_source_at *at)
{
	const struct db *db = (const struct db *)source;

	at->total = db->last ? db->last - db->first + 1 : 0;
	at->done = db->last ? db->after - db->first + 1 : 0;
}

static void
close_db(struct tcn_source *source)
{
	struct db *db = (struct db *)source;

	tcn_store_close(db->store);
	tcn_mem_free(db);
}

static const struct tcn_source_kind kind = { next, at, close_db, NULL };

enum tcn_rc
tcn_source_open_db(const struct tcn_source_conf *conf,
    struct tcn_source **source, struct tcn_err *err)
{
	struct db *db = tcn_mem_calloc(1, sizeof *db);
	enum tcn_rc rc;

	db->source.kind = &kind;
	db->path = conf->db;
	db->since_ms = conf->since_ms;
	db->until_ms = conf->until_ms;
	rc = tcn_store_open(conf->db, TCN_STORE_READ_ONLY, &db->store, err);
	if (!rc)
		rc = failed(db,
		    tcn_store_seq_range(db->store, db->since_ms, db->until_ms,
			&db->first, &db->last),
		    err);
	if (rc) {
		close_db(&db->source);
		return rc;
	}
	db->after = db->first ? db->first - 1 : 0;
	*source = &db->source;
	return TCN_OK;
}
