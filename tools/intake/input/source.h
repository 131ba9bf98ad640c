/*
 * tools/intake/input/source.h - a stream of articles: from files, a store or
 * the generator.
 *
 * Every verb that runs a stream reads it here. Call order: open, next until it
 * returns neither TCN_OK nor TCN_INVALID, close. An article lives in the arena
 * that was given for it, so that a caller may read a batch into one arena, hand
 * it to another thread and read ahead meanwhile. A source is used by one thread
 * at a time.
 *
 * Files hold NDJSON (tools/intake/input/input_ndjson.h). Several are merged by
 * the dates of their articles (tools/intake/input/source_merge.c): each file
 * keeps its own order, and the file whose next article is the oldest is read
 * from; of equals the one named first. A wrong date delays nothing: an article
 * dated later than three of the eight that follow it in its file comes at the
 * time of the oldest of these, and one without a date at the time of the one
 * before it. Files are open only while their articles are due, so that there
 * may be any number.
 *
 * Of the articles of files it is said whether what follows confirms their dates
 * (tools/intake/input/source_confirm.c), so that the stream's time goes along
 * however far apart they lie. For this the eight lines behind an article are
 * read first where it lies more than jump_ms ahead of those before it, and at
 * the beginning.
 *
 * A store gives back its articles in order of arrival, as the detector got
 * them, also which dates had been confirmed. It is only read; items that arrive
 * after open are not seen. One that cannot be read is a bad line.
 */
#ifndef TCN_TOOLS_INTAKE_INPUT_SOURCE_H
#define TCN_TOOLS_INTAKE_INPUT_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/article.h"
#include "tools/base/opt.h"
#include "tools/conf/conf.h"
#include "window/base/clock.h"

struct tcn_source_conf {
	char *const *paths; /* "-" is standard input */
	size_t paths_n; /* > 0, unless there is a store */
	size_t line_max_bytes; /* see tools/intake/input/input_ndjson.h */
	struct tcn_article_limits limits;

	/* The store to read in place of files, or NULL; outlives the source. */
	const char *db;
	int64_t since_ms, until_ms; /* of the store: since <= time < until */

	/* Of files: what the stream's clock goes by; jump_ms 0: no date is
	 * confirmed. */
	struct tcn_clock_conf clock;
};

struct tcn_source;

/*
 * Opens every file once, so that one that cannot be read is an error before
 * anything runs. Errors: TCN_IO, TCN_INVALID (not a store of tocsin),
 * TCN_CORRUPT; err names the file and what to do.
 */
TCN_MUST_USE enum tcn_rc tcn_source_open(const struct tcn_source_conf *conf,
    struct tcn_source **source, struct tcn_err *err);
void tcn_source_close(struct tcn_source *source); /* may be NULL */

/* Whether reading what conf names may wait for input, as from a pipe or a
 * terminal: then nothing should be read ahead. */
bool tcn_source_may_wait(const struct tcn_source_conf *conf);

/* Opens the articles of a generated stream; demo must outlive the source. */
struct tcn_demo;
struct tcn_source *tcn_source_open_demo(struct tcn_demo *demo);

/*
 * Says how many numbers the stream's vectors have, when it goes on with one
 * that is stored: others are bad lines. 0: the first vector says so. Before
 * next.
 */
void tcn_source_set_vector_length(struct tcn_source *source, size_t n);

/*
 * TCN_OK       *article holds the next one, in arena
 * TCN_INVALID  a bad line was passed over, which err names; go on
 * TCN_DONE     the end
 * otherwise    it cannot go on; err says why
 */
TCN_MUST_USE enum tcn_rc tcn_source_next(struct tcn_source *source,
    struct tcn_arena *arena, struct tcn_article *article, struct tcn_err *err);

/*
 * Where the window had placed the article that next gave last, as a store
 * remembers it: in the arena of that article. NULL: the source is no store.
 */
const struct tcn_placement *tcn_source_place(const struct tcn_source *source);

/*
 * Checks what a kind of source keeps in order (a merge its heap of files):
 * TCN_INVALID with a sentence in err when it is not. For tests.
 */
TCN_MUST_USE enum tcn_rc tcn_source_check(const struct tcn_source *source,
    struct tcn_err *err);

/* How far it was read: bytes as they lie on disk, or items of a store. */
struct tcn_source_at {
	uint64_t done, total; /* total 0: not known */
};
void tcn_source_at(const struct tcn_source *source, struct tcn_source_at *at);

/* --- The options of every verb that reads a stream. --- */

struct tcn_source_args {
	const char *db, *since, *until;
	bool elsewhere; /* the verb has articles that are of neither */
};

/* Rows for a verb's option table; member is its struct tcn_source_args. */
#define TCN_SOURCE_OPTS(type, member)                                          \
	{ "from-db", 0, "FILE", "read the articles back from the store FILE",  \
		TCN_OPT_TEXT, offsetof(type, member.db) },                     \
	    { "since", 0, "TIME", "with --from-db: articles from TIME on",     \
		    TCN_OPT_TEXT, offsetof(type, member.since) },              \
	{                                                                      \
		"until", 0, "TIME", "with --from-db: articles before TIME",    \
		    TCN_OPT_TEXT, offsetof(type, member.until)                 \
	}

/*
 * Fills in *source from the command line; paths are its arguments that are no
 * options. Texts are referred to, not copied. TCN_INVALID: err says what is
 * wrong.
 */
TCN_MUST_USE enum tcn_rc tcn_source_args(const struct tcn_source_args *args,
    const struct tcn_conf *conf, int paths_n, char *const *paths,
    struct tcn_source_conf *source, struct tcn_err *err);

#endif
