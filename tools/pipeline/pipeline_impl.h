/*
 * tools/pipeline/pipeline_impl.h - the members of a pipeline. Private to
 * pipeline*.c: pipeline.c takes articles in, pipeline_restore.c reads back
 * what the last commit left.
 */
#ifndef TCN_TOOLS_PIPELINE_PIPELINE_IMPL_H
#define TCN_TOOLS_PIPELINE_PIPELINE_IMPL_H

#include "engine/base/arena.h"
#include "tools/base/store_lock.h"
#include "tools/intake/tagger/tag_docs.h"
#include "tools/pipeline/compactor.h"
#include "tools/pipeline/copy_dropper.h"
#include "tools/pipeline/dictionary_words.h"
#include "tools/pipeline/dossiers.h"
#include "tools/pipeline/headlines.h"
#include "tools/pipeline/log_copier.h"
#include "tools/pipeline/pipeline.h"
#include "tools/pipeline/wordless.h"
#include "window/base/recent.h"

struct tcn_pipeline {
	struct tcn_pipeline_conf conf;
	struct tcn_prepare *prep;
	struct tcn_detector *det;
	struct tcn_expect expect;
	char *dictionaries; /* the folder */
	bool has_dictionaries; /* they were read, or there are none ... */
	struct tcn_lexicon *lexicon; /* ... and this is NULL */
	char lang[8]; /* until then: of the first article that has one */
	char *tagger_dir; /* NULL: none */
	char *none; /* what says no category; NULL: nothing */
	struct tcn_taggers *taggers; /* NULL: not opened yet, or none */
	struct tcn_tagger *tagger;
	struct tcn_store *store;
	struct tcn_store_lock *lock; /* NULL: nothing is written */
	struct tcn_store_tx *tx; /* open; NULL: none is */
	char *db_path; /* NULL: none */
	struct tcn_log_copier *copier; /* NULL: not needed yet, or it failed */
	uint64_t
	    copied_at; /* pages in the log when a copy was last asked for */
	bool versioned; /* the saved state says its version */
	bool lent; /* tx is a caller's, until tcn_pipeline_end() */
	struct tcn_recent known; /* article keys, when there is no store */
	struct tcn_item_names names;
	struct tcn_headlines *headlines;
	struct tcn_dossiers *dossiers;
	struct tcn_arena events; /* that changed last, with headlines */
	struct tcn_arena arena; /* one article's */
	struct tcn_pipeline_counts counts;
	struct tcn_wordless wordless;
	uint64_t next_seq;
	uint64_t committed; /* seq of the last item that is; or 0 */
	struct tcn_compactor compactor; /* what delta commits put off */
	struct tcn_copy_dropper copies;
	uint64_t uncommitted;
	int64_t arrived_ms; /* as of tcn_pipeline_arrived_ms() */
	int64_t arrived_saved_ms; /* the same, as the store has it */
	/* When, by the wall clock, the first article came after a silence. */
	int64_t resumed_ms, resumed_saved_ms;
	uint64_t uncompacted; /* articles of delta commits since the last round
			 * began; a commit without any counts as one */
};

/*
 * Fills the detector, and what is left to compact, from the store, as of its
 * last commit. TCN_CORRUPT: the saved state cannot be read; the store's errors.
 */
TCN_MUST_USE enum tcn_rc tcn_pipeline_restore(struct tcn_pipeline *pipe,
    struct tcn_err *err);

/*
 * Gives the events that changed their headlines, and stores them where there is
 * a store, in the open transaction: *changes then lists copies of them, in the
 * pipeline. item: seq of the item that changed them, whose row is stored; 0:
 * time did.
 */
TCN_MUST_USE enum tcn_rc tcn_pipeline_take_events(struct tcn_pipeline *pipe,
    uint64_t item, struct tcn_detector_changes *changes, struct tcn_err *err);

/* pipeline_life.c: has an event that changed count its life. Errors: those of
 * the store. */
TCN_MUST_USE enum tcn_rc tcn_pipeline_count_life(struct tcn_pipeline *pipe,
    const struct tcn_detector_changes *changes, struct tcn_event *event);

/*
 * Takes in an article that is not known. TCN_INVALID: the store refuses it, and
 * all is as if it had not come; that costs O(what is read back at a start, and
 * the articles of the transaction).
 */
TCN_MUST_USE enum tcn_rc tcn_pipeline_take(struct tcn_pipeline *pipe,
    const struct tcn_doc *doc, int64_t bound_ms,
    struct tcn_pipeline_outcome *outcome, struct tcn_err *err);

/* The same, but after any error what is in memory is of no use. */
TCN_MUST_USE enum tcn_rc tcn_pipeline_take_doc(struct tcn_pipeline *pipe,
    const struct tcn_doc *doc, int64_t bound_ms,
    struct tcn_pipeline_outcome *outcome, struct tcn_err *err);

/* Returns rc; when it is an error and err is not NULL, *err is the store's. */
enum tcn_rc tcn_pipeline_store_failed(struct tcn_pipeline *pipe, enum tcn_rc rc,
    struct tcn_err *err);

/*
 * The store's saved state cannot be read: makes it anew from the articles and
 * events that are stored, and writes it, in one transaction. The detector is
 * left empty, as a new one, to be restored.
 */
TCN_MUST_USE enum tcn_rc tcn_pipeline_rebuild(struct tcn_pipeline *pipe,
    struct tcn_err *err);

/* Empties all memory that tcn_pipeline_restore() fills. */
TCN_MUST_USE enum tcn_rc tcn_pipeline_empty(struct tcn_pipeline *pipe);

/* Writes what changed of the detector's state, and of what was learnt of
 * categories, into the open transaction. */
TCN_MUST_USE enum tcn_rc tcn_pipeline_save_state(struct tcn_pipeline *pipe);

/* Makes sure that the articles' transaction is open. */
TCN_MUST_USE enum tcn_rc tcn_pipeline_begin_articles(struct tcn_pipeline *pipe);

/*
 * Before an article in this language, or "": reads the dictionaries if it is
 * the first of a second language, as nothing looks at them earlier. Of the
 * articles of a store that goes on the languages are not known: then it is the
 * first that has one. TCN_IO.
 */
TCN_MUST_USE enum tcn_rc
tcn_pipeline_read_dictionaries(struct tcn_pipeline *pipe, const char *lang,
    struct tcn_err *err);

/* Has a doc, which is in the pipeline's arena, tagged. TCN_IO. */
TCN_MUST_USE enum tcn_rc tcn_pipeline_tag(struct tcn_pipeline *pipe,
    struct tcn_doc *doc, struct tcn_err *err);

/*
 * What counts as now: the wall clock, or the stream's time when that clock has
 * been set back behind it. Which of them is right cannot be known here; but
 * what is neither dated nor of the past then still counts.
 */
int64_t tcn_pipeline_now_ms(const struct tcn_pipeline *pipe, int64_t bound_ms);

/* The date that the article is taken in with. In a live run an article without
 * a date, or with one in the future, gets the present. */
int64_t tcn_pipeline_date(const struct tcn_pipeline *pipe,
    const struct tcn_article *article, int64_t bound_ms);

/* Whether this date leaps ahead of the stream's time (tcn_window_leaps). */
bool tcn_pipeline_leaps(const struct tcn_pipeline *pipe, int64_t ts_ms);

/*
 * Before an article of a live run, with its date: whether the wall clock
 * confirms that. It does after a silence, more than time.jump without any
 * article: the first that comes then, and what is no newer than it, are that
 * far ahead because the hours went by. False in a replay.
 */
bool tcn_pipeline_wall_confirms(struct tcn_pipeline *pipe, int64_t ts_ms,
    int64_t bound_ms);

/* Writes what the wall clock said into the open transaction, if it has changed;
 * reads it. */
TCN_MUST_USE enum tcn_rc tcn_pipeline_save_arrived(struct tcn_pipeline *pipe);
TCN_MUST_USE enum tcn_rc
tcn_pipeline_restore_arrived(struct tcn_pipeline *pipe);

/* Lets copies go that are no longer read, in the open transaction: about so
 * much work, in rows; SIZE_MAX: all. */
TCN_MUST_USE enum tcn_rc tcn_pipeline_drop_copies(struct tcn_pipeline *pipe,
    size_t work);

#endif
