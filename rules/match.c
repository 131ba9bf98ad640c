#include "rules/match.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/base/buf.h"
#include "engine/base/compare.h"
#include "engine/base/url.h"
#include "engine/text/fold.h"
#include "rules/match_impl.h"

enum {
	BATCH = 32, /* terms looked up together */
};

enum tcn_rc
tcn_match_new(const struct tcn_rule *rules, size_t n, struct tcn_match **match,
    struct tcn_err *err)
{
	struct tcn_match *made = tcn_mem_calloc(1, sizeof *made);
	enum tcn_rc rc;

	made->rules = rules;
	made->rules_n = n;
	tcn_arena_init(&made->arena, 0);
	rc = tcn_match_build(made, err);
	if (rc) {
		tcn_match_free(made);
		return rc;
	}
	*match = made;
	return TCN_OK;
}

void
tcn_match_free(struct tcn_match *match)
{
	if (!match)
		return;
	for (size_t i = 0; i < match->atoms.n; i++)
		tcn_pattern_free(match->atoms.at[i].pattern);
	tcn_arena_fini(&match->arena);
	tcn_mem_free(match->words.at);
	tcn_mem_free(match->stems.at);
	tcn_mem_free(match->postings.at);
	tcn_mem_free(match->atoms.at);
	tcn_mem_free(match->atom_words.at);
	tcn_mem_free(match->refs.at);
	tcn_mem_free(match->always.at);
	tcn_mem_free(match->unselected.at);
	tcn_mem_free(match->id_bits);
	tcn_mem_free(match->conditions);
	tcn_mem_free(match->rule_seen);
	tcn_mem_free(match->doc_terms.at);
	tcn_mem_free(match->term_hits);
	tcn_mem_free(match->found);
	tcn_map_fini(&match->ids);
	tcn_match_texts_fini(&match->texts);
	tcn_buf_fini(&match->category);
	tcn_buf_fini(&match->predicted);
	tcn_buf_fini(&match->source);
	tcn_buf_fini(&match->host);
	tcn_mem_free(match);
}

struct tcn_match_list
tcn_match_always(const struct tcn_match *match)
{
	return (struct tcn_match_list){ match->always.at, match->always.n };
}

/* --- terms and atoms of the doc --- */

/* Rules look at the title and text, not at the words of the address, nor at
 * those that are in the outlet's name alone. */
static bool
is_in_scope(const struct tcn_doc *doc, const struct tcn_term *term)
{
	return term->tf &&
	    !(doc->suffix_is_source && term->flags & TCN_TERM_SUFFIX);
}

/* The slot of the term with this id, or the empty one where it would go. */
static uint32_t *
term_place(const struct tcn_match *m, uint64_t id)
{
	size_t mask = ((size_t)1 << m->doc_terms_bits) - 1;
	size_t i = id >> (64 - m->doc_terms_bits);

	while (m->doc_terms.at[i] &&
	    m->doc->terms[m->doc_terms.at[i] - 1].id != id)
		i = (i + 1) & mask;
	return &m->doc_terms.at[i];
}

/* The index of the doc's term that the word is, in the doc's language. */
static uint32_t
term_of(struct tcn_match *m, uint32_t number)
{
	struct tcn_match_word *word = &m->words.at[number];
	const struct tcn_match_stem *stem = &m->stems.at[word->stems];

	if (word->seen == m->doc_n)
		return word->term;
	if (!m->doc_terms_known) {
		memset(m->doc_terms.at, 0,
		    ((size_t)1 << m->doc_terms_bits) * sizeof *m->doc_terms.at);
		for (uint32_t i = 0; i < m->doc->terms_n; i++)
			if (is_in_scope(m->doc, &m->doc->terms[i]))
				*term_place(m, m->doc->terms[i].id) = i + 1;
		m->doc_terms_known = true;
	}
	while (!(stem->langs >> m->lang & 1))
		stem++;
	word->seen = m->doc_n;
	assert(stem < &m->stems.at[word->stems + word->stems_n]);
	/* An empty slot, 0, becomes TCN_MATCH_NO_TERM. */
	word->term = *term_place(m, stem->id) - 1;
	return word->term;
}

/* The end of that part of the doc which its word i is in: the title, the
 * outlet's name behind it, or the text. */
static size_t
part_end(const struct tcn_doc *doc, size_t i)
{
	return i < doc->suffix_at ? doc->suffix_at
	    : i < doc->title_n    ? doc->title_n
				  : doc->words_n;
}

/* Are the words next to each other, in order? The doc has each of them. */
static bool
is_phrase(struct tcn_match *m, const uint32_t *words, uint32_t n)
{
	const struct tcn_doc *doc = m->doc;
	uint32_t first = term_of(m, words[0]);

	if (doc->article->given == TCN_GIVEN_FEATURES)
		return false;
	for (size_t i = doc->terms[first].first; i + n <= doc->words_n; i++) {
		uint32_t k = 1;

		if (doc->words[i] != first || i + n > part_end(doc, i))
			continue;
		if (doc->suffix_is_source && i >= doc->suffix_at &&
		    i < doc->title_n)
			continue;
		while (k < n && doc->words[i + k] == term_of(m, words[k]))
			k++;
		if (k == n)
			return true;
	}
	return false;
}

static bool
has_words(struct tcn_match *m, const struct tcn_match_atom *atom)
{
	const uint32_t *words = m->atom_words.at + atom->words[m->elides].from;
	uint32_t n = atom->words[m->elides].n;

	for (uint32_t i = 0; i < n; i++)
		if (term_of(m, words[i]) == TCN_MATCH_NO_TERM)
			return false;
	return n == 1 || (n && is_phrase(m, words, n));
}

static bool
atom_matches(struct tcn_match *m, uint32_t number)
{
	struct tcn_match_atom *atom = &m->atoms.at[number];

	if (atom->seen == m->doc_n)
		return atom->matched;
	atom->seen = m->doc_n;
	switch (atom->kind) {
	case TCN_MATCH_ATOM_WORDS:
		atom->matched = has_words(m, atom);
		break;
	case TCN_MATCH_ATOM_TEXT:
		atom->matched = atom->found == m->doc_n;
		break;
	case TCN_MATCH_ATOM_PATTERN:
		atom->matched = false;
		if (atom->has_literals && atom->found != m->doc_n)
			break;
		m->given_up -= tcn_pattern_given_up(atom->pattern);
		atom->matched = tcn_pattern_matches(atom->pattern,
		    tcn_buf_view(&m->texts.text));
		m->given_up += tcn_pattern_given_up(atom->pattern);
	}
	return atom->matched;
}

/* --- the rules that the doc leads to --- */

static void
add_rule(struct tcn_match *m, uint32_t rule)
{
	if (m->rule_seen[rule] == m->doc_n)
		return;
	m->rule_seen[rule] = m->doc_n;
	m->found[m->found_n++] = rule;
}

static void
add_rules_of_atom(struct tcn_match *m, uint32_t posting)
{
	while (posting) {
		add_rule(m, m->postings.at[posting - 1].rule);
		posting = m->postings.at[posting - 1].next;
	}
}

/* Is a word next to the term, wherever the doc has it, that may be the word
 * of the atom there? */
static bool
neighbor_may_match(const struct tcn_doc *doc,
    const struct tcn_match_posting *posting, uint32_t term)
{
	uint32_t left = doc->terms[term].tf;

	if (!posting->neighbor_side)
		return true;
	for (size_t i = doc->terms[term].first; left && i < doc->words_n; i++) {
		size_t beside = i + (size_t)posting->neighbor_side;

		if (doc->words[i] != term)
			continue;
		/* The frequency counts none of an outlet's name. */
		left -= i < doc->suffix_at || i >= doc->title_n;
		if (beside < doc->words_n &&
		    posting->neighbor_bits >>
			    (doc->terms[doc->words[beside]].id >> 58) &
			1)
			return true;
	}
	return false;
}

/* A term of the doc that may be in the index. */
struct pending {
	uint64_t id;
	uint64_t stem; /* the first of this id + 1, once looked up; 0: none */
	uint32_t term;
};

/* Notes the postings of the words that are this term in the doc's language. */
static void
hit_term(struct tcn_match *m, const struct pending *p)
{
	for (uint64_t at = p->stem; at;) {
		const struct tcn_match_stem *stem = &m->stems.at[at - 1];

		at = stem->next;
		if (!(stem->langs >> m->lang & 1))
			continue;
		assert(m->term_hits_n < m->words.n);
		__builtin_prefetch(&m->postings.at[stem->postings - 1]);
		m->term_hits[m->term_hits_n++] =
		    (struct tcn_match_term_hit){ p->term, stem->postings };
	}
}

/* Each step is taken for all of them before the next one, so that their
 * waits for memory overlap. */
static void
hit_terms(struct tcn_match *m, struct pending *pending, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const uint64_t *first = tcn_map_find(&m->ids, pending[i].id);

		pending[i].stem = first ? *first : 0;
		if (first)
			__builtin_prefetch(&m->stems.at[*first - 1]);
	}
	for (size_t i = 0; i < n; i++)
		hit_term(m, &pending[i]);
}

static void
find_words(struct tcn_match *m, const struct tcn_doc *doc)
{
	struct pending pending[BATCH];
	size_t n = 0;

	for (uint32_t i = 0; i < doc->terms_n; i++) {
		uint64_t id = doc->terms[i].id, bit = id >> m->id_shift;

		if (!(m->id_bits[bit / 64] >> bit % 64 & 1) ||
		    !is_in_scope(doc, &doc->terms[i]))
			continue;
		tcn_map_prefetch(&m->ids, id);
		pending[n++] = (struct pending){ .id = id, .term = i };
		if (n < BATCH)
			continue;
		hit_terms(m, pending, n);
		n = 0;
	}
	hit_terms(m, pending, n);
	for (size_t i = 0; i < m->term_hits_n; i++) {
		uint32_t at = m->term_hits[i].postings;

		while (at) {
			const struct tcn_match_posting *posting =
			    &m->postings.at[at - 1];

			if (neighbor_may_match(m->doc, posting,
				m->term_hits[i].term))
				add_rule(m, posting->rule);
			at = posting->next;
		}
	}
}

static void
found_text(void *ctx, uint32_t number)
{
	struct tcn_match *m = ctx;
	struct tcn_match_atom *atom = &m->atoms.at[number];

	if (atom->found == m->doc_n)
		return;
	atom->found = m->doc_n;
	add_rules_of_atom(m, atom->postings);
}

/* --- rules in full --- */

/* Folds the names of the doc's article when they are first needed. */
static void
fold_names(struct tcn_match *m)
{
	const struct tcn_article *article = m->doc->article;

	if (m->names_known)
		return;
	m->names_known = true;
	tcn_fold(tcn_str_trim(article->category), &m->category);
	tcn_fold(tcn_str_trim(article->predicted), &m->predicted);
	tcn_fold(tcn_str_trim(article->source), &m->source);
	tcn_fold(tcn_url_host(article->url), &m->host);
}

static bool
is_one_of(const struct tcn_buf *name, const struct tcn_rule_strs *wanted)
{
	for (size_t i = 0; i < wanted->n; i++)
		if (tcn_str_equal(wanted->at[i], tcn_buf_view(name)))
			return true;
	return false;
}

/* Of an article that has a category, none is expected. */
static bool
has_category(const struct tcn_match *m, const struct tcn_rule_strs *wanted,
    const struct tcn_rule_where *where, struct tcn_match_why *why)
{
	bool expected = where->predicted && m->predicted.n &&
	    is_one_of(&m->predicted, wanted);

	why->unlikely = expected &&
	    100 * m->doc->article->probability < where->predicted_least;
	why->predicted = expected && !why->unlikely;
	return why->predicted || is_one_of(&m->category, wanted);
}

/* "bbc.co.uk" is "www.bbc.co.uk" and "feeds.bbc.co.uk" as well. */
static bool
is_host(struct tcn_str host, struct tcn_str wanted)
{
	size_t more = host.n - wanted.n;

	if (host.n < wanted.n || !wanted.n)
		return false;
	return memcmp(host.at + more, wanted.at, wanted.n) == 0 &&
	    (!more || host.at[more - 1] == '.');
}

static bool
has_source(const struct tcn_match *m, const struct tcn_rule_strs *wanted)
{
	for (size_t i = 0; i < wanted->n; i++)
		if (tcn_str_equal(wanted->at[i], tcn_buf_view(&m->source)) ||
		    is_host(tcn_buf_view(&m->host), wanted->at[i]))
			return true;
	return false;
}

static bool
has_language(const struct tcn_match *m, const struct tcn_rule_strs *wanted)
{
	for (size_t i = 0; i < wanted->n; i++)
		if (tcn_str_equal(wanted->at[i], tcn_str(m->doc->lang)))
			return true;
	return false;
}

/* The doc's places are looked for when they are first needed. */
static bool
has_place(struct tcn_match *m, const struct tcn_rule_strs *wanted)
{
	if (!m->places_known) {
		m->places =
		    tcn_places_find(m->doc->title, m->doc->text, m->doc->lang);
		tcn_places_drop_unsure(&m->places);
		m->places_known = true;
	}
	for (size_t i = 0; i < m->places.n; i++)
		for (size_t k = 0; k < wanted->n; k++)
			if (tcn_str_equal(wanted->at[k],
				tcn_str(m->places.at[i].country)))
				return true;
	return false;
}

/* Are the terms of one list as the rule wants them? */
static bool
terms_match(struct tcn_match *m, struct tcn_match_span span,
    const struct tcn_rule_terms *terms, enum tcn_match_part part,
    struct tcn_match_why *why)
{
	bool any = part == TCN_MATCH_ANY;

	why->part = part;
	why->term = NULL;
	for (uint32_t i = 0; i < span.n; i++) {
		const struct tcn_match_ref *ref = &m->refs.at[span.from + i];
		bool matched = atom_matches(m, ref->atom);

		if (matched != (part == TCN_MATCH_ALL)) {
			why->term = &terms->at[ref->term];
			return any;
		}
	}
	return !any;
}

static bool
names_match(struct tcn_match *m, uint32_t rule, struct tcn_match_why *why)
{
	const struct tcn_rule_where *where = &m->rules[rule].where;
	const struct tcn_match_condition *condition = &m->conditions[rule];

	why->part = TCN_MATCH_LANGUAGE;
	if (where->languages.n && !has_language(m, &where->languages))
		return false;
	why->part = TCN_MATCH_CATEGORY;
	if (condition->categories.n &&
	    !has_category(m, &condition->categories, where, why))
		return false;
	why->part = TCN_MATCH_SOURCE;
	if (condition->sources.n && !has_source(m, &condition->sources))
		return false;
	why->part = TCN_MATCH_PLACE;
	return !where->places.n || has_place(m, &where->places);
}

static bool
rule_matches(struct tcn_match *m, uint32_t rule, struct tcn_match_why *why)
{
	const struct tcn_rule_where *where = &m->rules[rule].where;
	const struct tcn_match_condition *condition = &m->conditions[rule];

	*why = (struct tcn_match_why){ .part = TCN_MATCH_ALWAYS };
	if (!names_match(m, rule, why))
		return false;
	if (condition->all.n &&
	    !terms_match(m, condition->all, &where->all, TCN_MATCH_ALL, why))
		return false;
	if (condition->none.n &&
	    !terms_match(m, condition->none, &where->none, TCN_MATCH_NONE, why))
		return false;
	return !condition->any.n ||
	    terms_match(m, condition->any, &where->any, TCN_MATCH_ANY, why);
}

static void
evaluate(struct tcn_match *m, uint32_t rule, struct tcn_match_why *why)
{
	const struct tcn_match_condition *condition = &m->conditions[rule];

	if (condition->categories.n || condition->sources.n)
		fold_names(m);
	why->matched = false;
	why->matched = rule_matches(m, rule, why);
}

/* --- one doc --- */

/* After 4 billion docs the number wraps: older stamps must go. */
static void
next_number(struct tcn_match *m)
{
	if (++m->doc_n)
		return;
	for (size_t i = 0; i < m->words.n; i++)
		m->words.at[i].seen = 0;
	for (size_t i = 0; i < m->atoms.n; i++)
		m->atoms.at[i].seen = m->atoms.at[i].found = 0;
	memset(m->rule_seen, 0, m->rules_n * sizeof *m->rule_seen);
	m->doc_n = 1;
}

static void
begin_doc(struct tcn_match *m, const struct tcn_doc *doc)
{
	unsigned bits = 6;

	next_number(m);
	m->doc = doc;
	m->elides = tcn_tokenizer_elides(doc->lang);
	m->names_known = m->places_known = false;
	m->lang = tcn_stemmer_lang(doc->lang);
	m->found_n = m->term_hits_n = 0;
	/* Room for the doc's terms by id; they are entered when one is
	 * needed. */
	while ((size_t)1 << bits < 2 * doc->terms_n)
		bits++;
	m->doc_terms_bits = bits;
	m->doc_terms_known = false;
	m->doc_terms.at = tcn_mem_grow(m->doc_terms.at, &m->doc_terms.cap,
	    (size_t)1 << bits, sizeof *m->doc_terms.at);
	if (m->needs_words)
		find_words(m, doc);
	if (m->needs_text) {
		tcn_match_texts_set_doc(&m->texts, doc);
		tcn_match_texts_scan(&m->texts, found_text, m);
	}
	for (size_t i = 0; i < m->unselected.n; i++)
		add_rule(m, m->unselected.at[i]);
}

void
tcn_match_doc(struct tcn_match *m, const struct tcn_doc *doc,
    struct tcn_match_list *list)
{
	struct tcn_match_why why;
	size_t n = 0;

	assert(doc->article != NULL);
	*list = (struct tcn_match_list){ m->found, 0 };
	if (m->always.n == m->rules_n)
		return;
	begin_doc(m, doc);
	if (m->found_n > 1)
		qsort(m->found, m->found_n, sizeof *m->found, tcn_compare_u32);
	for (size_t i = 0; i < m->found_n; i++) {
		evaluate(m, m->found[i], &why);
		if (why.matched)
			m->found[n++] = m->found[i];
	}
	list->n = n;
}

void
tcn_match_explain(struct tcn_match *m, uint32_t rule, struct tcn_match_why *why)
{
	assert(rule < m->rules_n);
	*why = (struct tcn_match_why){ .matched = true };
	if (tcn_rule_where_is_empty(&m->rules[rule].where))
		return;
	assert(m->doc != NULL); /* tcn_match_doc() comes first */
	evaluate(m, rule, why);
}
