/*
 * tools/tell/edition/edition_conf.h - reads the file of editions.
 *
 *	editions:
 *	  - name: morning
 *	    when: Mon-Fri 07:00, 17:30
 *	    zone: Europe/Berlin
 *	    what: {categories: [world], severity: medium, top: 20}
 *	    format: [html, md]
 *	    receivers: [desk]
 *	    late_within: 6h
 *	  - {name: obituary, closes: high, receivers: [desk]}
 *
 * The setting report.editions names the file. What an edition has are the rows
 * of a table in edition_conf.c; tocsin-editions(5) says what each means. A
 * mistake is told with file, line, column and mend.
 */
#ifndef TCN_TOOLS_TELL_EDITION_EDITION_CONF_H
#define TCN_TOOLS_TELL_EDITION_EDITION_CONF_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/suggest.h"
#include "engine/item/record.h"
#include "tools/tell/schedule/schedule.h"
#include "tools/tell/words/words.h"

#define TCN_EDITIONS_MAX           100 /* of a file */
#define TCN_EDITION_NAME_BYTES     23
#define TCN_EDITION_FILE_BYTES_MAX ((size_t)256 * 1024)

enum tcn_edition_late {
	TCN_EDITION_LATE_LATEST, /* one, for the newest time that was missed */
	TCN_EDITION_LATE_ALL, /* each, the oldest first */
	TCN_EDITION_LATE_SKIP,
};

/* What becomes of an edition that has nothing new to tell. */
enum tcn_edition_empty {
	TCN_EDITION_EMPTY_SEND,
	TCN_EDITION_EMPTY_SKIP, /* it is made and shown, and nobody gets it */
	TCN_EDITION_EMPTY_KEEP, /* the same, as it was called before */
};

/* Bits of sections, in the order of a page. */
enum tcn_edition_section {
	TCN_EDITION_NEW, /* not told of before */
	TCN_EDITION_DEVELOPING, /* told of before, and there is more */
	TCN_EDITION_CLOSED, /* it has ended */
	TCN_EDITION_ALSO, /* no event: a large story that did not fire */
	TCN_EDITION_UNCHANGED, /* one line for all */
};

#define TCN_EDITION_SECTIONS 5

/* What the events of a section are put together by. */
enum tcn_edition_by {
	TCN_EDITION_BY_RANK,
	TCN_EDITION_BY_CATEGORY,
};

/* Bits of formats: those that are written and stored; and PDF, which a browser
 * prints when the edition is sent by mail (tools/serve/deliver/mail_page.h). */
enum tcn_edition_format {
	TCN_EDITION_HTML,
	TCN_EDITION_MD,
	TCN_EDITION_JSON,
	TCN_EDITION_TEXT,
	TCN_EDITION_NINJS,
	TCN_EDITION_PDF,
};

#define TCN_EDITION_FORMATS 5 /* that are written */

extern const char *const tcn_edition_format_names[]; /* ends with NULL */
extern const char *const tcn_edition_section_names[]; /* likewise */

struct tcn_edition_strs {
	const struct tcn_str *at;
	size_t n;
};

struct tcn_edition_conf {
	const char *name; /* letters, digits and -, the latter not first */
	const char *title; /* or NULL: the name */
	const char *zone;
	int closes; /* least severity of an event whose end is due; -1: none */
	struct tcn_schedule *schedule; /* NULL with `closes` */
	struct tcn_schedule *clock; /* the schedule, or one of its zone alone */

	/* What it tells of. Empty lists are no condition. */
	struct tcn_edition_strs rules, categories, languages, sources;
	const char *search; /* the name of a saved one; or NULL */
	int severity; /* enum tcn_severity, at least */
	uint64_t top; /* events in full, those of most rank */
	uint64_t fill; /* so many, with stories that did not fire; 0: none */

	unsigned sections, formats; /* bits */
	int by; /* enum tcn_edition_by */
	int language; /* enum tcn_words_language */
	struct tcn_words *words; /* of that language, in its zone */
	int paper; /* 0: A4; 1: Letter */
	struct tcn_edition_strs receivers; /* receivers or desks */
	int empty; /* enum tcn_edition_empty */
	int late; /* enum tcn_edition_late */
	int64_t late_within_ms; /* a later one is skipped; 0: never */
	int64_t settle_ms; /* how long after the due time it is cut */
	unsigned long line; /* of the file */
	uint64_t hash; /* of what it says */
};

struct tcn_editions {
	struct tcn_edition_conf *at;
	size_t n;
	struct tcn_arena arena; /* owns all of it but schedules and words */
};

/* Who may be named as a receiver; known NULL: not checked. */
struct tcn_edition_receivers {
	bool (*known)(void *ctx, struct tcn_str name);
	/* Offers each name that is known; or NULL. */
	void (*offer)(void *ctx, struct tcn_suggest *nearest);
	void *ctx;
};

/* Reads the text of a file that errors call name; *editions needs
 * tcn_editions_free(). TCN_INVALID: err says what is wrong. */
TCN_MUST_USE enum tcn_rc tcn_editions_parse(const char *name,
    struct tcn_str yaml, const struct tcn_edition_receivers *receivers,
    struct tcn_editions **editions, struct tcn_err *err);

/* The same of a file. TCN_IO, too. */
TCN_MUST_USE enum tcn_rc tcn_editions_read(const char *path,
    const struct tcn_edition_receivers *receivers,
    struct tcn_editions **editions, struct tcn_err *err);

void tcn_editions_free(struct tcn_editions *editions); /* may be NULL */

/* By name, or NULL. */
const struct tcn_edition_conf *
tcn_edition_find(const struct tcn_editions *editions, struct tcn_str name);

/* The title that is shown. */
struct tcn_str tcn_edition_title(const struct tcn_edition_conf *conf);

#endif
