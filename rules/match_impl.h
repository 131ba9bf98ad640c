/*
 * rules/match_impl.h - what rules come to, compiled. Private to rules/match*.
 *
 * An *atom* is a distinct term of all the rules: words, a pattern, or text to
 * be matched anywhere. A *word* is a distinct word of those, with the number of
 * its term in each language. *Postings* lead from a word or atom to the rules
 * it was chosen for; only words that have postings are in the index that a
 * doc's terms are held against. What is true of the present doc is stamped with
 * the doc's number, so that nothing need be cleared.
 */
#ifndef TCN_RULES_MATCH_IMPL_H
#define TCN_RULES_MATCH_IMPL_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "engine/text/stemmer.h"
#include "engine/text/tokenizer.h"
#include "rules/literal.h"
#include "rules/match.h"
#include "rules/pattern.h"

/* A growing array. */
#define TCN_MATCH_ARRAY(type)                                                  \
	struct {                                                               \
		type *at;                                                      \
		size_t n, cap;                                                 \
	}

/* row points to a new one at the end of rows; NULL: out of memory. */
#define TCN_MATCH_PUSH(rows, row)                                              \
	((row) = tcn_mem_grow((rows)->at, &(rows)->cap, (rows)->n + 1,         \
	     sizeof *(rows)->at),                                              \
	    (row) ? ((rows)->at = (row), (row) = &(rows)->at[(rows)->n++])     \
		  : NULL)

struct tcn_match_numbers {
	uint32_t *at;
	size_t n, cap;
};

#define TCN_MATCH_NO_TERM UINT32_MAX

struct tcn_match_word {
	struct tcn_str text; /* as a token */
	uint32_t entries, entries_n; /* where its numbers stand */
	uint32_t postings; /* 0: none; else the post's number + 1 */
	uint32_t terms; /* atoms it stands in: how common it is among rules */
	uint32_t uses; /* postings it has */
	uint32_t seen; /* doc for which ... */
	uint32_t term; /* ... this is known: which of its terms it is */
	bool stop; /* a function word somewhere */
};

/* A word's number, and the languages in which it has that number. Each
 * language is in one entry of a word. */
struct tcn_match_entry {
	uint64_t id;
	uint64_t langs;
	uint32_t postings; /* of the word */
	uint32_t next; /* of another word under this number: its number + 1 */
};

/*
 * Whoever meets the atom may meet the rule. What stands beside the word in the
 * atom is kept as a set of the top six bits of its numbers, so that most of
 * what a word term_hits to ends without another look into memory.
 */
struct tcn_match_posting {
	uint64_t neighbor_bits;
	uint32_t rule;
	uint32_t atom;
	uint32_t next; /* number + 1 */
	int32_t side; /* -1: before it, 1: behind it, 0: nothing is known */
};

/* A term of the doc term_hits to postings. */
struct tcn_match_term_hit {
	uint32_t term;
	uint32_t postings;
};

enum tcn_match_atom_kind {
	TCN_MATCH_ATOM_WORDS,
	TCN_MATCH_ATOM_TEXT, /* matched anywhere: scripts without spaces */
	TCN_MATCH_ATOM_PATTERN,
};

struct tcn_match_atom {
	enum tcn_match_atom_kind kind;
	/* Words: a stretch of `atom_words`, as languages that part words at
	 * apostrophes read it [1], and as others do [0]. */
	struct {
		uint32_t from, n;
	} words[2];
	struct tcn_pattern *pattern;
	bool literal; /* has literals in the index */
	uint32_t postings, uses;
	uint32_t found; /* doc that has a literal of it */
	uint32_t seen; /* doc for which matched is known */
	bool matched;
};

/* A literal, filed under a few characters of it. */
struct tcn_match_literal {
	uint32_t from, n; /* in `chars` */
	uint32_t key_end; /* behind the characters it is filed under */
	uint32_t atom;
	uint32_t next; /* number + 1 */
};

#define TCN_MATCH_KEY_MAX  6 /* characters of a key, at most */
#define TCN_MATCH_KEY_BITS 16

struct tcn_match_texts {
	TCN_MATCH_ARRAY(struct tcn_match_literal) literals;
	TCN_MATCH_ARRAY(int32_t) chars;
	struct tcn_map keys; /* a key: its first literal + 1 */
	uint64_t bits[(1u << TCN_MATCH_KEY_BITS) / 64]; /* keys */
	uint64_t ends[(1u << TCN_MATCH_KEY_BITS) / 64]; /* last four of one */
	bool lengths[TCN_MATCH_KEY_MAX + 1]; /* keys so long are in use */
	struct tcn_buf text; /* of the present doc */
	int32_t *folded; /* room for TCN_PATTERN_TEXT_MAX */
	size_t folded_n;
	bool spaceless; /* it may have words that no space parts */
};

struct tcn_match_ref {
	uint32_t atom;
	uint32_t term; /* in the rule's list */
};

struct tcn_match_span {
	uint32_t from, n; /* in `refs` */
};

/* What a rule conditions for. */
struct tcn_match_condition {
	struct tcn_match_span any, all, none; /* cheap atoms first */
	struct tcn_rule_strs categories, sources; /* folded */
};

struct tcn_match {
	const struct tcn_rule *rules;
	size_t rules_n;
	struct tcn_match_condition *conditions; /* one a rule */
	struct tcn_arena arena;

	TCN_MATCH_ARRAY(struct tcn_match_word) words;
	TCN_MATCH_ARRAY(struct tcn_match_entry) entries;
	TCN_MATCH_ARRAY(struct tcn_match_posting) postings;
	TCN_MATCH_ARRAY(struct tcn_match_atom) atoms;
	TCN_MATCH_ARRAY(uint32_t) atom_words; /* numbers of words */
	/* Numbers of atoms, and where each stands in its rule's list. */
	TCN_MATCH_ARRAY(struct tcn_match_ref) refs;
	/* Number of a term: its first entry + 1; of words with postings. */
	struct tcn_map ids;
	uint64_t *id_bits; /* which of them there are, roughly */
	unsigned id_shift;
	struct tcn_match_texts texts;
	bool needs_text; /* patterns, or texts matched anywhere */
	bool needs_words;
	struct tcn_match_numbers always, unselected; /* rules */

	/* Of the present doc. */
	uint32_t doc_n; /* its number, never 0 */
	const struct tcn_doc *doc;
	unsigned elides; /* which words[] of an atom */
	unsigned lang; /* of stems */
	TCN_MATCH_ARRAY(uint32_t) terms; /* by their numbers' hash: term + 1 */
	unsigned terms_bits;
	bool terms_known;
	struct tcn_match_term_hit *term_hits; /* room for one a word */
	size_t term_hits_n;
	uint32_t *rule_seen; /* one a rule: doc that led to it */
	uint32_t *found; /* room for all rules */
	size_t found_n;
	bool names_known;
	struct tcn_buf category, source, host;
	uint64_t docs, looked_at, patterns_run;
};

/* Compiles; match is all zero but for its rules. */
TCN_MUST_USE enum tcn_rc tcn_match_build(struct tcn_match *match,
    struct tcn_err *err);

/* A literal of an atom goes into the index. False: out of memory. */
bool tcn_match_texts_add(struct tcn_match_texts *texts,
    const struct tcn_literal *literal, uint32_t atom);

/* Is it worth an index entry? */
bool tcn_match_texts_fit(const struct tcn_literal *literal);

TCN_MUST_USE enum tcn_rc tcn_match_texts_ready(struct tcn_match_texts *texts);
void tcn_match_texts_fini(struct tcn_match_texts *texts);

/* Takes the title and text of the present doc. TCN_NOMEM. */
TCN_MUST_USE enum tcn_rc tcn_match_texts_set_doc(struct tcn_match_texts *texts,
    const struct tcn_doc *doc);

/* Calls for each atom of which a literal stands there, maybe more than once. */
void tcn_match_texts_scan(const struct tcn_match_texts *texts,
    void (*found)(void *ctx, uint32_t atom), void *ctx);

/* The title without what is known to be the outlet's name. */
struct tcn_str tcn_match_title(const struct tcn_doc *doc);

#endif
