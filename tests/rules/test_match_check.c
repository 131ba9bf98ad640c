/*
 * The validator of the matcher finds each kind of damage to the index, and
 * says what is wrong.
 */
#include "tests/base/run.h"

#include <string.h>

#include "engine/base/mem.h"
#include "tests/rules/match_check.h"

static const struct tcn_rule_term terms[] = {
	{ .text = TCN_STR("flood") },
	{ .text = TCN_STR("acme corp") },
	{ .text = TCN_STR("storm|quakes?"), .pattern = true },
	{ .text = TCN_STR("\u5730\u9707") },
	{ .text = TCN_STR("[0-9]"), .pattern = true },
};

static const struct tcn_rule rules[] = {
	{ .where.any = { &terms[0], 3 } }, { .where.all = { &terms[1], 1 } },
	{ .where.any = { &terms[3], 1 }, .where.none = { &terms[0], 2 } },
	{ .where.any = { &terms[4], 1 } }, /* unselected */
	{ .more_than = 3 }, /* always */
};

#define RULES (sizeof rules / sizeof *rules)

/* A word that leads to rules. */
static struct tcn_match_word *
a_word(struct tcn_match *m)
{
	for (size_t i = 0; i < m->words.n; i++)
		if (m->words.at[i].postings)
			return &m->words.at[i];
	ck_abort_msg("no word has postings");
}

static struct tcn_match_atom *
an_atom(struct tcn_match *m, enum tcn_match_atom_kind kind)
{
	for (size_t i = 0; i < m->atoms.n; i++)
		if (m->atoms.at[i].kind == kind)
			return &m->atoms.at[i];
	ck_abort_msg("no atom is of that kind");
}

static void
lose_postings(struct tcn_match *m)
{
	a_word(m)->postings = 0;
}

static void
lose_stem(struct tcn_match *m)
{
	a_word(m)->stems_n--;
}

static void
lose_id(struct tcn_match *m)
{
	tcn_map_remove(&m->ids, m->stems.at[a_word(m)->stems].id);
}

static void
lose_id_bits(struct tcn_match *m)
{
	memset(m->id_bits, 0, ((size_t)1 << (64 - m->id_shift)) / 8);
}

static void
lead_to_no_rule(struct tcn_match *m)
{
	m->postings.at[0].rule = RULES;
}

static void
lead_in_circles(struct tcn_match *m)
{
	uint32_t first = a_word(m)->postings;

	m->postings.at[first - 1].next = first;
}

static void
lead_to_another_rule(struct tcn_match *m)
{
	m->postings.at[a_word(m)->postings - 1].rule = 4;
}

static void
lose_text_posting(struct tcn_match *m)
{
	struct tcn_match_atom *atom = an_atom(m, TCN_MATCH_ATOM_TEXT);

	atom->postings = atom->postings_n = 0;
}

static void
lose_literal(struct tcn_match *m)
{
	m->texts.literals.at[1].key_end = 1;
}

static void
lose_unselected(struct tcn_match *m)
{
	m->unselected.n = 0;
}

static void
lose_always(struct tcn_match *m)
{
	m->always.n = 0;
}

static void
lose_terms(struct tcn_match *m)
{
	m->conditions[0].any.n--;
}

static const struct {
	void (*damage)(struct tcn_match *match);
	const char *what;
} damages[] = {
	{ lose_postings, "leads elsewhere" },
	{ lose_stem, "no stem in a language" },
	{ lose_id, "not found by its id" },
	{ lose_id_bits, "no bit" },
	{ lead_to_no_rule, "a rule or atom that is not" },
	{ lead_in_circles, "broken list" },
	{ lead_to_another_rule, "missed by some articles" },
	{ lose_text_posting, "postings" },
	{ lose_literal, "not found under its key" },
	{ lose_unselected, "missed by some articles" },
	{ lose_always, "always" },
	{ lose_terms, "lost terms" },
};

START_TEST(damage_is_found)
{
	struct tcn_match *match;
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_match_new(rules, RULES, &match, NULL), TCN_OK);
	ck_assert_msg(match_check(match, &err) == TCN_OK, "%s", err.text);
	damages[_i].damage(match);
	ck_assert_int_eq(match_check(match, &err), TCN_CORRUPT);
	ck_assert_msg(strstr(err.text, damages[_i].what) != NULL, "%s",
	    err.text);
	tcn_match_free(match);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

TCN_TESTS(match_check)
{
	TCN_EACH(damage_is_found, damages);
}
