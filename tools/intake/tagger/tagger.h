/*
 * tools/intake/tagger/tagger.h - content words of texts, by Apertium.
 *
 * For each language that is installed (tagger_data.h), three programs are
 * started when the first text of it comes, each a co-process (filter.h):
 *
 *	lt-proc           finds all readings of a word: "para" is a preposition
 *	                  and a form of three verbs
 *	apertium-tagger   chooses one by the words beside it: a hidden Markov
 *	                  model over classes of ambiguity (Kupiec, Robust
 *	                  part-of-speech tagging using a hidden Markov model,
 *	                  1992; Forcada et al. 2011)
 *	apertium-tagger   again, to ask which classes the model does not know
 *
 * The third is there because the second does not forget: a word whose class the
 * model does not know ("para" is one in Spanish) may change what it says of all
 * texts after it. Then what is said of a text would depend on those before it,
 * and so on the number of threads. Therefore such words never get there: each
 * combination of readings is tried on the third one first, once, and an
 * unknown one is settled here, by its first reading. So the answer to a text
 * depends on the text and the data alone.
 *
 * A program that dies, takes longer for a text than the deadline, says too much
 * or something else than it was asked (apertium.h) is killed and started again;
 * the text that it happened with is not tagged, and those behind it are asked
 * again. After three such faults within a minute the language is off until the
 * end of the run, which is logged once.
 *
 * struct tcn_taggers is shared by all threads; struct tcn_tagger belongs to one
 * and has programs of its own, 65 MB a language for Spanish. Order: open; new a
 * thread, run, free; close.
 */
#ifndef TCN_TOOLS_INTAKE_TAGGER_TAGGER_H
#define TCN_TOOLS_INTAKE_TAGGER_TAGGER_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "engine/text/content.h"

struct tcn_taggers_conf {
	const char *dir; /* of Apertium's data; NULL: there is none */
	int64_t deadline_ms; /* for a text; > 0 */
};

#define TCN_TAGGER_DEADLINE_MS 2000

struct tcn_taggers_counts {
	uint64_t tagged; /* texts */
	uint64_t failed; /* texts that were asked for in vain, or not asked for
	                    as their language was off */
	uint64_t faults; /* a program was killed, or had died */
	uint64_t off; /* languages that are off */
};

struct tcn_taggers;

/* Lists the languages. TCN_IO: the folder cannot be read. */
TCN_MUST_USE enum tcn_rc tcn_taggers_open(const struct tcn_taggers_conf *conf,
    struct tcn_taggers **taggers, struct tcn_err *err);
void tcn_taggers_close(struct tcn_taggers *taggers); /* may be NULL */

/* How many languages there are. */
size_t tcn_taggers_langs(const struct tcn_taggers *taggers);

/* What tags texts of this language: "apertium spa-cat 5f3c9a1e"; NULL: nothing
 * does. It lives as long as taggers. */
const char *tcn_taggers_name(const struct tcn_taggers *taggers,
    const char *lang);

/* Appends all names, or "none". */
void tcn_taggers_names(const struct tcn_taggers *taggers, struct tcn_buf *out);

/* Sets *counts to the texts and faults of all threads so far. */
void tcn_taggers_count(struct tcn_taggers *taggers,
    struct tcn_taggers_counts *counts);

struct tcn_tagger;

struct tcn_tagger *tcn_tagger_new(struct tcn_taggers *taggers);
void tcn_tagger_free(struct tcn_tagger *tagger); /* may be NULL */

/* The shared state that the tagger was made with. */
struct tcn_taggers *tcn_tagger_shared(const struct tcn_tagger *tagger);

struct tcn_tagger_text {
	const char *lang; /* ISO 639-1, or "" */
	struct tcn_str title, text; /* UTF-8, without markup */
};

/* Called for each text that was tagged, in any order; words live as long as the
 * call. */
typedef void tcn_tagger_words_fn(void *ctx, size_t text,
    const struct tcn_content_word *words, size_t n);

/*
 * Tags n texts. Those of languages without a tagger, and those that could not
 * be tagged, are passed over. It takes 2 s a text at most, and up to three
 * times that when programs hang. TCN_INVALID: an answer cannot be read.
 */
TCN_MUST_USE enum tcn_rc tcn_tagger_run(struct tcn_tagger *tagger,
    const struct tcn_tagger_text *texts, size_t n, tcn_tagger_words_fn *words,
    void *ctx);

#endif
