/*
 * tools/pipeline/pipeline.h - the path of one article, from record to commit.
 *
 * Every way in (replay, demo, and whatever else brings articles) goes through
 * here, one article after the other:
 *
 *   known?     its key is in the store or in the window: it is reported as a
 *              repeat (repeat_of), and nothing else changes
 *   prepare    engine/item/prepare.h: words, terms, names
 *   guess      window/category: the category of one that came with none
 *   step       rules/detector.h: time, copies, story, events
 *   store      sql/store.h, in the open transaction
 *   commit     every so many articles, with the detector's own state
 *
 * The store holds the detector as it was at the last commit, so that a pipeline
 * opened on it goes on from there: the input is read again, known articles are
 * skipped, and the outcome is that of a run without a break. Without a store
 * nothing is written anywhere.
 */
#ifndef TCN_TOOLS_PIPELINE_PIPELINE_H
#define TCN_TOOLS_PIPELINE_PIPELINE_H

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/prepare.h"
#include "engine/item/record.h"
#include "rules/detector.h"
#include "sql/store.h"
#include "tools/pipeline/expect.h"
#include "tools/pipeline/item_names.h"

struct tcn_pipeline_conf {
	struct tcn_prepare_conf prepare;
	struct tcn_detector_conf detector;
	/* Folder of bilingual dictionaries, read when articles come in a second
	 * language (tools/pipeline/dictionary_words.h); NULL: none. Not used
	 * when detector has a lexicon already. */
	const char *dictionaries;
	/* Folder of a tagger's data (tools/intake/tagger/tag_docs.h), asked
	 * about articles that are not prepared already; NULL: none. */
	const char *tagger;
	/* What is learnt of categories; half_life_ms 0: nothing. */
	struct tcn_category_conf category;
	uint64_t commit_every; /* articles; > 0 */
	uint64_t compact_every; /* articles between compactions; > 0 */
	size_t compact_rows; /* rows that a delta commit compacts; > 0 */
	unsigned store_mode; /* rights of a new store; 0: its owner's alone */
	bool drop_copies; /* tools/pipeline/copy_dropper.h */
	bool copy_texts; /* tcn_store_keep_copy_texts() */
	bool no_headlines; /* events get none, as nobody reads them */
	bool no_names; /* tcn_pipeline_item_names() stays empty, for the same
			* reason; without a store, as events get headlines
			* by it */
	bool read_only; /* the store must exist and is not changed */
	bool existing; /* the store must exist */
	bool no_upgrade; /* tools/pipeline/upgrade.h works on it */
	/* For a daemon: little of the store is cached, and
	 * tcn_pipeline_item_names() stays empty. */
	bool long_running;
	/* Who writes, for the store's lock (tools/base/store_lock.h), and
	 * whether it is a daemon. NULL: "tocsin". */
	const char *verb;
	bool serves;
	/*
	 * An article was refused, and those before it in its transaction were
	 * taken in again: what was written beside them is to be written again
	 * into the transaction, which is open. NULL: nothing was.
	 */
	void (*again)(void *ctx, const struct tcn_detector_changes *changes);
	void *again_ctx;
};

/* Since the pipeline was opened. */
struct tcn_pipeline_counts {
	uint64_t items; /* taken in */
	uint64_t known; /* skipped, as they are known */
	uint64_t urls_refused; /* kept without a url, as it was no link */
	uint64_t duplicates, similar;
	uint64_t excerpts; /* of items: they share sentences with another */
	/* Of items, where they are looked for (pairs.on): they say in other
	 * words what another says, or fill in another's form again. */
	uint64_t rewrites, forms;
	uint64_t versions; /* of items: later versions of a page */
	uint64_t ignored; /* of items: they joined no story */
	uint64_t stories; /* opened, less those merged away */
	uint64_t events; /* fired */
	uint64_t copies_dropped; /* rows of copies that were let go */
	int64_t first_ms, last_ms; /* dates of items; TCN_UNDATED: none */
};

/*
 * What the sender is to be told, once, when most of the first items that were
 * taken in carry no words (tools/pipeline/wordless.h); NULL: nothing, or it was
 * said. ended: no more will come.
 */
struct tcn_pipeline;
const char *tcn_pipeline_say_wordless(struct tcn_pipeline *pipe, bool ended);

/* What became of one article. */
struct tcn_pipeline_outcome {
	uint64_t repeat_of; /* the seq of a known article; 0: it is new */
	struct tcn_placement placement; /* when new */
	struct tcn_expect_guess guess; /* of its category, when new */
	/* Who chose its content words: tcn_content_source_name(), "none" where
	 * it has none; and the tagger's name, until the next article. */
	const char *content_from;
	struct tcn_str tagger;
	struct tcn_detector_changes
	    changes; /* until the next article or commit */
};

struct tcn_pipeline;
struct tcn_taggers_counts;

/*
 * db_path NULL: no store. An existing store is continued; unless read_only is
 * set, its lock is held until close, one of an older program is upgraded
 * (tools/pipeline/upgrade.h), and a saved state that cannot be read is made
 * anew (pipeline_rebuild.c). err names what failed; TCN_BUSY: another program
 * writes to this store (tcn_store_lock_take).
 */
TCN_MUST_USE enum tcn_rc tcn_pipeline_open(const struct tcn_pipeline_conf *conf,
    const char *db_path, struct tcn_pipeline **pipe, struct tcn_err *err);

/* Rolls back what was not committed. */
void tcn_pipeline_close(struct tcn_pipeline *pipe);

/*
 * Whether the store has, or had, that article, which is finished: *seq is its
 * number, or 0. Without a store, whether the window does. Errors: those of the
 * store.
 */
TCN_MUST_USE enum tcn_rc tcn_pipeline_find(struct tcn_pipeline *pipe,
    const struct tcn_article *article, uint64_t *seq, struct tcn_err *err);

/*
 * Takes one article; before it, commits when commit_every are waiting, so that
 * what the last one changed can still be read: as a delta where more articles
 * than these lie between compactions. bound_ms: the wall clock in a
 * live run, else TCN_CLOCK_NO_BOUND.
 *
 * TCN_INVALID: the store refuses the article, and err says why; it is left out,
 * in a long run with a line in the log, and all goes on as if it had not come
 * (tools/pipeline/pipeline_refused.c). TCN_CORRUPT: it refuses an event that
 * closes as time goes by, which err names. After any other error than
 * TCN_INVALID the pipeline can only be closed; what was committed stands.
 *
 * In a live run an article without a date, and one whose date is still to come,
 * is given the date bound_ms before anything else, and is stored with it. So
 * the stream's time goes on whatever dates come, it never passes the wall
 * clock, and a replay of the store comes to the same decisions. When the wall
 * clock has been set back behind the stream's time, that is in its place.
 *
 * After more than the clock's jump_ms without an article the wall clock
 * confirms dates: those up to that much after the article that ends the silence
 * move the stream's time alone. Of which articles that was so is stored
 * (ts_confirmed), as a replay of the store has no wall clock.
 */
TCN_MUST_USE enum tcn_rc tcn_pipeline_article(struct tcn_pipeline *pipe,
    const struct tcn_article *article, int64_t bound_ms,
    struct tcn_pipeline_outcome *outcome, struct tcn_err *err);

/* The same for an article that was prepared already, on whatever thread. */
TCN_MUST_USE enum tcn_rc tcn_pipeline_doc(struct tcn_pipeline *pipe,
    const struct tcn_doc *doc, int64_t bound_ms,
    struct tcn_pipeline_outcome *outcome, struct tcn_err *err);

/*
 * The same without storing anything: what would become of this article? The
 * pipeline remembers it, so this is for one that is closed uncommitted.
 */
TCN_MUST_USE enum tcn_rc tcn_pipeline_try(struct tcn_pipeline *pipe,
    const struct tcn_article *article, struct tcn_pipeline_outcome *outcome);

/* What is learnt of categories; the pipeline's. An archive may be learnt from
 * before the stream begins; the next commit saves it. */
struct tcn_expect *tcn_pipeline_expect(struct tcn_pipeline *pipe);

/* Whether the pipeline has learnt of any category, or taken an article in. */
bool tcn_pipeline_knows_categories(const struct tcn_pipeline *pipe);

/*
 * Time goes on though no article comes: closes the events that have been quiet
 * up to now_ms, a time of the stream, each with its deadline as its date. The
 * next article would close them with the same date, so that the store is that
 * of a replay of the same articles. Nothing else moves: not the stream's time,
 * nor the window. *changes lists the events, until the next call; their
 * revisions are in the articles' transaction (tcn_pipeline_tx), which is open
 * if there are any. O(1) when there are none.
 */
TCN_MUST_USE enum tcn_rc tcn_pipeline_advance(struct tcn_pipeline *pipe,
    int64_t now_ms, struct tcn_detector_changes *changes, struct tcn_err *err);

/* What tcn_pipeline_mend_clock() did. */
struct tcn_pipeline_mended {
	uint64_t items, events; /* that were in the future */
	uint64_t closed; /* events that were open */
};

/*
 * Takes a store whose time has run ahead of the wall clock back to it: what is
 * in the future counts as of now_ms, stories end and open events close, and the
 * detector learns anew what is usual. Articles, events, messages and what desks
 * did stay. One transaction. The pipeline can only be closed afterwards.
 */
TCN_MUST_USE enum tcn_rc tcn_pipeline_mend_clock(struct tcn_pipeline *pipe,
    int64_t now_ms, struct tcn_pipeline_mended *mended, struct tcn_err *err);

/* The stream's time; before the first date 0. */
int64_t tcn_pipeline_stream_ms(const struct tcn_pipeline *pipe);

/* The time before which no copy is recognized: near.horizon back from then. */
int64_t tcn_pipeline_horizon_ms(const struct tcn_pipeline *pipe);

/*
 * When the last article came, by the wall clock that it was taken with, in
 * this run or, as of the last commit, one before; TCN_UNDATED: none has.
 */
int64_t tcn_pipeline_arrived_ms(const struct tcn_pipeline *pipe);

/* Keeps a named text (tcn_store_put_meta) with the next commit. */
TCN_MUST_USE enum tcn_rc tcn_pipeline_put_meta(struct tcn_pipeline *pipe,
    const char *name, struct tcn_str value, struct tcn_err *err);

/* Notes in the articles' transaction how far a log was read
 * (sql/store_offsets.h): call it before anything else may commit. */
TCN_MUST_USE enum tcn_rc tcn_pipeline_put_offset(struct tcn_pipeline *pipe,
    struct tcn_str topic, int32_t partition, int64_t next, struct tcn_err *err);

/* Makes everything durable now; nothing to do without a store. */
TCN_MUST_USE enum tcn_rc tcn_pipeline_commit(struct tcn_pipeline *pipe,
    struct tcn_err *err);

/*
 * Commits as durably, but appends what changed of the detector's state as a
 * delta and puts off the rows of stories (tools/pipeline/compactor.h), for a
 * caller that commits every few articles. Once compact_every articles were
 * committed like this, each such commit also does a step of compaction. When no
 * articles come for a while, the caller calls tcn_pipeline_compact() until
 * tcn_pipeline_is_compacted(). Stories read from the store may be as old as the
 * last compaction.
 */
TCN_MUST_USE enum tcn_rc tcn_pipeline_commit_delta(struct tcn_pipeline *pipe,
    struct tcn_err *err);

/* A larger step of compaction, some milliseconds, and a commit. */
TCN_MUST_USE enum tcn_rc tcn_pipeline_compact(struct tcn_pipeline *pipe,
    struct tcn_err *err);
bool tcn_pipeline_is_compacted(const struct tcn_pipeline *pipe);

/*
 * Other writes to the store. The pipeline is the one owner of the store's
 * transaction (sql/store.h), which it opens with the first article after a
 * commit and leaves open until the next. Others write in one of two ways.
 *
 * What follows from an article (an event's messages) joins the articles'
 * transaction, so that it is stored if and only if the article is:
 * tcn_pipeline_tx() gives it, and it must be open, as it is when an article
 * has just been taken in.
 *
 * All else (what a desk does, what came of a message, a feed's row, settings)
 * has a transaction of its own: tcn_pipeline_begin() commits the articles that
 * wait (tcn_pipeline_commit_delta) and opens one, tcn_pipeline_end() commits it
 * or, when rc is an error, rolls it back and returns rc. It does not join
 * the articles' transaction, because its failure would then undo articles, and
 * because it is to be durable when it is answered, not at some later commit.
 * In between the pipeline takes nothing in (an assert). When begin fails, *tx
 * is NULL and end does no more than return rc, so that it can be called always.
 */
TCN_MUST_USE enum tcn_rc tcn_pipeline_begin(struct tcn_pipeline *pipe,
    struct tcn_store_tx **tx, struct tcn_err *err);
TCN_MUST_USE enum tcn_rc tcn_pipeline_end(struct tcn_pipeline *pipe,
    enum tcn_rc rc, struct tcn_err *err);
struct tcn_store_tx *tcn_pipeline_tx(struct tcn_pipeline *pipe);

/* tcn_store_relax(), between transactions. */
TCN_MUST_USE enum tcn_rc tcn_pipeline_relax(struct tcn_pipeline *pipe,
    bool relaxed, struct tcn_err *err);

/* Copies what was committed from the write-ahead log into the store's file,
 * which then has its true size; in a long run on a thread of its own, which
 * goes on after this has returned. No transaction may be open. */
TCN_MUST_USE enum tcn_rc tcn_pipeline_checkpoint(struct tcn_pipeline *pipe,
    struct tcn_err *err);

/* From now on commits survive a power cut (tcn_store_set_durable). */
TCN_MUST_USE enum tcn_rc tcn_pipeline_set_durable(struct tcn_pipeline *pipe,
    struct tcn_err *err);

/*
 * Gives memory back to the system that opening the store needed and what
 * follows does not: cached pages of the store, and what malloc() holds free.
 */
void tcn_pipeline_trim(struct tcn_pipeline *pipe);

/* At the end of a run: writes all open stories out and commits. */
TCN_MUST_USE enum tcn_rc tcn_pipeline_finish(struct tcn_pipeline *pipe,
    struct tcn_err *err);

/* The same where somebody waits for the end: open stories are left as they were
 * stored last, as after a kill, where they are more than ten thousand. */
TCN_MUST_USE enum tcn_rc tcn_pipeline_stop(struct tcn_pipeline *pipe,
    struct tcn_err *err);

const struct tcn_pipeline_counts *
tcn_pipeline_counts(const struct tcn_pipeline *pipe);
const struct tcn_item_names *
tcn_pipeline_item_names(const struct tcn_pipeline *pipe);

/* What became of the texts that the pipeline itself had tagged; false, and all
 * 0, when it has no tagger. */
bool tcn_pipeline_tagger_counts(const struct tcn_pipeline *pipe,
    struct tcn_taggers_counts *counts);

/* The detector, and what prepares articles; they stay the pipeline's. */
struct tcn_detector *tcn_pipeline_detector(struct tcn_pipeline *pipe);
struct tcn_prepare *tcn_pipeline_prepare(struct tcn_pipeline *pipe);

/* The store, to be read; NULL: the pipeline has none. */
const struct tcn_store *tcn_pipeline_store(const struct tcn_pipeline *pipe);

/* Whether a transaction is open: what the last commit left is not all. */
bool tcn_pipeline_is_writing(const struct tcn_pipeline *pipe);

/*
 * Whether the pipeline agrees with itself: its transaction, what is left to
 * compact, and the window and stories of its detector, which a just opened one
 * has read from the store's saved state. TCN_CORRUPT and a sentence when not.
 * Reads everything that is in memory.
 */
TCN_MUST_USE enum tcn_rc tcn_pipeline_check(const struct tcn_pipeline *pipe,
    struct tcn_err *err);

/* Numbers in each vector of the stream; 0: none has come. */
size_t tcn_pipeline_vector_length(const struct tcn_pipeline *pipe);

/* The arrival number the next new article will have. */
uint64_t tcn_pipeline_next_seq(const struct tcn_pipeline *pipe);

#endif
