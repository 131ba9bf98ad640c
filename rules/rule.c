#include "rules/rule.h"

#include <assert.h>
#include <xxhash.h>

enum {
	SAID_MAX = 8, /* entries of a list */
};

const char *const tcn_rule_kind_names[] = {
	[TCN_RULE_STORY] = "story",
	[TCN_RULE_SIMILAR] = "similar",
	[TCN_RULE_CLUSTER] = "cluster",
	NULL,
};

const char *const tcn_rule_unit_names[] = {
	[TCN_RULE_ITEMS] = "items",
	[TCN_RULE_ORIGINS] = "origins",
	[TCN_RULE_PUBLISHERS] = "publishers",
	NULL,
};

const char *const tcn_rule_day_names[] = { "mon", "tue", "wed", "thu", "fri",
	"sat", "sun", NULL };

const char *const tcn_rule_group_names[] = {
	[TCN_RULE_GROUP_STORY] = "story",
	[TCN_RULE_GROUP_RULE] = "rule",
	NULL,
};

const char *const tcn_rule_languages_names[] = {
	[TCN_RULE_LANGUAGES_LINK] = "link",
	[TCN_RULE_LANGUAGES_APART] = "apart",
	NULL,
};

const char *
tcn_rule_group_name(enum tcn_rule_group_by group_by)
{
	assert((unsigned)group_by <= TCN_RULE_GROUP_RULE);
	return tcn_rule_group_names[group_by];
}

const char *
tcn_rule_kind_name(enum tcn_rule_kind kind)
{
	assert((unsigned)kind <= TCN_RULE_CLUSTER);
	return tcn_rule_kind_names[kind];
}

const char *
tcn_rule_unit_name(enum tcn_rule_unit unit)
{
	assert((unsigned)unit <= TCN_RULE_PUBLISHERS);
	return tcn_rule_unit_names[unit];
}

uint64_t
tcn_rule_key(struct tcn_str name)
{
	return XXH3_64bits(name.at, name.n);
}

bool
tcn_rule_where_is_empty(const struct tcn_rule_where *where)
{
	return !where->any.n && !where->all.n && !where->none.n &&
	    !where->languages.n && !where->categories.n && !where->sources.n &&
	    !where->places.n;
}

/* Begins an entry of a list: false, with dots, behind the eighth. */
static bool
say_next(const char *name, size_t i, struct tcn_buf *out)
{
	if (i == 0) {
		tcn_buf_z(out, out->n ? "; " : "");
		tcn_buf_z(out, name);
		tcn_buf_z(out, *name ? ": " : "");
	} else {
		tcn_buf_z(out, i < SAID_MAX ? ", " : " ...");
	}
	return i < SAID_MAX;
}

static void
say_terms(const char *name, const struct tcn_rule_terms *terms,
    struct tcn_buf *out)
{
	for (size_t i = 0; i < terms->n && say_next(name, i, out); i++) {
		const struct tcn_rule_term *term = &terms->at[i];

		tcn_buf_z(out, term->pattern ? "/" : "");
		tcn_buf_str(out, term->text);
		tcn_buf_z(out, term->pattern ? "/" : "");
	}
}

static void
say_strs(const char *name, const struct tcn_rule_strs *strs,
    struct tcn_buf *out)
{
	for (size_t i = 0; i < strs->n && say_next(name, i, out); i++)
		tcn_buf_str(out, strs->at[i]);
}

void
tcn_rule_where_say(const struct tcn_rule_where *where, struct tcn_buf *out)
{
	say_terms("", &where->any, out);
	say_terms("all", &where->all, out);
	say_terms("none", &where->none, out);
	say_strs("language", &where->languages, out);
	say_strs("category", &where->categories, out);
	say_strs("source", &where->sources, out);
	say_strs("place", &where->places, out);
}

bool
tcn_rule_escalation_reached(const struct tcn_rule_escalation *step,
    uint32_t items, uint32_t origins, uint32_t publishers)
{
	uint32_t n = step->unit == TCN_RULE_ITEMS ? items
	    : step->unit == TCN_RULE_ORIGINS      ? origins
						  : publishers;

	return step->more_than && n > step->more_than;
}

enum tcn_severity
tcn_rule_severity(const struct tcn_rule *rule, uint32_t items, uint32_t origins,
    uint32_t publishers)
{
	enum tcn_severity severity = rule->severity;

	for (size_t i = 0; i < rule->escalate.n; i++) {
		const struct tcn_rule_escalation *step = &rule->escalate.at[i];

		if (step->has_severity && step->severity > severity &&
		    tcn_rule_escalation_reached(step, items, origins,
			publishers))
			severity = step->severity;
	}
	return severity;
}
