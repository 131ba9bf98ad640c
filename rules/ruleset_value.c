#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/base/quantity.h"
#include "engine/base/suggest.h"
#include "engine/text/place_names.h"
#include "engine/text/zone.h"
#include "rules/hours.h"
#include "rules/pattern.h"
#include "rules/ruleset_impl.h"

enum {
	NAME_MAX_BYTES = 64,
	TERM_MAX_BYTES = 1024, /* of a word or name; patterns have their own */
	DAY_MIN = 24 * 60,
};

static void *
field_of(void *record, const struct tcn_ruleset_row *row)
{
	return (char *)record + row->at;
}

static bool
put_name(struct tcn_ruleset_diags *diags, struct tcn_str text,
    struct tcn_ruleset_place place, struct tcn_str *field)
{
	char word[TCN_QUANTITY_EXCERPT_BYTES];
	bool fine = text.n && text.n <= NAME_MAX_BYTES && text.at[0] != '-';

	for (size_t i = 0; i < text.n; i++) {
		char c = text.at[i];

		fine &= (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
		    c == '-';
	}
	if (fine) {
		tcn_arena_str(diags->arena, text, field);
		return true;
	}
	tcn_ruleset_add_diag(diags, false, place,
	    "'%s' is no name: small letters a-z, digits and '-', at most %d, "
	    "as 'world-desk'",
	    tcn_quantity_excerpt(text, word), NAME_MAX_BYTES);
	return false;
}

/* "a, b or c" */
static void
words_list(const char *const *words, char *out, size_t room)
{
	size_t n = 0;

	out[0] = '\0';
	for (size_t i = 0; words[i] && n < room; i++)
		n += (size_t)snprintf(out + n, room - n, "%s%s",
		    i == 0             ? ""
			: words[i + 1] ? ", "
				       : " or ",
		    words[i]);
}

static bool
put_choice(struct tcn_ruleset_diags *diags, const struct tcn_ruleset_row *row,
    struct tcn_str text, struct tcn_ruleset_place place, unsigned *field)
{
	char word[TCN_QUANTITY_EXCERPT_BYTES], list[200];
	struct tcn_suggest nearest;
	const char *best;

	tcn_suggest_init(&nearest, tcn_quantity_excerpt(text, word));
	for (unsigned i = 0; row->words[i]; i++) {
		if (tcn_str_equal(text, tcn_str(row->words[i]))) {
			*field = i;
			return true;
		}
		tcn_suggest_offer(&nearest, row->words[i]);
	}
	best = tcn_suggest_find(&nearest);
	words_list(row->words, list, sizeof list);
	if (best)
		tcn_ruleset_add_diag(diags, false, place,
		    "%s: no '%s'; did you mean '%s'?", row->key, word, best);
	else
		tcn_ruleset_add_diag(diags, false, place,
		    "%s: '%s' is no choice; it takes %s", row->key, word, list);
	return false;
}

static bool
put_boolean(struct tcn_ruleset_diags *diags, const struct tcn_ruleset_row *row,
    struct tcn_str text, struct tcn_ruleset_place place, bool *field)
{
	char word[TCN_QUANTITY_EXCERPT_BYTES];
	static const char *const words[] = { "false", "no", "off", "true",
		"yes", "on" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (tcn_str_equal(text, tcn_str(words[i]))) {
			*field = i >= 3;
			return true;
		}
	}
	tcn_ruleset_add_diag(diags, false, place,
	    "%s: '%s' is neither yes nor no; it takes true or false", row->key,
	    tcn_quantity_excerpt(text, word));
	return false;
}

static bool
read_number(enum tcn_ruleset_row_kind kind, struct tcn_str text, uint64_t *n,
    double *x)
{
	*n = 0;
	*x = 0;
	if (kind == TCN_RULESET_ROW_PERCENT)
		return tcn_quantity_parse_percent(text, x);
	if (kind == TCN_RULESET_ROW_RATE)
		return tcn_quantity_parse_rate(text, x);
	if (kind == TCN_RULESET_ROW_DURATION)
		return tcn_quantity_parse_units(text, tcn_quantity_time_units,
		    n);
	return tcn_quantity_parse_count(text, n);
}

static void
explain_number(struct tcn_ruleset_diags *diags,
    const struct tcn_ruleset_row *row, struct tcn_str text,
    struct tcn_ruleset_place place)
{
	char word[TCN_QUANTITY_EXCERPT_BYTES];
	struct tcn_buf why = { 0 };

	if (row->kind == TCN_RULESET_ROW_DURATION) {
		tcn_quantity_explain(text, tcn_quantity_time_units, &why);
		tcn_ruleset_add_diag(diags, false, place, "%s%s", row->key,
		    why.at);
		tcn_buf_fini(&why);
		return;
	}
	tcn_ruleset_add_diag(diags, false, place,
	    "%s takes a %snumber, not '%s'", row->key,
	    row->kind == TCN_RULESET_ROW_COUNT ? "whole " : "",
	    tcn_quantity_excerpt(text, word));
}

static bool
put_number(struct tcn_ruleset_diags *diags, const struct tcn_ruleset_row *row,
    struct tcn_str text, struct tcn_ruleset_place place, void *field)
{
	char word[TCN_QUANTITY_EXCERPT_BYTES];
	uint64_t n, least_n, most_n;
	double x, least_x, most_x;

	if (!read_number(row->kind, text, &n, &x)) {
		explain_number(diags, row, text, place);
		return false;
	}
	if (!read_number(row->kind, tcn_str(row->least), &least_n, &least_x) ||
	    !read_number(row->kind, tcn_str(row->most), &most_n, &most_x) ||
	    n < least_n || n > most_n || x < least_x || x > most_x) {
		tcn_ruleset_add_diag(diags, false, place,
		    "%s: '%s' is out of range; it takes %s to %s", row->key,
		    tcn_quantity_excerpt(text, word), row->least, row->most);
		return false;
	}
	if (row->kind == TCN_RULESET_ROW_PERCENT ||
	    row->kind == TCN_RULESET_ROW_RATE)
		*(double *)field = x;
	else if (row->kind == TCN_RULESET_ROW_DURATION)
		*(int64_t *)field = (int64_t)n;
	else
		*(uint32_t *)field = (uint32_t)n;
	return true;
}

/* "06:30", or "6:30"; "24:00" is midnight. */
static bool
put_time(struct tcn_ruleset_diags *diags, const struct tcn_ruleset_row *row,
    struct tcn_str text, struct tcn_ruleset_place place, unsigned *field)
{
	const char *colon = text.n ? memchr(text.at, ':', text.n) : NULL;
	size_t hour_n = colon ? (size_t)(colon - text.at) : 0;
	char word[TCN_QUANTITY_EXCERPT_BYTES];
	uint64_t hour = 0, minute = 0;

	if (colon && hour_n <= 2 && text.n - hour_n == 3 &&
	    tcn_quantity_parse_count((struct tcn_str){ text.at, hour_n },
		&hour) &&
	    tcn_quantity_parse_count((struct tcn_str){ colon + 1, 2 },
		&minute) &&
	    minute < 60 && hour * 60 + minute <= DAY_MIN) {
		*field = (unsigned)(hour * 60 + minute) % DAY_MIN;
		return true;
	}
	tcn_ruleset_add_diag(diags, false, place,
	    "%s takes a time of the day such as \"06:30\" or \"23:00\", not "
	    "'%s'",
	    row->key, tcn_quantity_excerpt(text, word));
	return false;
}

static bool
put_zone(struct tcn_ruleset_diags *diags, struct tcn_str text,
    struct tcn_ruleset_place place, struct tcn_str *field)
{
	char word[TCN_QUANTITY_EXCERPT_BYTES];

	if (tcn_zone_known(text)) {
		tcn_arena_str(diags->arena, text, field);
		return true;
	}
	tcn_ruleset_add_diag(diags, false, place,
	    "no time zone '%s'; name one as Europe/Paris or UTC",
	    tcn_quantity_excerpt(text, word));
	return false;
}

bool
tcn_ruleset_set_value(struct tcn_ruleset_diags *diags,
    const struct tcn_ruleset_row *row, struct tcn_str text,
    struct tcn_ruleset_place place, void *record)
{
	void *field = field_of(record, row);

	switch (row->kind) {
	case TCN_RULESET_ROW_NAME:
		return put_name(diags, text, place, field);
	case TCN_RULESET_ROW_BOOLEAN:
		return put_boolean(diags, row, text, place, field);
	case TCN_RULESET_ROW_CHOICE:
		return put_choice(diags, row, text, place, field);
	case TCN_RULESET_ROW_TIME:
		return put_time(diags, row, text, place, field);
	case TCN_RULESET_ROW_ZONE:
		return put_zone(diags, text, place, field);
	case TCN_RULESET_ROW_COUNT:
	case TCN_RULESET_ROW_PERCENT:
	case TCN_RULESET_ROW_RATE:
	case TCN_RULESET_ROW_DURATION:
		return put_number(diags, row, text, place, field);
	default: /* lists and groups have ways of their own */
		return false;
	}
}

/* Parts "/pattern/flags". */
static bool
split_pattern(struct tcn_ruleset_diags *diags, struct tcn_rule_term *term,
    struct tcn_ruleset_place place)
{
	struct tcn_str text = term->text;
	size_t end = text.n - 1;

	while (end && text.at[end] != '/')
		end--;
	if (!end) {
		tcn_ruleset_add_diag(diags, false, place,
		    "a pattern stands between two slashes: the second is "
		    "missing; quote the whole, if it holds [ { , or #");
		return false;
	}
	for (size_t i = end + 1; i < text.n; i++) {
		const struct tcn_pattern_letter *l = tcn_pattern_letters;

		while (l->letter && l->letter != text.at[i])
			l++;
		if (!l->letter) {
			tcn_ruleset_add_diag(diags, false, place,
			    "behind a pattern's second slash stand only the "
			    "letters i, m, s and x");
			return false;
		}
		term->flags |= l->flag;
	}
	term->text = (struct tcn_str){ text.at + 1, end - 1 };
	return true;
}

static bool
check_pattern(struct tcn_ruleset_diags *diags, const struct tcn_rule_term *term,
    struct tcn_ruleset_place place)
{
	struct tcn_pattern *pattern;
	struct tcn_err err = { 0 };
	enum tcn_rc rc =
	    tcn_pattern_new(term->text, term->flags, &pattern, &err);

	if (rc == TCN_INVALID)
		tcn_ruleset_add_diag(diags, false, place, "%s", err.text);
	if (rc)
		return false;
	if (tcn_pattern_matches(pattern, tcn_str("")))
		tcn_ruleset_add_diag(diags, true, place,
		    "the pattern matches where there is nothing, hence every "
		    "item");
	tcn_pattern_free(pattern);
	return true;
}

static bool
take_term(struct tcn_ruleset_diags *diags, struct tcn_rule_term *term,
    struct tcn_ruleset_place place)
{
	term->pattern = term->text.at[0] == '/';
	if (!term->pattern)
		return true;
	return split_pattern(diags, term, place) &&
	    check_pattern(diags, term, place);
}

static bool
check_language(struct tcn_ruleset_diags *diags, struct tcn_str text,
    struct tcn_ruleset_place place)
{
	char word[TCN_QUANTITY_EXCERPT_BYTES];
	bool fine = text.n == 2 || text.n == 3;

	for (size_t i = 0; i < text.n; i++)
		fine &= text.at[i] >= 'a' && text.at[i] <= 'z';
	if (!fine)
		tcn_ruleset_add_diag(diags, false, place,
		    "'%s' is no language's code; write ISO 639-1, as en, fr or "
		    "zh",
		    tcn_quantity_excerpt(text, word));
	return fine;
}

static bool
check_place(struct tcn_ruleset_diags *diags, struct tcn_str text,
    struct tcn_ruleset_place place)
{
	char word[TCN_QUANTITY_EXCERPT_BYTES];
	const char *meant;

	if (tcn_place_names_has(text))
		return true;
	meant = tcn_place_names_read(tcn_str("en"), text);
	if (meant && tcn_place_names_has(tcn_str(meant)))
		tcn_ruleset_add_diag(diags, false, place,
		    "'%s' is no country's code; write %s",
		    tcn_quantity_excerpt(text, word), meant);
	else
		tcn_ruleset_add_diag(diags, false, place,
		    "'%s' is no country's code; write ISO 3166-1, as DE, FR "
		    "or US",
		    tcn_quantity_excerpt(text, word));
	return false;
}

bool
tcn_ruleset_list_add(struct tcn_ruleset_diags *diags,
    const struct tcn_ruleset_row *row, struct tcn_str text,
    struct tcn_ruleset_place place, struct tcn_ruleset_list *list)
{
	struct tcn_rule_term term = { .line = place.line,
		.column = place.column };
	struct tcn_rule_term *at;
	unsigned bit;

	if (!text.n || (text.n > TERM_MAX_BYTES && text.at[0] != '/')) {
		tcn_ruleset_add_diag(diags, false, place,
		    text.n ? "%s: over %d bytes long"
			   : "%s: an empty text (at most %d bytes)",
		    row->key, TERM_MAX_BYTES);
		return false;
	}
	term.text = text;
	if (row->kind == TCN_RULESET_ROW_SET) {
		if (!put_choice(diags, row, text, place, &bit))
			return false;
		term.flags = 1u << bit;
	} else if (row->kind == TCN_RULESET_ROW_NAMES) {
		if (!put_name(diags, text, place, &term.text))
			return false;
	} else {
		if ((row->kind == TCN_RULESET_ROW_LANGUAGES &&
			!check_language(diags, text, place)) ||
		    (row->kind == TCN_RULESET_ROW_PLACES &&
			!check_place(diags, text, place)) ||
		    (row->kind == TCN_RULESET_ROW_TERMS &&
			!take_term(diags, &term, place)))
			return false;
		tcn_arena_str(diags->arena, term.text, &term.text);
	}
	at = tcn_mem_grow(list->at, &list->cap, list->n + 1, sizeof *at);
	list->at = at;
	at[list->n++] = term;
	return true;
}

static void
keep_strs(struct tcn_ruleset_diags *diags, const struct tcn_ruleset_list *list,
    struct tcn_rule_strs *strs)
{
	struct tcn_str *at =
	    tcn_arena_zalloc(diags->arena, list->n + 1, sizeof *at);

	for (size_t i = 0; i < list->n; i++)
		at[i] = list->at[i].text;
	*strs = (struct tcn_rule_strs){ at, list->n };
}

static void
keep_terms(struct tcn_ruleset_diags *diags, const struct tcn_ruleset_list *list,
    struct tcn_rule_terms *terms)
{
	struct tcn_rule_term *at =
	    tcn_arena_zalloc(diags->arena, list->n + 1, sizeof *at);

	if (list->n)
		memcpy(at, list->at, list->n * sizeof *at);
	*terms = (struct tcn_rule_terms){ at, list->n };
}

void
tcn_ruleset_list_store(struct tcn_ruleset_diags *diags,
    const struct tcn_ruleset_row *row, struct tcn_ruleset_list *list,
    void *record)
{
	void *field = field_of(record, row);

	if (row->kind == TCN_RULESET_ROW_TERMS) {
		keep_terms(diags, list, field);
	} else if (row->kind == TCN_RULESET_ROW_SET) {
		unsigned bits = 0;

		for (size_t i = 0; i < list->n; i++)
			bits |= list->at[i].flags;
		*(unsigned *)field = bits;
	} else {
		keep_strs(diags, list, field);
	}
	list->n = 0;
}
