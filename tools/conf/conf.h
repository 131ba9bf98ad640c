/*
 * tools/conf/conf.h - the configuration: each setting is one row of a table
 * and one plain field.
 *
 * To add a setting, add a field to struct tcn_conf and a row to the table in
 * tools/conf/conf_table.c. Reading, checking, printing, --set and the manual's
 * text all come from that row.
 *
 * Call order: tcn_conf_load() (or init, read, set, check one by one), then read
 * the fields, then tcn_conf_fini(). Texts belong to the configuration. Nothing
 * changes it after loading, so threads may share it. A file is read as a stream
 * of events and never as a tree: aliases, anchors and tags are refused, so its
 * cost is O(bytes), and files over 256 KiB are refused too.
 */
#ifndef TCN_TOOLS_CONF_CONF_H
#define TCN_TOOLS_CONF_CONF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "tools/base/networks.h"
#include "tools/base/opt.h"
#include "tools/conf/weights.h"

/* What a rule counts, to decide that something is breaking. */
enum tcn_conf_rule {
	TCN_CONF_RULE_STORY, /* items of one story in the window */
	TCN_CONF_RULE_SIMILAR, /* items within a radius of this one */
	TCN_CONF_RULE_CLUSTER, /* items of one cluster of similar words */
};

/* What is made of an article that comes again at its address, changed. */
enum tcn_conf_copies {
	TCN_CONF_COPIES_SIGHTING,
	TCN_CONF_COPIES_DROP,
	TCN_CONF_COPIES_TEXT,
};

enum tcn_conf_versions {
	TCN_CONF_VERSIONS_FOLD, /* it is kept, and counts once */
	TCN_CONF_VERSIONS_COUNT, /* it is an item like any other */
};

/* How a later event of a dossier is sent. */
enum tcn_conf_episodes {
	TCN_CONF_EPISODES_UPDATE,
	TCN_CONF_EPISODES_ALERT,
	TCN_CONF_EPISODES_DIGEST,
};
enum tcn_conf_pairs_vector {
	TCN_CONF_PAIRS_WORDS,
	TCN_CONF_PAIRS_GIVEN,
};

enum tcn_conf_tagger {
	TCN_CONF_TAGGER_NONE,
	TCN_CONF_TAGGER_APERTIUM,
};

/* How heavily a term counts in a fingerprint. */
enum tcn_conf_weights {
	TCN_CONF_WEIGHTS_TFIDF,
	TCN_CONF_WEIGHTS_ONE, /* all the same */
};

/* Of which words clusters are made. */
enum tcn_conf_lsh_text {
	TCN_CONF_LSH_ALL, /* of title and text */
	TCN_CONF_LSH_TITLE,
};
enum tcn_conf_lsh_words {
	TCN_CONF_LSH_STEM,
	TCN_CONF_LSH_SURFACE, /* as written, in small letters */
};

/* Bits of report.formats, in the order of its words. */
enum tcn_conf_format {
	TCN_CONF_FORMAT_HTML = 1,
	TCN_CONF_FORMAT_MD = 2,
	TCN_CONF_FORMAT_JSON = 4,
};

/* What a worker writes of an article. */
enum tcn_conf_records {
	TCN_CONF_RECORDS_SHORT, /* where that leaves little to do, no words */
	TCN_CONF_RECORDS_WHOLE,
};

/* How an event is written to a topic. */
enum tcn_conf_envelope {
	TCN_CONF_ENVELOPE_NONE, /* the event alone */
	TCN_CONF_ENVELOPE_CLOUDEVENTS,
};

struct tcn_conf {
	struct {
		uint64_t line_max_bytes;
		uint64_t vector_max; /* numbers */
		bool strict;
		int versions; /* enum tcn_conf_versions */
	} input;
	struct {
		uint64_t words_max;
		const char *textcat_dir; /* or NULL */
		int tagger; /* enum tcn_conf_tagger */
		const char *tagger_data; /* a folder, or NULL */
	} text;
	struct {
		int64_t lateness_ms, future_ms, jump_ms;
	} time;
	struct {
		int64_t half_life_ms;
		uint64_t terms_max;
	} df;
	struct {
		int plan; /* enum tcn_near_plan_kind */
		int weights; /* enum tcn_conf_weights */
		uint64_t vector_memory_bytes; /* 0: no cap */
		int64_t horizon_ms;
		int64_t bucket_ms; /* 0: chosen from the horizon */
		uint64_t memory_bytes; /* 0: no cap */
		uint64_t items_max;
	} near;
	struct {
		bool on;
		bool origin;
		uint64_t k, least_words, word_bytes, least_shared;
		int64_t horizon_ms; /* 0: that of near */
		uint64_t common; /* one in so many */
		uint64_t memory_bytes; /* 0: no cap */
	} shingle;
	struct {
		bool on, origin;
		int64_t span_ms; /* 0: a day of zone */
		const char *zone;
		int vector; /* enum tcn_conf_pairs_vector */
		double cosine, likeness, lengths;
		int measure; /* enum tcn_rewrite_measure */
		uint64_t least_words, terms;
		uint64_t memory_bytes; /* 0: no cap */
	} pairs;
	struct {
		int text; /* enum tcn_conf_lsh_text */
		int words; /* enum tcn_conf_lsh_words */
		uint64_t bands, rows, seed, least_bands, least_words;
		double jaccard;
		int estimate; /* enum tcn_minhash_estimate */
		int link; /* enum tcn_clusters_link */
		int64_t horizon_ms; /* 0: rules.within */
		uint64_t memory_bytes; /* 0: no cap */
	} lsh;
	struct {
		bool on;
		int64_t half_life_ms;
		uint64_t labels_max, least, terms_max;
		double share; /* per cent */
		const char *none; /* words, or NULL */
	} category;
	struct {
		double join, merge;
		double vector_join, vector_merge; /* where vectors decide */
		uint64_t vector_memory_bytes; /* 0: no cap */
		uint64_t stories_max, items_max;
		const char *dictionaries; /* a folder, or NULL */
		const char *weights_file; /* or NULL, and then ... */
		bool has_weights; /* ... false; else those of the file: */
		struct tcn_weights weights;
	} story;
	struct {
		const char *file; /* of rules, or NULL */
		int kind; /* enum tcn_conf_rule */
		uint64_t more_than;
		int64_t within_ms;
		uint64_t min_origins, min_publishers;
		double least, early; /* per cent */
		double budget; /* alerts a day */
		uint64_t radius;
		int64_t quiet_ms;
		int64_t reopen_ms;
		double update_factor;
		int64_t group_ms;
		int languages; /* enum tcn_rule_languages */
		uint64_t max_per_hour;
		unsigned kinds; /* a bit for each enum tcn_event_kind */
	} rules;
	struct {
		uint64_t commit_every;
		int copies; /* enum tcn_conf_copies */
		int mode; /* tcn_setup_store_mode() */
		/* 0: for ever */
		int64_t keep_articles_ms, keep_events_ms, keep_reports_ms,
		    keep_editions_ms;
		int64_t keep_deliveries_ms, keep_keys_ms;
		uint64_t size_max_bytes; /* 0: without bound */
	} store;
	struct {
		int64_t window_ms;
		uint64_t count;
		int64_t late_ms, warmup_ms;
	} score;
	struct {
		int64_t least_ms, most_ms; /* between two fetches */
		int64_t timeout_ms;
		uint64_t bytes_max;
		uint64_t parallel, per_host;
		struct tcn_networks allowed; /* beside public addresses */
		const char *user_agent; /* or NULL */
		bool follow;
		uint64_t follow_below;
	} feeds;
	struct {
		uint64_t urls_max, pages_max;
	} sitemap;
	struct {
		const char *address;
		uint64_t port;
		const char *tokens; /* a file, or NULL */
		const char *tls_cert, *tls_key; /* files, or NULL */
		uint64_t wrong_tokens_max;
		const char *names, *public_url; /* or NULL */
		int64_t links_ms; /* 0: off */
		const char *links_key; /* a file, or NULL */
		uint64_t body_max_bytes, head_max_bytes;
		int64_t idle_ms, commit_delay_ms;
		uint64_t pending_max, listeners_max;
		uint64_t connections_max, buffers_max_bytes;
		uint64_t rate_min_bytes, articles_max;
		int64_t slow_ms;
		bool socket;
	} http;
	struct {
		bool images;
		uint64_t images_cache_bytes;
	} web;
	struct {
		int64_t time_ms;
		uint64_t memory_bytes;
	} jobs;
	struct {
		const char *receivers; /* or NULL */
		int64_t retry_least_ms, retry_most_ms;
		uint64_t tries_max;
		int64_t age_max_ms;
		uint64_t digest_over;
		int episodes; /* enum tcn_conf_episodes */
	} deliver;
	struct {
		uint64_t sentences;
		unsigned formats; /* enum tcn_conf_format */
		const char *dir; /* or NULL */
		const char *editions; /* a file, or NULL */
		const char *templates; /* a folder, or NULL */
		const char *browser; /* a program; NULL: the one found */
		int language; /* enum tcn_words_language */
		const char *zone; /* of its times */
	} report;

	struct {
		const char *brokers, *plugin; /* or NULL, as all texts */
		const char *articles, *prepared, *events, *dead; /* topics */
		const char *lease; /* a topic */
		int64_t session_ms;
		const char *group;
		int envelope; /* enum tcn_conf_envelope */
		int records; /* enum tcn_conf_records */
		int compression, security, mechanism; /* words of the table */
		const char *tls_ca, *tls_cert, *tls_key; /* files */
		const char *user, *password; /* the second is a file */
		int64_t lateness_ms, hold_ms;
		uint64_t record_max_bytes;
		const char *options; /* NAME=VALUE, with commas between */
	} kafka;

	/* Below: private to tools/conf. */
	struct tcn_arena texts;
	struct tcn_conf_place *places; /* where each row's value is from */
	const char *file; /* that is being read; NULL: none is */
};

enum tcn_conf_kind {
	TCN_CONF_SECTION, /* begins a section of the rows; has no field */
	TCN_CONF_COUNT, /* uint64_t */
	TCN_CONF_NUMBER, /* double */
	TCN_CONF_PERCENT, /* double; a per-cent sign may follow it */
	TCN_CONF_RATE, /* double, a day; "/day" or "/week" may follow it */
	TCN_CONF_DURATION, /* int64_t, milliseconds */
	TCN_CONF_BYTES, /* uint64_t */
	TCN_CONF_BOOLEAN, /* bool */
	TCN_CONF_CHOICE, /* int: index into words */
	TCN_CONF_SET, /* unsigned: a bit for each of words */
	TCN_CONF_NETWORKS, /* struct tcn_networks */
	TCN_CONF_TEXT, /* const char *; NULL when empty */
	TCN_CONF_LIST, /* the same; a list's words with commas between */
	TCN_CONF_PATH, /* the same; of a file, or a directory */
};

struct tcn_conf_row {
	const char *key; /* "section.name" */
	enum tcn_conf_kind kind;
	size_t at; /* offset of the field */
	const char *initial; /* default, written as in a file */
	const char *least, *most; /* range, written likewise; NULL: none */
	/* The words of a choice or set, NULL after the last. For a number:
	 * the word that stands for 0, which is then allowed even outside the
	 * range. */
	const char *const *words;
	const char *help; /* what it does, in one or two sentences */
};

enum tcn_conf_from {
	TCN_CONF_FROM_DEFAULT,
	TCN_CONF_FROM_FILE,
	TCN_CONF_FROM_SET, /* --set */
};

struct tcn_conf_place {
	enum tcn_conf_from from;
	unsigned long line, column; /* in the file */
};

/* The options of every verb that reads a configuration. */
struct tcn_conf_args {
	const char *file;
	struct tcn_opt_list set;
};

/* Rows for a verb's option table; member is its struct tcn_conf_args. */
#define TCN_CONF_OPTS(type, member)                                            \
	{ "config", 'c', "FILE",                                               \
		"read settings from FILE; 'tocsin config' prints one",         \
		TCN_OPT_TEXT, offsetof(type, member.file) },                   \
	{                                                                      \
		"set", 0, "KEY=VALUE",                                         \
		    "override one setting, e.g. rules.more_than=12; may be "   \
		    "given often",                                             \
		    TCN_OPT_LIST, offsetof(type, member.set)                   \
	}

/*
 * Loads as below, for a verb: prints errors and warnings on standard error and
 * returns an exit code. conf needs tcn_conf_fini() in every case.
 */
int tcn_conf_start(const struct tcn_conf_args *args, struct tcn_conf *conf);

/*
 * Takes the defaults, then the file, then each --set, and then checks that the
 * settings work together. conf needs tcn_conf_fini() in every case. With
 * err->each set all mistakes are reported; the settings without one are set.
 */
TCN_MUST_USE enum tcn_rc tcn_conf_load(const struct tcn_conf_args *args,
    struct tcn_conf *conf, struct tcn_err *err);

/* Sets every setting to its default. */
TCN_MUST_USE enum tcn_rc tcn_conf_init(struct tcn_conf *conf);
void tcn_conf_fini(struct tcn_conf *conf);

/* Reads YAML text; name is what errors call it, and relative paths are beside
 * it. */
TCN_MUST_USE enum tcn_rc tcn_conf_read(struct tcn_conf *conf, const char *name,
    struct tcn_str yaml, struct tcn_err *err);

/* Reads a file of YAML. */
TCN_MUST_USE enum tcn_rc tcn_conf_read_file(struct tcn_conf *conf,
    const char *path, struct tcn_err *err);

/* Reads "key=value". The section may be left out of a key whose name only one
 * section has. */
TCN_MUST_USE enum tcn_rc tcn_conf_set(struct tcn_conf *conf, const char *text,
    struct tcn_err *err);

/* Refuses settings that cannot work together. */
TCN_MUST_USE enum tcn_rc tcn_conf_check(const struct tcn_conf *conf,
    struct tcn_err *err);

/*
 * Appends a line of warning for each pair of settings that is allowed but
 * hardly works as meant.
 */
void tcn_conf_warn(const struct tcn_conf *conf, struct tcn_buf *out);

/* Prints these warnings at the terminal. */
void tcn_conf_say_warnings(const struct tcn_conf *conf);

/* Row i of the table, counted from 0; NULL after the last. */
const struct tcn_conf_row *tcn_conf_row(size_t i);

/*
 * The row called key in full, or by its last part alone; TCN_INVALID and a
 * suggestion when there is none or more than one. An old name finds the row of
 * the new one, with a warning at the terminal unless err is NULL.
 */
TCN_MUST_USE enum tcn_rc tcn_conf_find(const char *key, size_t *row,
    struct tcn_err *err);

/*
 * Reads value into the field of a row, after checking its kind and range.
 * A failure leaves the field as it was. All values come in through this call;
 * row is less than the number of rows. A relative path from a file is made one
 * beside that file (tools/base/path.h).
 */
TCN_MUST_USE enum tcn_rc tcn_conf_put(struct tcn_conf *conf, size_t row,
    struct tcn_str value, struct tcn_conf_place place, struct tcn_err *err);

/* Appends the whole configuration, commented; reading it gives the same,
 * wherever it is kept: paths that were given are absolute. */
void tcn_conf_print(const struct tcn_conf *conf, struct tcn_buf *out);

/* Appends the value, place, help and range of one row, or of a section's. */
void tcn_conf_explain(const struct tcn_conf *conf, size_t row,
    struct tcn_buf *out);

#endif
