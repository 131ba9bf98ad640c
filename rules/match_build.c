/*
 * Rules are compiled in two passes: the first reads all terms, so that it is
 * known which words are common among rules; the second chooses the required
 * terms of each rule and enters their postings.
 */
#include <assert.h>
#include <unicode/utf8.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/text/fold.h"
#include "rules/match_impl.h"

struct build {
	struct tcn_match *match;
	struct tcn_tokenizer *tokenizer;
	struct tcn_stemmer *stemmer;
	struct tcn_map words; /* hash of a token -> index */
	struct tcn_map atoms; /* hash of a term -> index */
	struct tcn_buf folded;
	struct tcn_err *err;
};

/* --- words --- */

/* The newest word is this term in these languages. */
static void
add_stem(struct tcn_match *m, uint64_t id, uint64_t langs, uint32_t word)
{
	struct tcn_match_word *w = &m->words.at[word];
	struct tcn_match_stem *stem;

	for (uint32_t i = 0; i < w->stems_n; i++) {
		stem = &m->stems.at[w->stems + i];
		if (stem->id != id)
			continue;
		stem->langs |= langs;
		return;
	}
	TCN_MATCH_PUSH(&m->stems, stem);
	*stem = (struct tcn_match_stem){ .id = id, .langs = langs };
	w->stems_n++;
}

/* In languages that have no stemmer the term is the folded word. */
static void
stem_in_languages(struct build *b, const struct tcn_tokenizer_token *token,
    uint32_t word)
{
	uint64_t plain = 0, plain_id = 0;

	for (unsigned lang = 0; lang < tcn_stemmer_langs_n(); lang++) {
		const struct tcn_stemmer_entry *stem;
		uint64_t bit = (uint64_t)1 << lang;

		stem = tcn_stemmer_get(b->stemmer, lang,
		    tcn_stemmer_key(b->stemmer, lang, token->word, token->n),
		    token->word, token->n, token->ascii);
		if (stem->flags & TCN_STEM_STOP)
			b->match->words.at[word].stop = true;
		if (!tcn_stemmer_lang_stems(lang)) {
			plain |= bit;
			plain_id = stem->id;
		} else {
			add_stem(b->match, stem->id, bit, word);
		}
	}
	add_stem(b->match, plain_id, plain, word);
}

static void
word_of(struct build *b, const struct tcn_tokenizer_token *token,
    uint32_t *word)
{
	struct tcn_match *m = b->match;
	struct tcn_match_word *made;
	uint64_t *number;
	bool added;

	tcn_map_put(&b->words, XXH3_64bits(token->word, token->n), &number,
	    &added);
	if (!added) {
		*word = (uint32_t)*number;
		return;
	}
	TCN_MATCH_PUSH(&m->words, made);
	*made = (struct tcn_match_word){
		.stems = (uint32_t)m->stems.n,
	};
	*number = *word = (uint32_t)m->words.n - 1;
	tcn_arena_str(&m->arena, (struct tcn_str){ token->word, token->n },
	    &made->text);
	stem_in_languages(b, token, *word);
}

/* Appends the words of a text, as read in a language, to atom_words. */
static void
read_words(struct build *b, struct tcn_str text, const char *lang,
    uint32_t *from, uint32_t *n)
{
	struct tcn_tokenizer_scan scan;
	struct tcn_tokenizer_token token;

	*from = (uint32_t)b->match->atom_words.n;
	tcn_tokenizer_scan(&scan, b->tokenizer, text, lang);
	while (tcn_tokenizer_next(&scan, &token)) {
		uint32_t word, *at;

		word_of(b, &token, &word);
		TCN_MATCH_PUSH(&b->match->atom_words, at);
		*at = word;
		b->match->words.at[word].atoms_n++;
	}
	*n = (uint32_t)b->match->atom_words.n - *from;
}

/* --- atoms --- */

static bool
has_spaceless(struct tcn_str text)
{
	const uint8_t *at = (const uint8_t *)text.at;

	for (size_t i = 0; i < text.n;) {
		int32_t c;

		U8_NEXT(at, i, text.n, c);
		if (tcn_tokenizer_spaceless(c))
			return true;
	}
	return false;
}

static enum tcn_rc
make_pattern(struct build *b, const struct tcn_rule_term *term,
    struct tcn_match_atom *atom, uint32_t number)
{
	struct tcn_literal_set literals;
	enum tcn_rc rc =
	    tcn_pattern_new(term->text, term->flags, &atom->pattern, b->err);

	if (rc == TCN_INVALID)
		tcn_err_at(b->err, NULL, term->line, term->column);
	if (rc)
		return rc;
	tcn_literal_from_pattern(term->text, term->flags, &literals);
	atom->has_literals = literals.n > 0;
	for (unsigned i = 0; i < literals.n; i++)
		atom->has_literals &= tcn_match_texts_fit(&literals.at[i]);
	for (unsigned i = 0; i < literals.n && atom->has_literals; i++)
		tcn_match_texts_add(&b->match->texts, &literals.at[i], number);
	return TCN_OK;
}

/* Makes it text to be found anywhere, if it is of a script without spaces and
 * can be searched for; else it stays words. */
static void
make_text(struct build *b, const struct tcn_rule_term *term,
    struct tcn_match_atom *atom, uint32_t number)
{
	struct tcn_literal literal;

	if (!has_spaceless(term->text) ||
	    !tcn_literal_from_text(term->text, &literal) ||
	    !tcn_match_texts_fit(&literal))
		return;
	atom->kind = TCN_MATCH_ATOM_TEXT;
	atom->has_literals = true;
	tcn_match_texts_add(&b->match->texts, &literal, number);
}

static enum tcn_rc
make_atom(struct build *b, const struct tcn_rule_term *term, uint32_t number)
{
	struct tcn_match_atom atom = {
		.kind = term->pattern ? TCN_MATCH_ATOM_PATTERN
				      : TCN_MATCH_ATOM_WORDS,
	};
	enum tcn_rc rc = TCN_OK;

	if (term->pattern)
		rc = make_pattern(b, term, &atom, number);
	else
		make_text(b, term, &atom, number);
	if (!rc && atom.kind == TCN_MATCH_ATOM_WORDS) {
		read_words(b, term->text, "", &atom.words[0].from,
		    &atom.words[0].n);
		read_words(b, term->text, "fr", &atom.words[1].from,
		    &atom.words[1].n);
		b->match->needs_words = true;
	}
	if (atom.kind != TCN_MATCH_ATOM_WORDS)
		b->match->needs_text = true;
	b->match->atoms.at[number] = atom; /* takes over the pattern */
	return rc;
}

static enum tcn_rc
atom_of(struct build *b, const struct tcn_rule_term *term, uint32_t *atom)
{
	uint64_t seed = term->pattern ? 1 + term->flags : 0;
	uint64_t *number;
	bool added;

	tcn_map_put(&b->atoms,
	    XXH3_64bits_withSeed(term->text.at, term->text.n, seed), &number,
	    &added);
	if (added) {
		struct tcn_match_atom *made;

		TCN_MATCH_PUSH(&b->match->atoms, made);
		*made = (struct tcn_match_atom){ 0 };
		*number = b->match->atoms.n - 1;
	}
	*atom = (uint32_t)*number;
	return added ? make_atom(b, term, *atom) : TCN_OK;
}

/* Makes the terms of a list refs to atoms: those that cost little first. */
static enum tcn_rc
read_terms(struct build *b, const struct tcn_rule_terms *terms,
    struct tcn_match_span *span)
{
	struct tcn_match *m = b->match;
	enum tcn_rc rc = TCN_OK;

	span->from = (uint32_t)m->refs.n;
	span->n = (uint32_t)terms->n;
	for (int pattern = 0; pattern <= 1; pattern++) {
		for (uint32_t i = 0; i < terms->n && !rc; i++) {
			struct tcn_match_ref *ref;

			if (terms->at[i].pattern != pattern)
				continue;
			TCN_MATCH_PUSH(&m->refs, ref);
			ref->term = i;
			ref->atom = 0;
			rc = atom_of(b, &terms->at[i], &ref->atom);
		}
	}
	return rc;
}

/* --- required terms --- */

/*
 * Is the word likely to be rarer in articles? What a stream will bring is not
 * known yet, but a function word is common, and so is a word that many rules
 * name. Of others the one with fewer postings by now is better, then the
 * longer one.
 */
static bool
is_rarer(const struct tcn_match_word *word, const struct tcn_match_word *than)
{
	if (word->stop != than->stop)
		return than->stop;
	if (word->atoms_n != than->atoms_n)
		return word->atoms_n < than->atoms_n;
	if (word->postings_n != than->postings_n)
		return word->postings_n < than->postings_n;
	return word->text.n > than->text.n;
}

/* The word of an atom by which its rules are found: the rarest, of equals the
 * first. */
static uint32_t
choose_word(const struct tcn_match *m, const struct tcn_match_atom *atom,
    unsigned reading)
{
	const uint32_t *at = m->atom_words.at + atom->words[reading].from;
	uint32_t best = at[0];

	for (uint32_t i = 1; i < atom->words[reading].n; i++)
		if (is_rarer(&m->words.at[at[i]], &m->words.at[best]))
			best = at[i];
	return best;
}

/* Whether the atom can have postings; *postings_n: how many the list that they
 * would be added to has by now. */
static bool
is_indexable(const struct tcn_match *m, const struct tcn_match_atom *atom,
    uint32_t *postings_n)
{
	if (atom->kind != TCN_MATCH_ATOM_WORDS) {
		*postings_n = atom->postings_n;
		return atom->has_literals;
	}
	if (!atom->words[0].n || !atom->words[1].n)
		return false;
	*postings_n = m->words.at[choose_word(m, atom, 0)].postings_n;
	return true;
}

static void
add_posting(struct tcn_match *m, uint32_t *postings, uint32_t *postings_n,
    const struct tcn_match_posting *posting)
{
	struct tcn_match_posting *made;

	TCN_MATCH_PUSH(&m->postings, made);
	*made = *posting;
	made->next = *postings;
	*postings = (uint32_t)m->postings.n;
	++*postings_n;
}

/*
 * Adds a posting for the word chosen for one reading of an atom. The other
 * reading often chooses the same word, which then keeps one posting for both.
 */
static void
add_word_posting(struct tcn_match *m, uint32_t number, unsigned reading,
    uint32_t rule)
{
	const struct tcn_match_atom *atom = &m->atoms.at[number];
	const uint32_t *words = m->atom_words.at + atom->words[reading].from;
	uint32_t n = atom->words[reading].n, k = 0;
	uint32_t chosen = choose_word(m, atom, reading);
	struct tcn_match_word *word = &m->words.at[chosen];
	struct tcn_match_posting *last =
	    word->postings ? &m->postings.at[word->postings - 1] : NULL;
	struct tcn_match_posting made = { .rule = rule, .atom = number };
	const struct tcn_match_word *beside;

	while (words[k] != chosen)
		k++;
	/* Notes in a posting of the k-th word of an atom which word is next to
	 * it. */
	made.neighbor_side = n < 2 ? 0 : k ? -1 : 1;
	beside = &m->words.at[words[k + (uint32_t)made.neighbor_side]];
	for (uint32_t i = 0; i < beside->stems_n; i++)
		made.neighbor_bits |= UINT64_C(1)
		    << (m->stems.at[beside->stems + i].id >> 58);
	if (!last || last->rule != rule || last->atom != number) {
		add_posting(m, &word->postings, &word->postings_n, &made);
		return;
	}
	if (last->neighbor_side != made.neighbor_side)
		last->neighbor_side = 0;
	last->neighbor_bits |= made.neighbor_bits;
}

static void
add_atom_posting(struct tcn_match *m, uint32_t number, uint32_t rule)
{
	struct tcn_match_atom *atom = &m->atoms.at[number];
	const struct tcn_match_posting made = { .rule = rule, .atom = number };

	if (atom->kind != TCN_MATCH_ATOM_WORDS) {
		add_posting(m, &atom->postings, &atom->postings_n, &made);
		return;
	}
	add_word_posting(m, number, 0, rule);
	add_word_posting(m, number, 1, rule);
}

/* The atom of `all` with the fewest postings; false: none can have any. */
static bool
choose_of_all(const struct tcn_match *m,
    const struct tcn_match_condition *condition, uint32_t *atom)
{
	uint32_t fewest = UINT32_MAX, n;

	for (uint32_t i = 0; i < condition->all.n; i++) {
		uint32_t number = m->refs.at[condition->all.from + i].atom;

		if (is_indexable(m, &m->atoms.at[number], &n) && n < fewest) {
			fewest = n;
			*atom = number;
		}
	}
	return fewest != UINT32_MAX;
}

static void
add_number(struct tcn_match_numbers *numbers, uint32_t rule)
{
	uint32_t *at;

	TCN_MATCH_PUSH(numbers, at);
	*at = rule;
}

/* Whether each atom of `any` can have postings: unless all have, a rule could
 * be missed. */
static bool
any_is_indexable(const struct tcn_match *m, struct tcn_match_span any)
{
	uint32_t n;

	for (uint32_t i = 0; i < any.n; i++)
		if (!is_indexable(m,
			&m->atoms.at[m->refs.at[any.from + i].atom], &n))
			return false;
	return any.n > 0;
}

/* Chooses the required terms of a rule. */
static void
index_rule(struct tcn_match *m, uint32_t rule)
{
	const struct tcn_match_condition *condition = &m->conditions[rule];
	struct tcn_match_span any = condition->any;
	uint32_t atom;

	if (tcn_rule_where_is_empty(&m->rules[rule].where)) {
		add_number(&m->always, rule);
		return;
	}
	if (choose_of_all(m, condition, &atom)) {
		add_atom_posting(m, atom, rule);
		return;
	}
	if (!any_is_indexable(m, any)) {
		add_number(&m->unselected, rule);
		return;
	}
	for (uint32_t i = 0; i < any.n; i++)
		add_atom_posting(m, m->refs.at[any.from + i].atom, rule);
}

/* --- rules --- */

static void
fold_strs(struct build *b, const struct tcn_rule_strs *from,
    struct tcn_rule_strs *to)
{
	struct tcn_str *at =
	    tcn_arena_zalloc(&b->match->arena, from->n + 1, sizeof *at);

	for (size_t i = 0; i < from->n; i++) {
		tcn_fold(tcn_str_trim(from->at[i]), &b->folded);
		tcn_arena_str(&b->match->arena, tcn_buf_view(&b->folded),
		    &at[i]);
	}
	*to = (struct tcn_rule_strs){ at, from->n };
}

static enum tcn_rc
add_rule(struct build *b, uint32_t rule)
{
	const struct tcn_rule_where *where = &b->match->rules[rule].where;
	struct tcn_match_condition *condition = &b->match->conditions[rule];
	enum tcn_rc rc;

	rc = read_terms(b, &where->any, &condition->any);
	if (!rc)
		rc = read_terms(b, &where->all, &condition->all);
	if (!rc)
		rc = read_terms(b, &where->none, &condition->none);
	if (rc)
		return rc;
	fold_strs(b, &where->categories, &condition->categories);
	fold_strs(b, &where->sources, &condition->sources);
	return TCN_OK;
}

/* Enters the stems of all words with postings into the index. */
static void
index_words(struct tcn_match *m)
{
	for (size_t i = 0; i < m->words.n; i++) {
		const struct tcn_match_word *word = &m->words.at[i];

		for (uint32_t k = 0; word->postings && k < word->stems_n; k++) {
			uint32_t number = word->stems + k;
			struct tcn_match_stem *stem = &m->stems.at[number];
			uint64_t *first;

			tcn_map_put(&m->ids, stem->id, &first, NULL);
			stem->postings = word->postings;
			stem->next = (uint32_t)*first;
			*first = number + 1;
		}
	}
}

/* A table of bits in front of the map, as a Bloom filter of one hash: most
 * words of an article are in no rule. */
static void
set_id_bits(struct tcn_match *m)
{
	unsigned bits = 10;

	while ((size_t)1 << bits < 16 * m->ids.n && bits < 24)
		bits++;
	m->id_shift = 64 - bits;
	m->id_bits =
	    tcn_mem_calloc(((size_t)1 << bits) / 64, sizeof *m->id_bits);
	m->term_hits = tcn_mem_calloc(m->words.n + 1, sizeof *m->term_hits);
	for (size_t i = 0; i < m->stems.n; i++) {
		uint64_t bit = m->stems.at[i].id >> m->id_shift;

		if (m->stems.at[i].postings)
			m->id_bits[bit / 64] |= UINT64_C(1) << bit % 64;
	}
}

enum tcn_rc
tcn_match_build(struct tcn_match *match, struct tcn_err *err)
{
	struct build b = { .match = match, .err = err };
	enum tcn_rc rc = TCN_OK;
	size_t n = match->rules_n + 1;

	b.tokenizer = tcn_tokenizer_new();
	b.stemmer = tcn_stemmer_new();
	match->conditions = tcn_mem_calloc(n, sizeof *match->conditions);
	match->rule_seen = tcn_mem_calloc(n, sizeof *match->rule_seen);
	match->found = tcn_mem_calloc(n, sizeof *match->found);
	assert(match->words.n == 0 && match->rules_n < UINT32_MAX);
	for (uint32_t i = 0; i < match->rules_n && !rc; i++)
		rc = add_rule(&b, i);
	if (!rc) {
		for (uint32_t i = 0; i < match->rules_n; i++)
			index_rule(match, i);
		index_words(match);
		set_id_bits(match);
		if (match->needs_text)
			tcn_match_texts_ready(&match->texts);
	}
	tcn_tokenizer_free(b.tokenizer);
	tcn_stemmer_free(b.stemmer);
	tcn_map_fini(&b.words);
	tcn_map_fini(&b.atoms);
	tcn_buf_fini(&b.folded);
	return rc;
}
