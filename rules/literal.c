#include "rules/literal.h"

#include <assert.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "rules/pattern.h"

enum {
	GROUPS_MAX = 8, /* how deep groups are followed */
	/* Below are Latin, Greek and Cyrillic, whose case ICU and PCRE2 fold
	 * alike; above only characters without case are certain. */
	CASED_BELOW = 0x530,
};

struct scan {
	const uint8_t *at, *end;
	bool caseless;
	bool odd; /* something in the pattern is not understood */
	unsigned depth;
};

/* An alternative, being read: the run of characters that is growing, and the
 * best set of literals so far. */
struct branch {
	struct tcn_literal run;
	struct tcn_literal_set best;
};

int32_t
tcn_literal_fold(int32_t c)
{
	if (c < 0x80)
		return c >= 'A' && c <= 'Z' ? c + 32 : c;
	return u_foldCase(c, U_FOLD_CASE_DEFAULT);
}

static int32_t
take_char(struct scan *s)
{
	int32_t i = 0, c;
	int32_t left = s->end - s->at < 4 ? (int32_t)(s->end - s->at) : 4;

	U8_NEXT(s->at, i, left, c);
	s->at += i;
	return c;
}

static bool
more(const struct scan *s)
{
	return s->at < s->end;
}

/* What a set of literals is worth: the length of the shortest. */
static unsigned
worth(const struct tcn_literal_set *set)
{
	unsigned least = set->n ? TCN_LITERAL_MAX : 0;

	for (unsigned i = 0; i < set->n; i++)
		if (set->at[i].n < least)
			least = set->at[i].n;
	return least;
}

static void
end_run(struct branch *b)
{
	if (b->run.n > worth(&b->best)) {
		b->best.at[0] = b->run;
		b->best.n = 1;
	}
	b->run.n = 0;
}

/* Do ICU and PCRE2 agree which characters match this one? */
static bool
certain(const struct scan *s, int32_t c)
{
	return c > 0 &&
	    (!s->caseless || c < CASED_BELOW ||
		u_charType(c) == U_OTHER_LETTER);
}

/* Behind '{' of "{2}", "{2,}" or "{2,3}": takes it, and its least number. */
static bool
take_bounds(struct scan *s, unsigned *least)
{
	const uint8_t *p = s->at;

	*least = 0;
	while (p < s->end && *p >= '0' && *p <= '9' && *least < 100000)
		*least = *least * 10 + (unsigned)(*p++ - '0');
	if (p == s->at)
		return false;
	if (p < s->end && *p == ',')
		for (p++; p < s->end && *p >= '0' && *p <= '9';)
			p++;
	if (p == s->end || *p != '}')
		return false;
	s->at = p + 1;
	return true;
}

/* What follows an item: how often it occurs at least; false: once. */
static bool
take_quantifier(struct scan *s, unsigned *least)
{
	uint8_t c = more(s) ? *s->at : 0;

	*least = 1;
	if (c != '*' && c != '?' && c != '+' && c != '{')
		return false;
	s->at++;
	if (c == '{')
		s->odd |= !take_bounds(s, least);
	else
		*least = c == '+';
	if (more(s) && (*s->at == '?' || *s->at == '+'))
		s->at++;
	return true;
}

static void
literal_char(struct scan *s, struct branch *b, int32_t c)
{
	unsigned least;
	bool again = take_quantifier(s, &least);

	if (least) {
		if (!certain(s, c))
			end_run(b);
		else if (b->run.n < TCN_LITERAL_MAX)
			b->run.c[b->run.n++] = tcn_literal_fold(c);
	}
	if (again)
		end_run(b);
}

static void
unknown_char(struct scan *s, struct branch *b)
{
	unsigned least;

	take_quantifier(s, &least);
	end_run(b);
}

/* Behind '\p' or '\P': "L" or "{Lu}". */
static void
skip_property(struct scan *s)
{
	if (!more(s)) {
		s->odd = true;
		return;
	}
	if (*s->at++ != '{')
		return;
	while (more(s) && *s->at != '}')
		s->at++;
	s->odd |= !more(s);
	s->at += more(s);
}

static void
escape(struct scan *s, struct branch *b)
{
	uint8_t c = more(s) ? *s->at++ : 0;

	if (c && strchr("bBAZzG", c))
		return; /* a position, not a character */
	if (c == 'p' || c == 'P')
		skip_property(s);
	else if (c < 0x80 && c > ' ' && !u_isalnum(c)) {
		literal_char(s, b, c);
		return;
	} else if (!c || !strchr("dDwWsShHvVRXtnrfea", c))
		s->odd = true;
	unknown_char(s, b);
}

/* Behind '['. */
static void
skip_class(struct scan *s, struct branch *b)
{
	if (more(s) && *s->at == '^')
		s->at++;
	if (more(s) && *s->at == ']')
		s->at++;
	while (more(s) && *s->at != ']') {
		s->odd |= *s->at == '[';
		if (*s->at == '\\' && s->at + 1 < s->end) {
			s->at++;
			s->odd |= *s->at == 'Q' || *s->at == 'E';
		}
		s->at++;
	}
	s->odd |= !more(s);
	s->at += more(s);
	unknown_char(s, b);
}

static void read_alternatives(struct scan *s, struct tcn_literal_set *set);

/* Behind '('. */
static void
read_group(struct scan *s, struct branch *b)
{
	struct tcn_literal_set set;
	unsigned least;

	if (s->end - s->at >= 2 && s->at[0] == '?' && s->at[1] == ':')
		s->at += 2;
	else if (more(s) && (*s->at == '?' || *s->at == '*'))
		s->odd = true;
	if (s->depth == GROUPS_MAX)
		s->odd = true;
	if (s->odd)
		return;
	s->depth++;
	read_alternatives(s, &set);
	s->depth--;
	assert(set.n <= TCN_LITERAL_SET_MAX);
	s->odd |= !more(s);
	s->at += more(s); /* ')' */
	take_quantifier(s, &least);
	end_run(b);
	if (least) {
		/* Takes a set of literals that must occur, if it is better. */
		unsigned had = worth(&b->best), has = worth(&set);

		if (has > had || (has == had && set.n < b->best.n))
			b->best = set;
	}
}

static void
read_item(struct scan *s, struct branch *b)
{
	int32_t c = take_char(s);

	switch (c) {
	case '\\':
		escape(s, b);
		break;
	case '[':
		skip_class(s, b);
		break;
	case '(':
		read_group(s, b);
		break;
	case '.':
		unknown_char(s, b);
		break;
	case '^':
	case '$':
		break;
	case '*':
	case '+':
	case '?':
	case '{':
		s->odd = true;
		break;
	default:
		s->odd |= c < 0;
		literal_char(s, b, c);
	}
}

/* The literals of all alternatives; none when one of them has none. */
static void
read_alternatives(struct scan *s, struct tcn_literal_set *set)
{
	bool all = true;

	set->n = 0;
	do {
		struct branch b = { .run.n = 0, .best.n = 0 };

		while (more(s) && *s->at != '|' && *s->at != ')' && !s->odd)
			read_item(s, &b);
		end_run(&b);
		if (!b.best.n || set->n + b.best.n > TCN_LITERAL_SET_MAX)
			all = false;
		for (unsigned i = 0; all && i < b.best.n; i++)
			set->at[set->n++] = b.best.at[i];
	} while (!s->odd && more(s) && *s->at == '|' && s->at++);
	if (!all)
		set->n = 0;
}

void
tcn_literal_from_pattern(struct tcn_str pattern, unsigned flags,
    struct tcn_literal_set *literals)
{
	struct scan s = {
		.at = (const uint8_t *)pattern.at,
		.end = (const uint8_t *)pattern.at + pattern.n,
		.caseless = (flags & TCN_PATTERN_CASELESS) != 0,
		.odd = (flags & TCN_PATTERN_SPACED) != 0,
	};

	read_alternatives(&s, literals);
	if (s.odd || more(&s))
		literals->n = 0;
}

bool
tcn_literal_from_text(struct tcn_str text, struct tcn_literal *literal)
{
	struct scan s = {
		.at = (const uint8_t *)text.at,
		.end = (const uint8_t *)text.at + text.n,
	};

	for (literal->n = 0; more(&s); literal->n++) {
		if (literal->n == TCN_LITERAL_MAX)
			return false;
		literal->c[literal->n] = tcn_literal_fold(take_char(&s));
	}
	return true;
}
