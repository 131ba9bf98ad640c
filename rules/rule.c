#include "rules/rule.h"

#include <assert.h>
#include <xxhash.h>

const char *const tcn_rule_kind_names[] = {
	[TCN_RULE_STORY] = "story",
	[TCN_RULE_SIMILAR] = "similar",
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

const char *
tcn_rule_kind_name(enum tcn_rule_kind kind)
{
	assert((unsigned)kind <= TCN_RULE_SIMILAR);
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
	    !where->languages.n && !where->categories.n && !where->sources.n;
}
