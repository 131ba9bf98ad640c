/*
 * tools/tell/words/words.h - words, dates, numbers and lists of pages, in the
 * language of their reader.
 *
 * Messages are gettext's: the English text in the source is the key, xgettext
 * finds it (po/), translators write catalogues, msgfmt compiles them. The
 * compiled catalogues are built into the program, and
 * tools/tell/words/catalogue.h reads them. libintl was not used to look them up
 * because it follows the locale of the process: that locale must be installed,
 * which a server's often is not; it holds for a whole thread, so a daemon with
 * readers of two languages would switch it for each sentence; and LANGUAGE in
 * the environment overrides it, so that the same report would come out
 * differently elsewhere. A program that was built without msgfmt speaks English
 * in all languages (tcn_words_has() tells).
 *
 * Dates, numbers, percentages, lists and names of languages are ICU's for the
 * language, and so is the choice of a plural form. The patterns of dates are
 * messages: a newsroom's form of a date is a matter of its language's style,
 * and ICU's choice of one changes with its version. Lengths of time are
 * messages for the same reason. Nothing is put in the order of names: sources
 * stand in that of what they had and when.
 *
 * A handle is for one language and one time zone. Nothing in it changes once
 * it is made, but ICU's formatters may not be shared by threads: one handle a
 * thread. Opening takes about 110 microseconds, some 2.6 milliseconds for the
 * first of a process; a message 25 nanoseconds, a date 1.4 microseconds (the
 * best of 200, on a busy core).
 *
 * What is short, a date or a number, is put into the caller's bytes. The rest
 * is appended to a buffer. Nothing is escaped.
 */
#ifndef TCN_TOOLS_TELL_WORDS_WORDS_H
#define TCN_TOOLS_TELL_WORDS_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/str.h"
#include "tools/base/words_mark.h"

enum tcn_words_language {
	TCN_WORDS_EN,
	TCN_WORDS_DE,
	TCN_WORDS_ES,
	TCN_WORDS_FR,
	/* For settings only: the language of what is told of. */
	TCN_WORDS_AUTO,
};

#define TCN_WORDS_LANGUAGES 4 /* without AUTO */

/* "en", "de" ... "auto", in the order of the enumeration; ends with NULL. */
extern const char *const tcn_words_codes[];

/* The same without "auto". */
extern const char *const tcn_words_languages[];

/* Whether the language has a catalogue; true for English and AUTO. */
bool tcn_words_has(enum tcn_words_language language);

/* The language's catalogue as msgfmt compiled it; empty for English, and for
 * all languages in a build without msgfmt. */
struct tcn_str tcn_words_catalogue(enum tcn_words_language language);

/* A hash of all catalogues. Programs with different hashes may write the same
 * page in different words. */
uint64_t tcn_words_hash(void);

/* Sets *language to that of one of tcn_words_codes, "auto" included; false: the
 * code is none of them. */
bool tcn_words_find(const char *code, enum tcn_words_language *language);

/* The language that a tag names, "de" or "de-AT"; AUTO: none of ours. */
enum tcn_words_language tcn_words_language_of(struct tcn_str tag);

/* The language that an HTTP header Accept-Language prefers among ours; AUTO: it
 * names none of them, or is malformed. */
enum tcn_words_language tcn_words_accepted(struct tcn_str header);

struct tcn_words;

/* Room for a short text, with some to spare; a longer one is left out. */
#define TCN_WORDS_BYTES 192

/* Opens a language, AUTO being English, in a zone by its name
 * (engine/text/zone.h); tcn_words_free() ends it. Errors: TCN_INVALID for a
 * zone that is not known. */
TCN_MUST_USE enum tcn_rc tcn_words_new(enum tcn_words_language language,
    const char *zone, struct tcn_words **words, struct tcn_err *err);

/* The same of a zone that was checked before, which cannot fail: one that is
 * not known, and NULL, is UTC. */
struct tcn_words *tcn_words_in_zone(enum tcn_words_language language,
    const char *zone);

/* For tests: opens a catalogue that the caller brings, with English dates. */
TCN_MUST_USE enum tcn_rc tcn_words_new_with(struct tcn_str catalogue,
    struct tcn_words **words, struct tcn_err *err);

void tcn_words_free(struct tcn_words *words); /* may be NULL */

/* "de": for lang= and JSON. */
const char *tcn_words_code(const struct tcn_words *words);

/* "Europe/Madrid": the zone's name, as it was given. */
const char *tcn_words_zone(const struct tcn_words *words);

/* --- messages --- */

/* The text that replaces {name}; the last of an array has no name. */
struct tcn_words_with {
	const char *name;
	struct tcn_str text;
};

/* TCN_WITH({ "when", text }, { "rule", rule }) */
#define TCN_WITH(...)                                                          \
	((const struct tcn_words_with[]){ __VA_ARGS__, { NULL, { NULL, 0 } } })

/* The translation, or the message itself where there is none. Valid as long as
 * the program. in: of a message with a context. */
const char *tcn_words_text(const struct tcn_words *words, const char *message);
const char *tcn_words_in(const struct tcn_words *words, const char *context,
    const char *message);

/* The translation of a message in the plural form for n. */
const char *tcn_words_plural(const struct tcn_words *words, const char *one,
    const char *more, uint64_t n);

/* The plural form for a number in thousandths, of a message with a context: 1.5
 * takes the singular in French, the plural in German. */
const char *tcn_words_plural_in(const struct tcn_words *words,
    const char *context, const char *one, const char *more,
    int64_t thousandths);

/* Appends text with each {name} replaced, each of which must be in with. */
void tcn_words_fill(const char *text, const struct tcn_words_with *with,
    struct tcn_buf *out);

/* Appends the translation, filled. */
void tcn_words_say(const struct tcn_words *words, const char *message,
    const struct tcn_words_with *with, struct tcn_buf *out);

/* Appends the form for n, with {n} replaced by the number and {name} by what
 * is in with, NULL: nothing. */
void tcn_words_count(const struct tcn_words *words, const char *one,
    const char *more, uint64_t n, struct tcn_buf *out);
void tcn_words_count_with(const struct tcn_words *words, const char *one,
    const char *more, uint64_t n, const struct tcn_words_with *with,
    struct tcn_buf *out);

/* Frees n buffers that held parts of a message. */
void tcn_words_parts_fini(struct tcn_buf *parts, size_t n);

/* "; " between parts of what is said, as the language sets it. */
const char *tcn_words_semicolon(const struct tcn_words *words);

/* Makes the letter at byte `at` a capital. */
void tcn_words_capital(struct tcn_buf *out, size_t at);

/* Appends text in the quotation marks of the language. */
void tcn_words_quoted(const struct tcn_words *words, struct tcn_str text,
    struct tcn_buf *out);

/* --- times --- */

enum tcn_words_time {
	TCN_WORDS_TIME_FULL, /* "Saturday 21 November 2026, 14:05" */
	TCN_WORDS_TIME_LONG, /* "Sat 21 Nov 2026, 14:05 UTC" */
	TCN_WORDS_TIME_MEDIUM, /* "21 Nov 2026, 14:05" */
	TCN_WORDS_TIME_DAY, /* "Sat 21 Nov 2026" */
	TCN_WORDS_TIME_SHORT, /* "21 Nov 14:05" */
	TCN_WORDS_TIME_DATE, /* "21 Nov" */
	TCN_WORDS_TIME_CLOCK, /* "14:05" */
};

#define TCN_WORDS_TIMES 7

/* A time by the clocks of the zone; "undated" where it is not known
 * (tools/base/when.h). */
struct tcn_str tcn_words_time(const struct tcn_words *words, int64_t ms,
    enum tcn_words_time length, char out[static TCN_WORDS_BYTES]);

/* Whether two times are of one day in the zone. */
bool tcn_words_is_same_day(const struct tcn_words *words, int64_t a_ms,
    int64_t b_ms);

/* A length of time in at most two units: "2 h 14 min", "3 days". */
struct tcn_str tcn_words_span(const struct tcn_words *words, int64_t ms,
    char out[static TCN_WORDS_BYTES]);

/* --- numbers, lists, names --- */

/* "12,345" */
struct tcn_str tcn_words_number(const struct tcn_words *words, uint64_t n,
    char out[static TCN_WORDS_BYTES]);

/* Thousandths, without zeros at their end: 6600 is "6.6". */
struct tcn_str tcn_words_thousandths(const struct tcn_words *words,
    int64_t thousandths, char out[static TCN_WORDS_BYTES]);

/* A probability, 0 to 1, as tcn_event_words_percent() says it: never 0 or 100
 * per cent. */
struct tcn_str tcn_words_percent(const struct tcn_words *words, double p,
    char out[static TCN_WORDS_BYTES]);

/* Appends "a, b and c"; at most 32 of them, cut behind that. */
void tcn_words_list(const struct tcn_words *words, const struct tcn_str *texts,
    size_t n, struct tcn_buf *out);

/* The name of a language by its tag: "Spanish"; the tag itself where ICU knows
 * no name. */
struct tcn_str tcn_words_language_name(const struct tcn_words *words,
    struct tcn_str tag, char out[static TCN_WORDS_BYTES]);

#endif
