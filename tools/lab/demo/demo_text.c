#include "tools/lab/demo/demo_text_impl.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"

#define DEPTH_MAX  12
#define PICK_MAX   64
#define MAX_NUMBER 9

/* The expansion of a rule: the scene, the random numbers of the wording, and
 * where the text goes. */
struct expander {
	const struct tcn_demo_scene *scene;
	struct tcn_demo_rng *rng;
	struct tcn_buf *out;
	unsigned depth;
};

static void expand(struct expander *t, struct tcn_str pattern);

static const struct tcn_demo_rule *
find_rule(enum tcn_demo_lang lang, struct tcn_str name)
{
	return tcn_demo_grammar_find(tcn_demo_grammar(), lang, name);
}

/* A number that depends on the facts of the scene, and on the name and number
 * of the hole it is for. */
static uint64_t
fact(const struct expander *t, struct tcn_str name, uint64_t nth)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < name.n; i++) {
		hash ^= (unsigned char)name.at[i];
		hash *= UINT64_C(0x100000001b3);
	}
	return tcn_demo_subseed(t->scene->facts, hash + nth);
}

/* Expands {n1:lo-hi}, {g1:lo-hi} or {r:lo-hi}. */
static void
expand_number(struct expander *t, struct tcn_str key, struct tcn_str range)
{
	struct tcn_demo_rng of_facts = { fact(t, tcn_str("n"),
	    key.n > 1 ? (uint64_t)key.at[1] : 0) };
	int64_t lo, hi, value;
	char *end;

	/* Reads "3-40" as 3 and 40. */
	lo = strtoll(range.at, &end, 10);
	hi = *end == '-' ? strtoll(end + 1, NULL, 10) : lo;
	if (hi < lo)
		hi = lo;
	if (key.at[0] == 'r')
		value = tcn_demo_between(t->rng, lo, hi);
	else
		value = tcn_demo_between(&of_facts, lo, hi);
	if (key.at[0] == 'g')
		value =
		    lo + (value - lo) * (t->scene->phase + 1) / TCN_DEMO_PHASES;
	tcn_buf_printf(t->out, "%lld", (long long)value);
}

static void
expand_place(struct expander *t, uint64_t nth)
{
	const struct tcn_demo_scene *s = t->scene;
	uint64_t away = nth > 1 ? fact(t, tcn_str("place"), nth) : 0;

	tcn_demo_town(s->country,
	    (uint32_t)((s->town + away % TCN_DEMO_TOWNS) % TCN_DEMO_TOWNS),
	    s->lang, t->out);
}

static void
expand_country(struct expander *t, uint64_t nth)
{
	const struct tcn_demo_scene *s = t->scene;
	uint64_t away = nth > 1 ? fact(t, tcn_str("country"), nth) : 0;

	tcn_demo_country((uint32_t)((s->country + away % TCN_DEMO_COUNTRIES) %
			     TCN_DEMO_COUNTRIES),
	    s->lang, t->out);
}

static void
expand_person(struct expander *t, bool full, uint64_t nth)
{
	enum tcn_demo_lang lang = t->scene->lang;

	if (full) {
		tcn_demo_first_name(fact(t, tcn_str("first"), nth), lang,
		    t->out);
		tcn_buf_z(t->out,
		    lang == TCN_DEMO_ZH       ? "·"
			: lang == TCN_DEMO_JA ? "・"
					      : " ");
	}
	tcn_demo_surname(fact(t, tcn_str("surname"), nth), lang, t->out);
}

/* Expands {day}. 1970-01-01 was a Thursday; the rule "days" begins with
 * Monday. */
static void
expand_day(struct expander *t)
{
	uint32_t day = (uint32_t)((t->scene->ts_ms / TCN_DAY_MS + 3) % 7);

	tcn_buf_str(t->out, tcn_demo_rule_nth(t->scene->lang, "days", day));
}

static bool
begins(struct tcn_str s, const char *z)
{
	size_t n = strlen(z);

	return s.n > n && !memcmp(s.at, z, n) && s.at[n] >= '1' &&
	    s.at[n] <= '9';
}

/* Expands a hole that is no rule of a grammar; false when it is none of
 * these. */
static bool
expand_builtin(struct expander *t, struct tcn_str hole, struct tcn_str arg)
{
	uint64_t nth = hole.n ? (uint64_t)(hole.at[hole.n - 1] - '0') : 0;

	if (arg.n && strchr("ngr", hole.at[0]) && hole.n <= 2)
		expand_number(t, hole, arg);
	else if (hole.n == 2 && (hole.at[0] == 'P' || hole.at[0] == 'p') &&
	    nth >= 1 && nth <= MAX_NUMBER)
		expand_person(t, hole.at[0] == 'P', nth);
	else if (begins(hole, "place"))
		expand_place(t, nth);
	else if (begins(hole, "country"))
		expand_country(t, nth);
	else if (begins(hole, "village"))
		tcn_demo_village(fact(t, tcn_str("village"), nth),
		    t->scene->lang, t->out);
	else if (begins(hole, "brand"))
		tcn_demo_brand(fact(t, tcn_str("brand"), nth), t->scene->lang,
		    t->out);
	else if (tcn_str_equal(hole, tcn_str("o1")))
		tcn_buf_z(t->out, t->scene->outlet);
	else if (tcn_str_equal(hole, tcn_str("day")))
		expand_day(t);
	else
		return false;
	return true;
}

/* Expands {rule}, chosen by the wording, or {=rule:2}, chosen by the facts. */
static void
expand_rule(struct expander *t, struct tcn_str name, struct tcn_str arg)
{
	bool fixed = name.n && name.at[0] == '=';
	const struct tcn_demo_rule *rule;
	uint32_t nth;

	if (fixed) {
		name.at++;
		name.n--;
	}
	rule = find_rule(t->scene->lang, name);
	if (!rule || t->depth >= DEPTH_MAX) {
		tcn_buf_z(t->out, "{?}");
		return;
	}
	if (fixed)
		nth =
		    (uint32_t)(fact(t, name, arg.n ? arg.at[0] : 0) % rule->n);
	else
		nth = tcn_demo_below(t->rng, rule->n);
	t->depth++;
	expand(t, rule->texts[nth]);
	t->depth--;
}

/* Makes the letter at `at` a capital. Letters such as é and ö are two bytes, of
 * which the second is 0x20 less for capitals. */
static void
capitalise(struct tcn_buf *out, size_t at)
{
	unsigned char *p = (unsigned char *)out->at + at;

	if (at >= out->n)
		return;
	if (*p >= 'a' && *p <= 'z')
		*p = (unsigned char)(*p - 0x20);
	else if (*p == 0xc3 && p[1] >= 0xa0 && p[1] <= 0xbe && p[1] != 0xb7)
		p[1] = (unsigned char)(p[1] - 0x20);
}

/* Makes "a " before `at` an "an ", if a vowel follows. */
static void
mend_article(struct tcn_buf *out, size_t at)
{
	bool article = at >= 2 && out->at[at - 1] == ' ' &&
	    (out->at[at - 2] == 'a' || out->at[at - 2] == 'A') &&
	    (at == 2 || !isalpha((unsigned char)out->at[at - 3]));

	if (at >= out->n || !article || !strchr("aeiouAEIOU", out->at[at]))
		return;
	tcn_buf_char(out, ' ');
	memmove(out->at + at, out->at + at - 1, out->n - at);
	out->at[at - 1] = 'n';
}

static void
expand_hole(struct expander *t, struct tcn_str hole)
{
	size_t at = t->out->n;
	bool capital = hole.n && hole.at[0] == '^';
	struct tcn_str arg = { "", 0 };
	const char *colon;

	if (capital) {
		hole.at++;
		hole.n--;
	}
	colon = memchr(hole.at, ':', hole.n);
	if (colon) {
		arg.at = colon + 1;
		arg.n = hole.n - (size_t)(colon + 1 - hole.at);
		hole.n = (size_t)(colon - hole.at);
	}
	if (!expand_builtin(t, hole, arg))
		expand_rule(t, hole, arg);
	if (capital)
		capitalise(t->out, at);
	if (t->scene->lang == TCN_DEMO_EN)
		mend_article(t->out, at);
}

static void
expand(struct expander *t, struct tcn_str pattern)
{
	while (pattern.n) {
		const char *open = memchr(pattern.at, '{', pattern.n);
		const char *close;

		if (!open) {
			tcn_buf_str(t->out, pattern);
			return;
		}
		tcn_buf_add(t->out, pattern.at, (size_t)(open - pattern.at));
		close =
		    memchr(open, '}', pattern.n - (size_t)(open - pattern.at));
		if (!close)
			return;
		expand_hole(t,
		    (struct tcn_str){ open + 1, (size_t)(close - open - 1) });
		pattern.n -= (size_t)(close + 1 - pattern.at);
		pattern.at = close + 1;
	}
}

void
tcn_demo_text_expand(const struct tcn_demo_scene *scene,
    struct tcn_demo_rng *rng, const char *rule, struct tcn_buf *out)
{
	struct expander t = { scene, rng, out, 0 };

	expand_rule(&t, tcn_str(rule), (struct tcn_str){ "", 0 });
}

void
tcn_demo_text_fill(const struct tcn_demo_scene *scene, struct tcn_demo_rng *rng,
    struct tcn_str text, struct tcn_buf *out)
{
	struct expander t = { scene, rng, out, 0 };

	expand(&t, text);
}

void
tcn_demo_text_expand_some(const struct tcn_demo_scene *scene,
    struct tcn_demo_rng *rng, const char *rule, uint32_t n,
    const char *separator, struct tcn_buf *out)
{
	struct expander t = { scene, rng, out, 0 };
	uint32_t order[PICK_MAX];
	uint32_t of = tcn_demo_rule_alternatives(scene->lang, rule);

	if (of > PICK_MAX)
		of = PICK_MAX;
	for (uint32_t i = 0; i < of; i++)
		order[i] = i;
	for (uint32_t i = 0; i < n && i < of; i++) {
		uint32_t other = i + tcn_demo_below(rng, of - i);
		uint32_t chosen = order[other];

		order[other] = order[i];
		expand(&t, tcn_demo_rule_nth(scene->lang, rule, chosen));
		tcn_buf_z(out, separator);
	}
}

void
tcn_demo_text_html(struct tcn_buf *out, struct tcn_str s)
{
	for (size_t i = 0; i < s.n; i++) {
		if (s.at[i] == '&')
			tcn_buf_z(out, "&amp;");
		else if (s.at[i] == '<')
			tcn_buf_z(out, "&lt;");
		else
			tcn_buf_char(out, s.at[i]);
	}
}
