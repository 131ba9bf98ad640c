/*
 * Checked are the shape of the arrays; that the index leads from each word to
 * its postings and nowhere else; and what makes the selection lose nothing:
 * that each rule is looked at always, or for every article, or is led to by one
 * term of `all` or by each term of `any`.
 */
#include "tests/rules/match_check.h"

#include "rules/match_impl.h"

struct check {
	const struct tcn_match *m;
	struct tcn_err *err;
	size_t postings; /* reached from words and atoms */
	size_t ids; /* stems that are the first of their id */
};

static enum tcn_rc
broken(const struct check *c, const char *of, size_t number, const char *what)
{
	return tcn_err_set(c->err, TCN_CORRUPT, "%s %zu %s", of, number, what);
}

/* --- words --- */

/* Each language is in one stem; each stem leads where the word does. */
static enum tcn_rc
check_stems(struct check *c, size_t number)
{
	const struct tcn_match *m = c->m;
	const struct tcn_match_word *word = &m->words.at[number];
	unsigned langs_n = tcn_stemmer_langs_n();
	uint64_t langs = 0;

	if ((size_t)word->stems + word->stems_n > m->stems.n)
		return broken(c, "word", number, "has stems that are not");
	for (uint32_t i = 0; i < word->stems_n; i++) {
		const struct tcn_match_stem *stem =
		    &m->stems.at[word->stems + i];

		if (stem->langs & langs)
			return broken(c, "word", number,
			    "has two stems in one language");
		if (stem->postings != word->postings)
			return broken(c, "word", number,
			    "has a stem that leads elsewhere");
		langs |= stem->langs;
	}
	if (langs != UINT64_MAX >> (64 - langs_n))
		return broken(c, "word", number, "has no stem in a language");
	return TCN_OK;
}

/* Is a stem with postings found by its id? */
static enum tcn_rc
check_id(struct check *c, uint32_t number)
{
	const struct tcn_match *m = c->m;
	const struct tcn_match_stem *stem = &m->stems.at[number];
	uint64_t bit = stem->id >> m->id_shift;
	const uint64_t *first = tcn_map_find(&m->ids, stem->id);
	uint64_t at = first ? *first : 0;

	c->ids += at == (uint64_t)number + 1;
	for (size_t steps = 0; at && at != (uint64_t)number + 1; steps++) {
		if (at > m->stems.n || steps == m->stems.n)
			return broken(c, "stem", number, "is in a broken list");
		at = m->stems.at[at - 1].next;
	}
	if (!at)
		return broken(c, "stem", number, "is not found by its id");
	if (!(m->id_bits[bit / 64] >> bit % 64 & 1))
		return broken(c, "stem", number, "has no bit for its id");
	return TCN_OK;
}

static bool
has_word(const struct tcn_match *m, const struct tcn_match_atom *atom,
    uint32_t word)
{
	for (unsigned reading = 0; reading < 2; reading++)
		for (uint32_t i = 0; i < atom->words[reading].n; i++)
			if (m->atom_words.at[atom->words[reading].from + i] ==
			    word)
				return true;
	return false;
}

/* The postings of a word, or of an atom that is none of words. */
static enum tcn_rc
check_postings(struct check *c, const char *of, size_t number, uint32_t first,
    uint32_t n)
{
	const struct tcn_match *m = c->m;
	uint32_t seen = 0;

	for (uint32_t at = first; at; seen++) {
		const struct tcn_match_posting *posting;

		if (at > m->postings.n || seen == n)
			return broken(c, of, number,
			    "has a broken list of postings");
		posting = &m->postings.at[at - 1];
		if (posting->rule >= m->rules_n || posting->atom >= m->atoms.n)
			return broken(c, of, number,
			    "leads to a rule or atom that is not");
		at = posting->next;
	}
	if (seen != n)
		return broken(c, of, number, "has lost postings");
	c->postings += n;
	return TCN_OK;
}

/* A word's postings are of atoms of words that have it. */
static enum tcn_rc
check_word(struct check *c, uint32_t number)
{
	const struct tcn_match *m = c->m;
	const struct tcn_match_word *word = &m->words.at[number];
	enum tcn_rc rc = check_stems(c, number);

	if (!rc)
		rc = check_postings(c, "word", number, word->postings,
		    word->postings_n);
	for (uint32_t at = word->postings; at && !rc;) {
		const struct tcn_match_posting *posting =
		    &m->postings.at[at - 1];

		if (!has_word(m, &m->atoms.at[posting->atom], number))
			rc = broken(c, "word", number,
			    "leads to an atom without it");
		at = posting->next;
	}
	for (uint32_t i = 0; word->postings && i < word->stems_n && !rc; i++)
		rc = check_id(c, word->stems + i);
	return rc;
}

/* --- atoms and rules --- */

static enum tcn_rc
check_atom(struct check *c, size_t number)
{
	const struct tcn_match *m = c->m;
	const struct tcn_match_atom *atom = &m->atoms.at[number];

	if ((atom->kind == TCN_MATCH_ATOM_PATTERN) != (atom->pattern != NULL))
		return broken(c, "atom", number, "is of another kind");
	for (unsigned reading = 0; reading < 2; reading++) {
		size_t from = atom->words[reading].from;
		size_t end = from + atom->words[reading].n;

		if (end > m->atom_words.n)
			return broken(c, "atom", number,
			    "has words that are "
			    "not");
		for (size_t i = from; i < end; i++)
			if (m->atom_words.at[i] >= m->words.n)
				return broken(c, "atom", number,
				    "has a word that is not");
	}
	if (atom->postings &&
	    (atom->kind == TCN_MATCH_ATOM_WORDS || !atom->has_literals))
		return broken(c, "atom", number,
		    "has postings that nothing finds");
	return check_postings(c, "atom", number, atom->postings,
	    atom->postings_n);
}

static bool
is_in_list(const struct tcn_match *m, uint32_t first, uint32_t rule,
    uint32_t atom)
{
	for (uint32_t at = first; at; at = m->postings.at[at - 1].next)
		if (m->postings.at[at - 1].rule == rule &&
		    m->postings.at[at - 1].atom == atom)
			return true;
	return false;
}

/* Is the rule led to by whatever has the atom, in either reading? */
static bool
leads_to(const struct tcn_match *m, uint32_t number, uint32_t rule)
{
	const struct tcn_match_atom *atom = &m->atoms.at[number];
	bool found[2] = { false, false };

	if (atom->kind != TCN_MATCH_ATOM_WORDS)
		return is_in_list(m, atom->postings, rule, number);
	for (unsigned reading = 0; reading < 2; reading++)
		for (uint32_t i = 0; i < atom->words[reading].n; i++) {
			uint32_t word =
			    m->atom_words.at[atom->words[reading].from + i];

			found[reading] |= is_in_list(m,
			    m->words.at[word].postings, rule, number);
		}
	return found[0] && found[1];
}

static size_t
count_leading(const struct tcn_match *m, struct tcn_match_span span,
    uint32_t rule)
{
	size_t n = 0;

	for (uint32_t i = 0; i < span.n; i++)
		n += leads_to(m, m->refs.at[span.from + i].atom, rule);
	return n;
}

static bool
is_listed(const struct tcn_match_numbers *numbers, uint32_t rule)
{
	for (size_t i = 0; i < numbers->n; i++)
		if (numbers->at[i] == rule)
			return true;
	return false;
}

static enum tcn_rc
check_span(const struct check *c, uint32_t rule, struct tcn_match_span span,
    size_t terms_n)
{
	if (span.n != terms_n || (size_t)span.from + span.n > c->m->refs.n)
		return broken(c, "rule", rule, "has lost terms");
	for (uint32_t i = 0; i < span.n; i++) {
		const struct tcn_match_ref *ref = &c->m->refs.at[span.from + i];

		if (ref->atom >= c->m->atoms.n || ref->term >= terms_n)
			return broken(c, "rule", rule,
			    "has a term that is "
			    "not");
	}
	return TCN_OK;
}

/* Does no article that meets the rule escape it? */
static enum tcn_rc
check_rule(const struct check *c, uint32_t rule)
{
	const struct tcn_match *m = c->m;
	const struct tcn_rule_where *where = &m->rules[rule].where;
	const struct tcn_match_condition *condition = &m->conditions[rule];
	enum tcn_rc rc = check_span(c, rule, condition->any, where->any.n);

	if (!rc)
		rc = check_span(c, rule, condition->all, where->all.n);
	if (!rc)
		rc = check_span(c, rule, condition->none, where->none.n);
	if (rc)
		return rc;
	if (tcn_rule_where_is_empty(where) != is_listed(&m->always, rule))
		return broken(c, "rule", rule, "is listed wrongly as always");
	if (tcn_rule_where_is_empty(where) || is_listed(&m->unselected, rule) ||
	    count_leading(m, condition->all, rule) ||
	    (condition->any.n &&
		count_leading(m, condition->any, rule) == condition->any.n))
		return TCN_OK;
	return broken(c, "rule", rule, "is missed by some articles");
}

enum tcn_rc
match_check(const struct tcn_match *m, struct tcn_err *err)
{
	struct check c = { .m = m, .err = err };
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < m->atoms.n && !rc; i++)
		rc = check_atom(&c, i);
	for (uint32_t i = 0; i < m->words.n && !rc; i++)
		rc = check_word(&c, i);
	if (!rc && c.postings != m->postings.n)
		rc = tcn_err_set(err, TCN_CORRUPT,
		    "%zu postings of %zu can be reached", c.postings,
		    m->postings.n);
	if (!rc && c.ids != m->ids.n)
		rc = tcn_err_set(err, TCN_CORRUPT,
		    "%zu ids are in the index, stems have %zu", m->ids.n,
		    c.ids);
	for (uint32_t i = 0; i < m->rules_n && !rc; i++)
		rc = check_rule(&c, i);
	return rc ? rc : tcn_match_texts_check(&m->texts, m->atoms.n, err);
}
