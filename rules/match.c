#include "rules/match.h"

#include <stdlib.h>

#include "engine/base/buf.h"
#include "engine/base/compare.h"
#include "engine/base/url.h"
#include "engine/text/fold.h"
#include "rules/match_impl.h"

enum {
	BATCH = 32, /* terms looked up at a time */
};

enum tcn_rc
tcn_match_new(const struct tcn_rule *rules, size_t n, struct tcn_match **match,
    struct tcn_err *err)
{
	struct tcn_match *made = tcn_mem_calloc(1, sizeof *made);
	enum tcn_rc rc = TCN_NOMEM;

	if (made) {
		made->rules = rules;
		made->rules_n = n;
		tcn_arena_init(&made->arena, 0);
		rc = tcn_match_build(made, err);
	}
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
	tcn_mem_free(match->entries.at);
	tcn_mem_free(match->postings.at);
	tcn_mem_free(match->atoms.at);
	tcn_mem_free(match->atom_words.at);
	tcn_mem_free(match->refs.at);
	tcn_mem_free(match->always.at);
	tcn_mem_free(match->unselected.at);
	tcn_mem_free(match->id_bits);
	tcn_mem_free(match->conditions);
	tcn_mem_free(match->rule_seen);
	tcn_mem_free(match->terms.at);
	tcn_mem_free(match->term_hits);
	tcn_mem_free(match->found);
	tcn_map_fini(&match->ids);
	tcn_match_texts_fini(&match->texts);
	tcn_buf_fini(&match->category);
	tcn_buf_fini(&match->source);
	tcn_buf_fini(&match->host);
	tcn_mem_free(match);
}

struct tcn_match_list
tcn_match_always(const struct tcn_match *match)
{
	return (struct tcn_match_list){ match->always.at, match->always.n };
}

/* --- what is true of the doc --- */

/* What stands only in the outlet's name, or beside the text, is not looked
 * at. */
static bool
counts(const struct tcn_doc *doc, const struct tcn_term *term)
{
	return term->tf &&
	    !(doc->suffix_is_source && term->flags & TCN_TERM_SUFFIX);
}

/* Room for the doc's terms by number; they go there when one is asked for. */
static enum tcn_rc
make_room(struct tcn_match *m, const struct tcn_doc *doc)
{
	unsigned bits = 6;
	uint32_t *at;

	while ((size_t)1 << bits < 2 * doc->terms_n)
		bits++;
	m->terms_bits = bits;
	m->terms_known = false;
	at = tcn_mem_grow(m->terms.at, &m->terms.cap, (size_t)1 << bits,
	    sizeof *at);
	if (!at)
		return TCN_NOMEM;
	m->terms.at = at;
	return TCN_OK;
}

/* The place of the term with this number, or where it would go. */
static uint32_t *
term_place(const struct tcn_match *m, uint64_t id)
{
	size_t mask = ((size_t)1 << m->terms_bits) - 1;
	size_t i = id >> (64 - m->terms_bits);

	while (m->terms.at[i] && m->doc->terms[m->terms.at[i] - 1].id != id)
		i = (i + 1) & mask;
	return &m->terms.at[i];
}

static void
index_doc_terms(struct tcn_match *m)
{
	memset(m->terms.at, 0,
	    ((size_t)1 << m->terms_bits) * sizeof *m->terms.at);
	for (uint32_t i = 0; i < m->doc->terms_n; i++)
		if (counts(m->doc, &m->doc->terms[i]))
			*term_place(m, m->doc->terms[i].id) = i + 1;
	m->terms_known = true;
}

/* Which term of the doc the word is, in the doc's language. */
static uint32_t
term_of(struct tcn_match *m, uint32_t number)
{
	struct tcn_match_word *word = &m->words.at[number];
	const struct tcn_match_entry *entry = &m->entries.at[word->entries];

	if (word->seen == m->doc_n)
		return word->term;
	if (!m->terms_known)
		index_doc_terms(m);
	while (!(entry->langs >> m->lang & 1))
		entry++;
	word->seen = m->doc_n;
	word->term = *term_place(m, entry->id) - 1; /* 0 - 1: none */
	return word->term;
}

/* Where the part of the doc ends that its word i stands in. */
static size_t
part_end(const struct tcn_doc *doc, size_t i)
{
	return i < doc->suffix_at ? doc->suffix_at
	    : i < doc->title_n    ? doc->title_n
				  : doc->words_n;
}

/* Do the words stand side by side? All of them stand there somewhere. */
static bool
side_by_side(struct tcn_match *m, const uint32_t *words, uint32_t n)
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
	return n == 1 || (n && side_by_side(m, words, n));
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
		if (atom->literal && atom->found != m->doc_n)
			break;
		atom->matched = tcn_pattern_matches(atom->pattern,
		    tcn_buf_view(&m->texts.text));
		m->patterns_run++;
	}
	return atom->matched;
}

/* --- which rules may be matched --- */

static void
add_rule(struct tcn_match *m, uint32_t rule)
{
	if (m->rule_seen[rule] == m->doc_n)
		return;
	m->rule_seen[rule] = m->doc_n;
	m->found[m->found_n++] = rule;
}

static void
add_rules_of(struct tcn_match *m, uint32_t posting)
{
	while (posting) {
		add_rule(m, m->postings.at[posting - 1].rule);
		posting = m->postings.at[posting - 1].next;
	}
}

/* Does what stands beside the term somewhere look like the atom's word? */
static bool
neighbor_may_match(const struct tcn_doc *doc,
    const struct tcn_match_posting *posting, uint32_t term)
{
	uint32_t left = doc->terms[term].tf;

	if (!posting->side)
		return true;
	for (size_t i = doc->terms[term].first; left && i < doc->words_n; i++) {
		size_t beside = i + (size_t)posting->side;

		if (doc->words[i] != term)
			continue;
		/* Those of an outlet's name are not counted. */
		left -= i < doc->suffix_at || i >= doc->title_n;
		if (beside < doc->words_n &&
		    posting->neighbor_bits >>
			    (doc->terms[doc->words[beside]].id >> 58) &
			1)
			return true;
	}
	return false;
}

static void
follow(struct tcn_match *m, const struct tcn_match_term_hit *hit)
{
	uint32_t at = hit->postings;

	while (at) {
		const struct tcn_match_posting *posting =
		    &m->postings.at[at - 1];

		if (neighbor_may_match(m->doc, posting, hit->term))
			add_rule(m, posting->rule);
		at = posting->next;
	}
}

/* A term of the doc that may be a word's: its number, then an entry. */
struct pending {
	uint64_t id;
	uint64_t entry; /* number + 1 */
	uint32_t term;
};

/* Where the words hit that are filed under the term's number. */
static void
take_term(struct tcn_match *m, const struct pending *p)
{
	for (uint64_t at = p->entry; at;) {
		const struct tcn_match_entry *entry = &m->entries.at[at - 1];

		at = entry->next;
		if (!(entry->langs >> m->lang & 1))
			continue;
		__builtin_prefetch(&m->postings.at[entry->postings - 1]);
		m->term_hits[m->term_hits_n++] =
		    (struct tcn_match_term_hit){ p->term, entry->postings };
	}
}

/* With each step for all of them, memory is waited for once a step. */
static void
take_terms(struct tcn_match *m, struct pending *pending, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const uint64_t *first = tcn_map_find(&m->ids, pending[i].id);

		pending[i].entry = first ? *first : 0;
		if (first)
			__builtin_prefetch(&m->entries.at[*first - 1]);
	}
	for (size_t i = 0; i < n; i++)
		take_term(m, &pending[i]);
}

static void
find_words(struct tcn_match *m, const struct tcn_doc *doc)
{
	struct pending pending[BATCH];
	size_t n = 0;

	for (uint32_t i = 0; i < doc->terms_n; i++) {
		uint64_t id = doc->terms[i].id, bit = id >> m->id_shift;

		if (!(m->id_bits[bit / 64] >> bit % 64 & 1) ||
		    !counts(doc, &doc->terms[i]))
			continue;
		tcn_map_prefetch(&m->ids, id);
		pending[n++] = (struct pending){ .id = id, .term = i };
		if (n < BATCH)
			continue;
		take_terms(m, pending, n);
		n = 0;
	}
	take_terms(m, pending, n);
	for (size_t i = 0; i < m->term_hits_n; i++)
		follow(m, &m->term_hits[i]);
}

static void
found_text(void *ctx, uint32_t number)
{
	struct tcn_match *m = ctx;
	struct tcn_match_atom *atom = &m->atoms.at[number];

	if (atom->found == m->doc_n)
		return;
	atom->found = m->doc_n;
	add_rules_of(m, atom->postings);
}

/* --- rules in full --- */

/* The names of the doc's article, folded, when they are first asked for. */
static enum tcn_rc
fold_names(struct tcn_match *m)
{
	const struct tcn_article *article = m->doc->article;
	enum tcn_rc rc = TCN_OK;

	if (m->names_known)
		return TCN_OK;
	m->names_known = true;
	rc = tcn_fold(tcn_str_trim(article->category), &m->category);
	if (!rc)
		rc = tcn_fold(tcn_str_trim(article->source), &m->source);
	if (!rc)
		rc = tcn_fold(tcn_url_host(article->url), &m->host);
	return rc;
}

static bool
has_category(const struct tcn_match *m, const struct tcn_rule_strs *wanted)
{
	for (size_t i = 0; i < wanted->n; i++)
		if (tcn_str_equal(wanted->at[i], tcn_buf_view(&m->category)))
			return true;
	return false;
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

/* One condition of a rule: the terms of one of its lists. */
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
names_match(const struct tcn_match *m, uint32_t rule, struct tcn_match_why *why)
{
	const struct tcn_rule_where *where = &m->rules[rule].where;
	const struct tcn_match_condition *condition = &m->conditions[rule];

	why->part = TCN_MATCH_LANGUAGE;
	if (where->languages.n && !has_language(m, &where->languages))
		return false;
	why->part = TCN_MATCH_CATEGORY;
	if (condition->categories.n && !has_category(m, &condition->categories))
		return false;
	why->part = TCN_MATCH_SOURCE;
	return !condition->sources.n || has_source(m, &condition->sources);
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

static enum tcn_rc
look_at(struct tcn_match *m, uint32_t rule, struct tcn_match_why *why)
{
	const struct tcn_match_condition *condition = &m->conditions[rule];

	if ((condition->categories.n || condition->sources.n) && fold_names(m))
		return TCN_NOMEM;
	m->looked_at++;
	why->matched = false;
	why->matched = rule_matches(m, rule, why);
	return TCN_OK;
}

/* --- one doc --- */

/* Numbers come round after 4 billion docs: forget what they were. */
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

static enum tcn_rc
start(struct tcn_match *m, const struct tcn_doc *doc)
{
	next_number(m);
	m->doc = doc;
	m->elides = tcn_tokenizer_elides(doc->lang);
	m->names_known = false;
	m->lang = tcn_stemmer_lang(doc->lang);
	m->found_n = m->term_hits_n = 0;
	m->docs++;
	if (make_room(m, doc))
		return TCN_NOMEM;
	if (m->needs_words)
		find_words(m, doc);
	if (m->needs_text) {
		if (tcn_match_texts_set_doc(&m->texts, doc))
			return TCN_NOMEM;
		tcn_match_texts_scan(&m->texts, found_text, m);
	}
	for (size_t i = 0; i < m->unselected.n; i++)
		add_rule(m, m->unselected.at[i]);
	return TCN_OK;
}

enum tcn_rc
tcn_match_doc(struct tcn_match *m, const struct tcn_doc *doc,
    struct tcn_match_list *list)
{
	struct tcn_match_why why;
	size_t n = 0;

	*list = (struct tcn_match_list){ m->found, 0 };
	if (m->always.n == m->rules_n)
		return TCN_OK;
	if (start(m, doc))
		return TCN_NOMEM;
	if (m->found_n > 1)
		qsort(m->found, m->found_n, sizeof *m->found, tcn_compare_u32);
	for (size_t i = 0; i < m->found_n; i++) {
		if (look_at(m, m->found[i], &why))
			return TCN_NOMEM;
		if (why.matched)
			m->found[n++] = m->found[i];
	}
	list->n = n;
	return TCN_OK;
}

enum tcn_rc
tcn_match_explain(struct tcn_match *m, uint32_t rule, struct tcn_match_why *why)
{
	*why = (struct tcn_match_why){ true, TCN_MATCH_ALWAYS, NULL };
	if (tcn_rule_where_is_empty(&m->rules[rule].where))
		return TCN_OK;
	return look_at(m, rule, why);
}

struct tcn_match_counts
tcn_match_counts(const struct tcn_match *m)
{
	struct tcn_match_counts counts = {
		.docs = m->docs,
		.looked_at = m->looked_at,
		.patterns_run = m->patterns_run,
		.words = m->words.n,
		.unselected = m->unselected.n,
	};

	for (size_t i = 0; i < m->atoms.n; i++) {
		const struct tcn_match_atom *atom = &m->atoms.at[i];

		if (!atom->pattern)
			continue;
		counts.patterns++;
		counts.patterns_given_up += tcn_pattern_given_up(atom->pattern);
	}
	return counts;
}
