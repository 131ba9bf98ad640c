#include "tools/pipeline/pipeline_impl.h"

#include <assert.h>
#include <string.h>

#include "engine/base/arena.h"
#include "engine/base/mem.h"
#include "sql/store_check.h"
#include "sql/store_retain.h"
#include "sql/store_sketches.h"
#include "sql/store_space.h"
#include "tools/base/log.h"
#include "tools/base/store_file.h"
#include "tools/pipeline/compactor.h"
#include "tools/pipeline/upgrade.h"
#include "window/base/recent.h"

/* Work of a commit: more than an article leaves, so that it comes to an end. */
#define ROWS_AN_ARTICLE 20

/* Rows of copies that a delta commit lets go, and for each article more. */
#define DROP_ROWS       50
#define DROP_AN_ARTICLE 8

/* So many times the work of a commit while nothing else is to be done. */
#define IDLE_FACTOR 8

/* Open stories that a stop writes out, at most. */
#define STOP_STORIES 10000

/* How often it is noted that a removed article was met again. */
#define MEET_EVERY_MS (6 * 60 * 60 * 1000)

#define ALL SIZE_MAX

/* Says what the store said. */
enum tcn_rc
tcn_pipeline_store_failed(struct tcn_pipeline *pipe, enum tcn_rc rc,
    struct tcn_err *err)
{
	if (rc && err)
		*err = *tcn_store_error(pipe->store);
	return rc;
}

/* What the log lost is lost, and a newsroom that gets no alerts loses more: it
 * is said, and the program goes on. */
static enum tcn_rc
look_at_log(const struct tcn_pipeline *pipe)
{
	enum tcn_rc rc = tcn_store_check_log(pipe->store);
	struct tcn_log log;

	if (rc != TCN_CORRUPT)
		return rc;
	tcn_log_begin(&log, TCN_LOG_ERROR, "damaged");
	tcn_log_err(&log, rc, tcn_store_error(pipe->store));
	tcn_log_end(&log);
	return TCN_OK;
}

/* The lock comes before the store: what is read of a store that another
 * program goes on writing to would soon be wrong. */
static enum tcn_rc
open_store(struct tcn_pipeline *pipe, const char *db_path, struct tcn_err *err)
{
	const struct tcn_pipeline_conf *conf = &pipe->conf;
	enum tcn_rc rc = TCN_OK;

	if (!conf->read_only && !conf->no_upgrade &&
	    tcn_upgrade_is_due(db_path))
		rc = tcn_upgrade(conf, db_path, err);
	if (!rc && !conf->read_only && !conf->existing)
		tcn_store_file_make(db_path,
		    conf->store_mode ? conf->store_mode : TCN_STORE_FILE_MODE);
	if (!rc && !conf->read_only)
		rc = tcn_store_lock_take(db_path,
		    conf->verb ? conf->verb : "tocsin", conf->serves,
		    &pipe->lock, err);
	if (rc)
		return rc;
	if (!conf->read_only)
		tcn_upgrade_tidy(db_path);
	rc = tcn_store_open(db_path,
	    conf->read_only      ? TCN_STORE_READ_ONLY
		: conf->existing ? TCN_STORE_EXISTING
				 : TCN_STORE_CREATE,
	    &pipe->store, err);
	if (!rc && !conf->read_only)
		rc = tcn_pipeline_store_failed(pipe, look_at_log(pipe), err);
	if (!rc && !conf->long_running)
		rc = tcn_pipeline_store_failed(pipe,
		    tcn_store_set_large_cache(pipe->store), err);
	return rc;
}

/* A copy of a setting, as the settings may go; NULL of NULL. */
static char *
copy_path(const char *path)
{
	return path ? tcn_mem_dupz(path, strlen(path)) : NULL;
}

static enum tcn_rc
open_parts(struct tcn_pipeline *pipe, const char *db_path, struct tcn_err *err)
{
	enum tcn_rc rc;

	pipe->prep = tcn_prepare_new(&pipe->conf.prepare);
	pipe->headlines = tcn_headlines_new(pipe->prep);
	pipe->dossiers = tcn_dossiers_new();
	pipe->dictionaries = copy_path(pipe->conf.dictionaries);
	pipe->tagger_dir = copy_path(pipe->conf.tagger);
	pipe->none = copy_path(pipe->conf.category.none);
	rc = tcn_detector_new(&pipe->conf.detector, &pipe->det);
	if (rc)
		return tcn_err_set(err, rc, "%s", tcn_rc_text(rc));
	tcn_expect_open(&pipe->expect, &pipe->conf.category);
	pipe->conf.category.none = NULL; /* the caller's */
	if (!db_path)
		return TCN_OK;
	rc = open_store(pipe, db_path, err);
	if (!rc)
		tcn_store_keep_copy_texts(pipe->store, pipe->conf.copy_texts);
	tcn_copy_dropper_init(&pipe->copies, pipe->conf.drop_copies);
	if (!rc && pipe->conf.long_running)
		pipe->copier = tcn_log_copier_new(db_path);
	pipe->compactor.det = pipe->det;
	return rc ? rc : tcn_pipeline_restore(pipe, err);
}

enum tcn_rc
tcn_pipeline_open(const struct tcn_pipeline_conf *conf, const char *db_path,
    struct tcn_pipeline **out, struct tcn_err *err)
{
	struct tcn_pipeline *pipe = tcn_mem_calloc(1, sizeof *pipe);
	enum tcn_rc rc;

	pipe->conf = *conf;
	pipe->conf.detector.window.story.note_changes = db_path != NULL;
	pipe->conf.detector.window.pairs.note_changes = db_path != NULL;
	pipe->conf.detector.window.story.forget_closed = !db_path;
	pipe->conf.detector.window.keep_vectors =
	    db_path != NULL || pipe->conf.detector.window.rewrite_given;
	pipe->conf.detector.window.clusters.saved = db_path != NULL;
	pipe->conf.category.note_changes = db_path != NULL;
	pipe->next_seq = 1;
	pipe->counts.first_ms = pipe->counts.last_ms = TCN_UNDATED;
	pipe->arrived_ms = pipe->arrived_saved_ms = TCN_UNDATED;
	pipe->resumed_ms = pipe->resumed_saved_ms = TCN_UNDATED;
	tcn_recent_init(&pipe->known, conf->detector.window.items_max);
	tcn_arena_init(&pipe->arena, 0);
	tcn_arena_init(&pipe->events, 0);
	rc = open_parts(pipe, db_path, err);
	if (rc) {
		tcn_pipeline_close(pipe);
		return rc;
	}
	*out = pipe;
	return TCN_OK;
}

void
tcn_pipeline_close(struct tcn_pipeline *pipe)
{
	if (!pipe)
		return;
	tcn_log_copier_free(pipe->copier);
	tcn_store_close(pipe->store);
	tcn_store_lock_release(pipe->lock);
	tcn_detector_free(pipe->det);
	tcn_expect_close(&pipe->expect);
	tcn_lexicon_free(pipe->lexicon);
	tcn_mem_free(pipe->dictionaries);
	tcn_tagger_free(pipe->tagger);
	tcn_taggers_close(pipe->taggers);
	tcn_mem_free(pipe->tagger_dir);
	tcn_mem_free(pipe->none);
	tcn_headlines_free(pipe->headlines);
	tcn_dossiers_free(pipe->dossiers);
	tcn_prepare_free(pipe->prep);
	tcn_compactor_fini(&pipe->compactor);
	tcn_recent_fini(&pipe->known);
	tcn_item_names_fini(&pipe->names);
	tcn_arena_fini(&pipe->arena);
	tcn_arena_fini(&pipe->events);
	tcn_mem_free(pipe);
}

/* A removed article that is met again stays known for longer; this is noted
 * four times a day, so that few repeats cost a write. */
static enum tcn_rc
find_removed(struct tcn_pipeline *pipe, const struct tcn_article *article,
    uint64_t *seq)
{
	int64_t now_ms = tcn_pipeline_stream_ms(pipe), met_ms;
	enum tcn_rc rc =
	    tcn_store_find_removed(pipe->store, article->key, seq, &met_ms);

	if (rc || !*seq || now_ms < met_ms || now_ms - met_ms < MEET_EVERY_MS)
		return rc;
	rc = tcn_pipeline_begin_articles(pipe);
	return rc ? rc
		  : tcn_store_touch_removed_key(pipe->tx, article->key, now_ms);
}

/* The store knows every article it has or had; without one, the window's. */
enum tcn_rc
tcn_pipeline_find(struct tcn_pipeline *pipe, const struct tcn_article *article,
    uint64_t *seq, struct tcn_err *err)
{
	const uint64_t *at;
	enum tcn_rc rc;

	*seq = 0;
	if (pipe->store) {
		rc = tcn_store_find_key(pipe->store, article->id, article->key,
		    seq);
		if (!rc && !*seq)
			rc = find_removed(pipe, article, seq);
		return tcn_pipeline_store_failed(pipe, rc, err);
	}
	at = tcn_recent_find(&pipe->known, article->key[0], INT64_MIN);
	if (at)
		*seq = *at;
	return TCN_OK;
}

/* A set that is made of the article's words is made again when it is needed,
 * but it is kept that a tagger was asked and had no answer. */
static struct tcn_content
stored_content(const struct tcn_doc *doc)
{
	struct tcn_content none = { 0 }, failed = doc->content;

	if (doc->content.source > TCN_CONTENT_WORDS)
		return doc->content;
	failed.n = failed.full = 0;
	return doc->content.tagger.n ? failed : none;
}

/* The article as people read it. That its date was confirmed is kept only where
 * it matters, so that stores agree however the articles came. */
static struct tcn_article
make_plain(const struct tcn_pipeline *pipe, const struct tcn_doc *doc)
{
	struct tcn_article plain = *doc->article;

	plain.title = doc->title;
	plain.text = doc->text;
	plain.plain = true;
	plain.content = stored_content(doc);
	plain.ts_confirmed =
	    doc->ts_confirmed && tcn_pipeline_leaps(pipe, doc->ts_ms);
	return plain;
}

enum tcn_rc
tcn_pipeline_begin_articles(struct tcn_pipeline *pipe)
{
	assert(!pipe->lent);
	return pipe->tx ? TCN_OK : tcn_store_begin(pipe->store, &pipe->tx);
}

/* Stories that ended with this item: nobody will hear of them again. */
static enum tcn_rc
store_closed(struct tcn_pipeline *pipe,
    const struct tcn_detector_changes *changes)
{
	struct tcn_story merged = {
		.id = changes->merged_from,
		.merged_into = changes->merged_into,
		.closed = true,
	};
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < changes->closed_n; i++)
		rc = tcn_store_put_story(pipe->tx, &changes->closed[i]);
	if (!rc && changes->split_from)
		rc = tcn_store_put_split(pipe->tx, changes->story_opened,
		    changes->split_from, tcn_pipeline_stream_ms(pipe));
	if (!rc && merged.id) {
		merged.first_ms = merged.last_ms = tcn_pipeline_stream_ms(pipe);
		rc = tcn_store_put_story(pipe->tx, &merged);
	}
	return rc;
}

/* A copy has the sketch and the shingles of its original. */
static enum tcn_rc
store_sketch(struct tcn_pipeline *pipe, const struct tcn_doc *doc,
    const struct tcn_placement *place)
{
	if (place->duplicate_of || (!doc->sketch.n && !doc->shingles.n))
		return TCN_OK;
	return tcn_store_put_sketch(pipe->tx, place->seq, doc->sketch,
	    doc->shingles);
}

static enum tcn_rc
store_item(struct tcn_pipeline *pipe, const struct tcn_article *plain,
    const struct tcn_doc *doc, struct tcn_pipeline_outcome *outcome,
    struct tcn_err *err)
{
	enum tcn_rc rc = tcn_pipeline_begin_articles(pipe);

	if (!rc)
		rc = store_closed(pipe, &outcome->changes);
	if (!rc)
		rc = tcn_store_put_article(pipe->tx, plain, doc->lang,
		    &outcome->placement);
	if (!rc)
		rc = store_sketch(pipe, doc, &outcome->placement);
	for (size_t i = 0; !rc && i < outcome->changes.moved_n; i++)
		rc = tcn_store_set_origin(pipe->tx, &outcome->changes.moved[i]);
	if (rc)
		return tcn_pipeline_store_failed(pipe, rc, err);
	rc = tcn_pipeline_take_events(pipe, outcome->placement.seq,
	    &outcome->changes, err);
	pipe->uncommitted++;
	tcn_copy_dropper_note(&pipe->copies, &outcome->placement);
	if (!rc && outcome->placement.story)
		tcn_compactor_mark_story(&pipe->compactor,
		    outcome->placement.story);
	return rc;
}

static void
count(struct tcn_pipeline *pipe, const struct tcn_article *article,
    const struct tcn_pipeline_outcome *outcome)
{
	struct tcn_pipeline_counts *n = &pipe->counts;
	const struct tcn_detector_changes *changes = &outcome->changes;

	n->items++;
	n->urls_refused += article->url_refused;
	n->duplicates += outcome->placement.duplicate_of != 0;
	n->excerpts += outcome->placement.excerpt_of != 0;
	n->rewrites += outcome->placement.rewrite_of != 0;
	n->forms += outcome->placement.form_of != 0;
	n->versions += outcome->placement.version_of != 0;
	n->similar += outcome->placement.similar_to != 0;
	n->ignored += outcome->placement.story == 0;
	n->stories += changes->story_opened != 0;
	n->stories -= changes->merged_from != 0;
	for (size_t i = 0; i < changes->events_n; i++)
		n->events += changes->events[i].revision == 1;
	if (article->ts_ms == TCN_UNDATED)
		return;
	if (n->first_ms == TCN_UNDATED || article->ts_ms < n->first_ms)
		n->first_ms = article->ts_ms;
	if (n->last_ms == TCN_UNDATED || article->ts_ms > n->last_ms)
		n->last_ms = article->ts_ms;
}

static void
remember_item(struct tcn_pipeline *pipe, const struct tcn_article *article,
    const char *lang, const struct tcn_placement *item)
{
	const struct tcn_detector_conf *conf = &pipe->conf.detector;
	int64_t now_ms = tcn_pipeline_stream_ms(pipe);
	struct tcn_article named = *article;

	tcn_item_names_expire(&pipe->names,
	    now_ms - tcn_detector_within_ms(pipe->det));
	if (!pipe->store) {
		tcn_recent_expire(&pipe->known,
		    now_ms - conf->window.near.horizon_ms);
		tcn_recent_put(&pipe->known, article->key[0], item->seq,
		    item->ts_ms);
	}
	if (pipe->conf.long_running || pipe->conf.no_names)
		return;
	named.lang = tcn_str(lang);
	tcn_item_names_add(&pipe->names, item, &named);
}

enum tcn_rc
tcn_pipeline_take_doc(struct tcn_pipeline *pipe, const struct tcn_doc *doc,
    int64_t bound_ms, struct tcn_pipeline_outcome *outcome, struct tcn_err *err)
{
	struct tcn_article article, plain;
	struct tcn_doc told;
	enum tcn_rc rc = tcn_pipeline_read_dictionaries(pipe, doc->lang, err);

	if (!rc)
		tcn_expect_doc(&pipe->expect, doc, tcn_pipeline_stream_ms(pipe),
		    &told, &article, &outcome->guess);
	if (rc)
		return rc;
	plain = make_plain(pipe, &told);
	tcn_detector_step(pipe->det, &told, pipe->next_seq,
	    tcn_pipeline_now_ms(pipe, bound_ms), &outcome->placement,
	    &outcome->changes);
	remember_item(pipe, &plain, told.lang, &outcome->placement);
	if (pipe->store)
		rc = store_item(pipe, &plain, &told, outcome, err);
	else
		rc = tcn_pipeline_take_events(pipe, outcome->placement.seq,
		    &outcome->changes, err);
	if (!rc)
		tcn_expect_learn(&pipe->expect, doc);
	if (rc)
		return rc;
	pipe->next_seq++;
	if (bound_ms != TCN_CLOCK_NO_BOUND)
		pipe->arrived_ms = bound_ms;
	outcome->content_from = tcn_content_source_name(told.content.source);
	outcome->tagger = told.content.tagger;
	count(pipe, doc->article, outcome);
	tcn_wordless_count(&pipe->wordless, doc);
	return TCN_OK;
}

/* Before an article: makes a commit that is due, and finds a repeat. */
static enum tcn_rc
begin_article(struct tcn_pipeline *pipe, const struct tcn_article *article,
    struct tcn_pipeline_outcome *outcome, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	*outcome = (struct tcn_pipeline_outcome){ 0 };
	if (pipe->uncommitted >= pipe->conf.commit_every)
		rc = pipe->conf.commit_every < pipe->conf.compact_every
		    ? tcn_pipeline_commit_delta(pipe, err)
		    : tcn_pipeline_commit(pipe, err);
	if (rc)
		return rc;
	rc = tcn_pipeline_find(pipe, article, &outcome->repeat_of, err);
	pipe->counts.known += !rc && outcome->repeat_of;
	return rc;
}

/* The article with the date that it is taken in with. */
static struct tcn_article
date_article(struct tcn_pipeline *pipe, const struct tcn_article *article,
    int64_t bound_ms)
{
	struct tcn_article dated = *article;

	dated.ts_ms = tcn_pipeline_date(pipe, article, bound_ms);
	dated.ts_confirmed |=
	    tcn_pipeline_wall_confirms(pipe, dated.ts_ms, bound_ms);
	return dated;
}

enum tcn_rc
tcn_pipeline_article(struct tcn_pipeline *pipe,
    const struct tcn_article *article, int64_t bound_ms,
    struct tcn_pipeline_outcome *outcome, struct tcn_err *err)
{
	enum tcn_rc rc = begin_article(pipe, article, outcome, err);
	struct tcn_article dated;
	struct tcn_doc doc;

	if (rc || outcome->repeat_of)
		return rc;
	dated = date_article(pipe, article, bound_ms);
	tcn_arena_reset(&pipe->arena);
	tcn_prepare(pipe->prep, &dated, &pipe->arena, &doc);
	rc = tcn_pipeline_tag(pipe, &doc, err);
	return rc ? rc : tcn_pipeline_take(pipe, &doc, bound_ms, outcome, err);
}

enum tcn_rc
tcn_pipeline_doc(struct tcn_pipeline *pipe, const struct tcn_doc *doc,
    int64_t bound_ms, struct tcn_pipeline_outcome *outcome, struct tcn_err *err)
{
	enum tcn_rc rc = begin_article(pipe, doc->article, outcome, err);
	struct tcn_article article;
	struct tcn_doc dated;

	if (rc || outcome->repeat_of)
		return rc;
	article = date_article(pipe, doc->article, bound_ms);
	dated = *doc;
	dated.article = &article;
	dated.ts_ms = article.ts_ms;
	dated.ts_confirmed = article.ts_confirmed;
	return tcn_pipeline_take(pipe, &dated, bound_ms, outcome, err);
}

enum tcn_rc
tcn_pipeline_try(struct tcn_pipeline *pipe, const struct tcn_article *article,
    struct tcn_pipeline_outcome *outcome)
{
	struct tcn_doc doc;
	enum tcn_rc rc;

	*outcome = (struct tcn_pipeline_outcome){ 0 };
	tcn_arena_reset(&pipe->arena);
	tcn_prepare(pipe->prep, article, &pipe->arena, &doc);
	rc = tcn_pipeline_tag(pipe, &doc, NULL);
	if (rc)
		return rc;
	tcn_detector_step(pipe->det, &doc, pipe->next_seq++, TCN_CLOCK_NO_BOUND,
	    &outcome->placement, &outcome->changes);
	return TCN_OK;
}

/* work: what else is done, in rows; all there is: ALL. */
static enum tcn_rc
commit(struct tcn_pipeline *pipe, size_t work, struct tcn_err *err)
{
	bool begins = work && work != ALL && !pipe->compactor.in_round;
	bool changed = pipe->tx || work == ALL;
	size_t drop = DROP_ROWS + DROP_AN_ARTICLE * (size_t)pipe->uncommitted;
	enum tcn_rc rc = tcn_pipeline_begin_articles(pipe);

	if (!rc && work == ALL)
		rc = tcn_compactor_flush_stories(&pipe->compactor, pipe->tx);
	if (!rc)
		rc = tcn_pipeline_save_arrived(pipe);
	if (!rc && changed)
		rc = tcn_pipeline_save_state(pipe);
	if (!rc && work == ALL)
		rc = tcn_compactor_flush_state(&pipe->compactor, pipe->tx);
	else if (!rc && work)
		rc = tcn_compactor_step(&pipe->compactor, pipe->tx, work);
	if (!rc)
		rc = tcn_pipeline_drop_copies(pipe, work == ALL ? ALL : drop);
	rc = tcn_store_end(pipe->store, rc);
	pipe->tx = NULL;
	pipe->committed = pipe->next_seq - 1;
	tcn_log_copier_note(pipe->copier, tcn_store_log_pages(pipe->store));
	if (work == ALL || begins)
		pipe->uncompacted = 0;
	/* A change without an article, as by a reload, leaves a delta, too. */
	if (work != ALL)
		pipe->uncompacted +=
		    pipe->uncommitted ? pipe->uncommitted : changed;
	pipe->uncommitted = 0;
	return tcn_pipeline_store_failed(pipe, rc, err);
}

enum tcn_rc
tcn_pipeline_commit(struct tcn_pipeline *pipe, struct tcn_err *err)
{
	if (!pipe->tx && tcn_pipeline_is_compacted(pipe))
		return TCN_OK;
	return commit(pipe, ALL, err);
}

enum tcn_rc
tcn_pipeline_commit_delta(struct tcn_pipeline *pipe, struct tcn_err *err)
{
	uint64_t n = pipe->uncompacted + pipe->uncommitted;
	size_t work = 0;

	if (!pipe->tx)
		return TCN_OK;
	if (pipe->compactor.in_round || n >= pipe->conf.compact_every)
		work = pipe->conf.compact_rows +
		    ROWS_AN_ARTICLE * (size_t)pipe->uncommitted;
	return commit(pipe, work, err);
}

enum tcn_rc
tcn_pipeline_compact(struct tcn_pipeline *pipe, struct tcn_err *err)
{
	if (tcn_pipeline_is_compacted(pipe))
		return TCN_OK;
	return commit(pipe, IDLE_FACTOR * pipe->conf.compact_rows, err);
}

bool
tcn_pipeline_is_compacted(const struct tcn_pipeline *pipe)
{
	return !pipe->compactor.in_round && pipe->uncompacted == 0;
}

enum tcn_rc
tcn_pipeline_finish(struct tcn_pipeline *pipe, struct tcn_err *err)
{
	enum tcn_rc rc;

	if (!pipe->store)
		return TCN_OK;
	rc = tcn_pipeline_begin_articles(pipe);
	if (!rc)
		rc = tcn_compactor_flush_open(&pipe->compactor, pipe->tx);
	if (rc)
		return tcn_pipeline_store_failed(pipe, rc, err);
	return tcn_pipeline_commit(pipe, err);
}

enum tcn_rc
tcn_pipeline_stop(struct tcn_pipeline *pipe, struct tcn_err *err)
{
	struct tcn_story_stats stats;

	tcn_story_index_stats(
	    tcn_window_story_index(tcn_detector_window(pipe->det)), &stats);
	return stats.stories > STOP_STORIES ? tcn_pipeline_commit(pipe, err)
					    : tcn_pipeline_finish(pipe, err);
}

const struct tcn_pipeline_counts *
tcn_pipeline_counts(const struct tcn_pipeline *pipe)
{
	return &pipe->counts;
}

const struct tcn_item_names *
tcn_pipeline_item_names(const struct tcn_pipeline *pipe)
{
	return &pipe->names;
}

struct tcn_detector *
tcn_pipeline_detector(struct tcn_pipeline *pipe)
{
	return pipe->det;
}

struct tcn_prepare *
tcn_pipeline_prepare(struct tcn_pipeline *pipe)
{
	return pipe->prep;
}

uint64_t
tcn_pipeline_next_seq(const struct tcn_pipeline *pipe)
{
	return pipe->next_seq;
}
