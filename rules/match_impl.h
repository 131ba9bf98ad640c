/*
 * rules/match_impl.h - rules, compiled. Private to rules/match*.
 *
 * An *atom* is a distinct term of all the rules: words, a pattern, or text to
 * be found anywhere. A *word* is a distinct word of those, with the term that
 * it is in each language (its *stems*). The inverted index consists of
 * *postings*: each leads from a word or atom to a rule of which it is a
 * required term. Only words with postings are in the index that the terms of
 * an article are looked up in (`ids`).
 *
 *	rules     words            stems (en, fr ...)       ids
 *	  ^         |  ^             ^         ^              |
 *	  +-postings+  +--atom_words-+- atoms  +--------------+
 *
 * Everything is an array, and refers to the others by index; where 0 must mean
 * "none", the index + 1 is stored.
 *
 * Facts about the current doc are stamped with the doc's number, so that
 * nothing needs clearing between docs.
 */
#ifndef TCN_RULES_MATCH_IMPL_H
#define TCN_RULES_MATCH_IMPL_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "engine/text/places.h"
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

/* Appends a zeroed row to rows, and sets row to it. */
#define TCN_MATCH_PUSH(rows, row)                                              \
	((rows)->at = tcn_mem_grow((rows)->at, &(rows)->cap, (rows)->n + 1,    \
	     sizeof *(rows)->at),                                              \
	    (row) = &(rows)->at[(rows)->n++])

struct tcn_match_numbers {
	uint32_t *at;
	size_t n, cap;
};

#define TCN_MATCH_NO_TERM UINT32_MAX

struct tcn_match_word {
	struct tcn_str text; /* as a token */
	uint32_t stems, stems_n; /* a span of `stems` */
	uint32_t postings; /* the first one + 1; 0: none */
	uint32_t postings_n;
	/* how many atoms have it: how common it is in rules */
	uint32_t atoms_n;
	uint32_t seen; /* the number of the doc for which `term` is valid */
	uint32_t term; /* index of its term in that doc, or NO_TERM */
	bool stop; /* a function word of some language */
};

/*
 * The id of a word's term, and the languages in which the word has this term, a
 * bit each. Each language is in exactly one stem of a word.
 */
struct tcn_match_stem {
	uint64_t id;
	uint64_t langs;
	uint32_t postings; /* of its word */
	uint32_t next; /* the next stem with this id, of another word; + 1 */
};

/*
 * A posting: a doc with the atom may meet the rule. For a word in an atom of
 * several, the word next to it is stored as a set of the top six bits of its
 * ids: most articles with the one word do not have the other next to it, and
 * this shows it without another access to memory.
 */
struct tcn_match_posting {
	uint64_t neighbor_bits;
	uint32_t rule;
	uint32_t atom;
	uint32_t next; /* of the same word or atom: index + 1 */
	int32_t neighbor_side; /* -1: before it, 1: behind it, 0: not known */
};

/* A term of the doc that is in the index: postings to follow. */
struct tcn_match_term_hit {
	uint32_t term; /* index in the doc */
	uint32_t postings; /* the first + 1 */
};

enum tcn_match_atom_kind {
	TCN_MATCH_ATOM_WORDS,
	TCN_MATCH_ATOM_TEXT, /* found anywhere: scripts without spaces */
	TCN_MATCH_ATOM_PATTERN,
};

struct tcn_match_atom {
	enum tcn_match_atom_kind kind;
	/* Its words, a span of `atom_words`: as read in languages that part
	 * words at apostrophes [1], and in the others [0]. */
	struct {
		uint32_t from, n;
	} words[2];
	struct tcn_pattern *pattern;
	bool has_literals; /* all literals that it needs are in `texts` */
	uint32_t postings; /* as of a word; not of words */
	uint32_t postings_n;
	uint32_t found; /* the number of the doc that has a literal of it */
	uint32_t seen; /* the number of the doc for which `matched` is valid */
	bool matched;
};

/* A literal, indexed under a few characters of it, its key. */
struct tcn_match_literal {
	uint32_t from, n; /* a span of `chars` */
	uint32_t key_end; /* characters up to the end of the key */
	uint32_t atom;
	uint32_t next; /* of the same key: index + 1 */
};

#define TCN_MATCH_KEY_MAX  6 /* characters of a key, at most */
#define TCN_MATCH_KEY_BITS 16

/* The literals of all atoms, and the text in which they are searched. */
struct tcn_match_texts {
	TCN_MATCH_ARRAY(struct tcn_match_literal) literals;
	TCN_MATCH_ARRAY(int32_t) chars;
	struct tcn_map keys; /* key -> its first literal + 1 */
	uint64_t key_bits[(1u << TCN_MATCH_KEY_BITS) / 64]; /* keys in use */
	/* The last four characters of the keys of four or six. */
	uint64_t end_bits[(1u << TCN_MATCH_KEY_BITS) / 64];
	bool lengths[TCN_MATCH_KEY_MAX + 1]; /* lengths of keys in use */
	struct tcn_buf text; /* of the present doc */
	int32_t *folded; /* room for TCN_PATTERN_TEXT_MAX */
	size_t folded_n;
	bool spaceless; /* may have characters of scripts without spaces */
};

/* A term of a rule, and its atom. */
struct tcn_match_ref {
	uint32_t atom;
	uint32_t term; /* index in the rule's list */
};

struct tcn_match_span {
	uint32_t from, n; /* a span of `refs` */
};

/* The conditions of a rule, compiled. */
struct tcn_match_condition {
	struct tcn_match_span any, all, none; /* patterns behind the others */
	struct tcn_rule_strs categories, sources; /* folded */
};

struct tcn_match {
	const struct tcn_rule *rules;
	size_t rules_n;
	struct tcn_match_condition *conditions; /* one a rule */
	struct tcn_arena arena;

	TCN_MATCH_ARRAY(struct tcn_match_word) words;
	TCN_MATCH_ARRAY(struct tcn_match_stem) stems;
	TCN_MATCH_ARRAY(struct tcn_match_posting) postings;
	TCN_MATCH_ARRAY(struct tcn_match_atom) atoms;
	TCN_MATCH_ARRAY(uint32_t) atom_words; /* indexes of words */
	TCN_MATCH_ARRAY(struct tcn_match_ref) refs;
	struct tcn_map ids; /* term id -> its first stem + 1 */
	uint64_t *id_bits; /* a bit for the top bits of each id in use */
	unsigned id_shift; /* right shift from an id to its bit */
	struct tcn_match_texts texts;
	bool needs_text; /* some atom is a pattern or text */
	bool needs_words; /* some atom is words */
	struct tcn_match_numbers always; /* rules without conditions */
	struct tcn_match_numbers unselected; /* ... without required terms */

	/* State of the current doc. */
	uint32_t doc_n; /* its number, never 0 */
	const struct tcn_doc *doc;
	unsigned elides; /* index into words[] of an atom */
	unsigned lang; /* of stems */
	/* Open addressing by id: index of a term + 1. Built when needed. */
	TCN_MATCH_ARRAY(uint32_t) doc_terms;
	unsigned doc_terms_bits;
	bool doc_terms_known;
	struct tcn_match_term_hit *term_hits; /* room for one a word */
	size_t term_hits_n;
	/* one a rule: the number of the last doc that led to it */
	uint32_t *rule_seen;
	uint32_t *found; /* those rules; room for all */
	size_t found_n;
	bool places_known; /* of the doc: */
	struct tcn_places places;
	bool names_known; /* of the article, folded: */
	struct tcn_buf category, predicted, source, host;
	uint64_t given_up;
};

/* Compiles the rules; match must be all zero but for them. */
TCN_MUST_USE enum tcn_rc tcn_match_build(struct tcn_match *match,
    struct tcn_err *err);

/* --- match_text.c --- */

/* Whether the literal has characters that can be its key. */
bool tcn_match_texts_fit(const struct tcn_literal *literal);

/* Indexes a literal, which must fit, of an atom. */
void tcn_match_texts_add(struct tcn_match_texts *texts,
    const struct tcn_literal *literal, uint32_t atom);

/* Ends the adding of literals; to be called after the last. */
void tcn_match_texts_ready(struct tcn_match_texts *texts);
void tcn_match_texts_fini(struct tcn_match_texts *texts);

/* Sets the text to the title and text of the current doc. */
void tcn_match_texts_set_doc(struct tcn_match_texts *texts,
    const struct tcn_doc *doc);

/* Calls found at least once for each atom with a literal in that text.
 * O(characters). */
void tcn_match_texts_scan(const struct tcn_match_texts *texts,
    void (*found)(void *ctx, uint32_t atom), void *ctx);

/* Validator: TCN_CORRUPT, and in err a sentence, unless every literal is
 * indexed, with its bits set. */
TCN_MUST_USE enum tcn_rc
tcn_match_texts_check(const struct tcn_match_texts *texts, size_t atoms_n,
    struct tcn_err *err);

#endif
