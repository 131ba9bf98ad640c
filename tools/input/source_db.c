/*
 * A source that reads the articles of a store, in order of arrival. Each is a
 * query of its own, by number, so that no transaction stays open for hours.
 */
#include "tools/input/source_kind.h"

#include <inttypes.h>

#include "engine/base/date.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "sql/store_read.h"

struct db {
	struct tcn_source source;
	struct tcn_store *store;
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

/* Whether a stored article is as engine/item/json_article.h lets it in: the
 * code that it goes to relies on that. */
static bool
is_sound(const struct tcn_article *a)
{
	const struct tcn_str *const texts[] = { &a->id, &a->source, &a->url,
		&a->title, &a->text, &a->lang, &a->category, &a->label };
	bool sound = a->ts_ms == TCN_UNDATED ||
	    (a->ts_ms >= TCN_DATE_MIN_MS && a->ts_ms < TCN_DATE_END_MS);

	sound &=
	    a->given >= TCN_GIVEN_TEXT && a->given <= TCN_GIVEN_FINGERPRINT;
	for (size_t i = 0; sound && i < sizeof texts / sizeof *texts; i++)
		sound = tcn_utf8_valid(*texts[i]);
	for (size_t i = 0; sound && i < a->features_n; i++)
		sound = tcn_utf8_valid(a->features[i].term);
	return sound;
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
	/* TCN_INVALID is for bad lines; here it means that the store is
	 * damaged. */
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
	if (is_sound(article))
		return TCN_OK;
	return tcn_err_set(err, TCN_CORRUPT,
	    "item %" PRIu64 " of the store cannot be what was stored: run "
	    "`tocsin check` on it, or restore a copy of the file",
	    item->place.seq);
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

	if (!db)
		return tcn_err_set(err, TCN_NOMEM, "out of memory");
	db->source.kind = &kind;
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
