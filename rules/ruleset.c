#include "rules/ruleset.h"

#include <assert.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "engine/base/quantity.h"
#include "engine/base/suggest.h"
#include "engine/base/yaml.h"
#include "rules/ruleset_impl.h"

#define EVERY_DAY 0x7f

static const struct tcn_yaml_limits limits = { TCN_RULESET_BYTES_MAX, 8,
	false };

struct reader {
	struct tcn_yaml *yaml;
	struct tcn_yaml_event event; /* the current one */
	struct tcn_err err; /* of the last call */
	const struct tcn_ruleset_conf *conf;
	struct tcn_ruleset_diags diags;
	struct tcn_ruleset_list list;
	struct tcn_ruleset_steps steps;
	struct tcn_ruleset_words *words;
	struct tcn_map names; /* hash of a rule's name -> its line */
	struct tcn_map hashes; /* tcn_ruleset_hash_rule() -> its index */
	struct tcn_rule *rules;
	size_t n, cap;
};

static enum tcn_rc
next_event(struct reader *r)
{
	return tcn_yaml_next(r->yaml, &r->event, &r->err);
}

static enum tcn_rc
skip(struct reader *r)
{
	return tcn_yaml_skip(r->yaml, &r->event, &r->err);
}

static struct tcn_ruleset_place
here(const struct reader *r)
{
	return (struct tcn_ruleset_place){ (unsigned)r->event.line,
		(unsigned)r->event.column };
}

/* Fields of a rule that are gone, and what to write in their place. */
static const char *const gone[][2] = {
	{ "baseline",
	    "write 'least', the least probability in per cent that a story is "
	    "news (least: 50 %; least: 0 in place of baseline: 0)" },
};

static bool
diag_gone(struct reader *r, const char *group)
{
	for (size_t i = 0; i < sizeof gone / sizeof *gone; i++) {
		if (group || !tcn_str_equal(tcn_str(gone[i][0]), r->event.text))
			continue;
		tcn_ruleset_add_diag(&r->diags, false, here(r),
		    "'%s' is gone: %s", gone[i][0], gone[i][1]);
		return true;
	}
	return false;
}

/* The event is a key that the group does not have: which one is meant? */
static void
diag_unknown(struct reader *r, const char *group)
{
	char word[TCN_QUANTITY_EXCERPT_BYTES];
	const struct tcn_ruleset_row *row;
	struct tcn_suggest nearest;
	const char *best, *where = group ? group : "a rule";

	if (diag_gone(r, group))
		return;
	tcn_suggest_init(&nearest, tcn_quantity_excerpt(r->event.text, word));
	for (size_t i = 0; (row = tcn_ruleset_row(i)) != NULL; i++)
		if (tcn_ruleset_row_is_of(row, group))
			tcn_suggest_offer(&nearest, row->key);
	best = tcn_suggest_find(&nearest);
	if (best) {
		tcn_ruleset_add_diag(&r->diags, false, here(r),
		    "%s has no '%s'; did you mean '%s'?", where, word, best);
		return;
	}
	for (size_t i = 0; (row = tcn_ruleset_row(i)) != NULL; i++) {
		if (!tcn_str_equal(tcn_str(row->key), r->event.text))
			continue;
		tcn_ruleset_add_diag(&r->diags, false, here(r),
		    "'%s' belongs under %s%s", word,
		    row->group ? row->group : "the rule itself",
		    row->group ? ":, indented" : "");
		return;
	}
	tcn_ruleset_add_diag(&r->diags, false, here(r),
	    "%s has no '%s'; 'man tocsin-rules' names all there is", where,
	    word);
}

/* The event is an element of a list, or the only one of a list of one. */
static enum tcn_rc
read_element(struct reader *r, const struct tcn_ruleset_row *row)
{
	if (r->event.kind == TCN_YAML_TEXT) {
		tcn_ruleset_list_add(&r->diags, row, r->event.text, here(r),
		    &r->list);
		return TCN_OK;
	}
	tcn_ruleset_add_diag(&r->diags, false, here(r),
	    r->event.kind == TCN_YAML_NULL
		? "%s: nothing stands here; remove it, or give a text"
		: "%s: a text is expected here; quote it if it holds [ { or :",
	    row->key);
	return skip(r);
}

static enum tcn_rc
read_list(struct reader *r, const struct tcn_ruleset_row *row, void *record)
{
	enum tcn_rc rc;

	r->list.n = 0;
	if (r->event.kind != TCN_YAML_LIST) {
		rc = read_element(r, row);
	} else {
		while ((rc = next_event(r)) == TCN_OK &&
		    r->event.kind != TCN_YAML_LIST_END)
			if ((rc = read_element(r, row)) != TCN_OK)
				break;
	}
	if (rc == TCN_OK)
		tcn_ruleset_list_store(&r->diags, row, &r->list, record);
	return rc;
}

/* The event is the value of a row that takes one. */
static enum tcn_rc
read_value(struct reader *r, const struct tcn_ruleset_row *row, void *record)
{
	if (r->event.kind == TCN_YAML_TEXT) {
		tcn_ruleset_set_value(&r->diags, row, r->event.text, here(r),
		    record);
		return TCN_OK;
	}
	tcn_ruleset_add_diag(&r->diags, false, here(r),
	    r->event.kind == TCN_YAML_NULL
		? "%s has no value; give one, or remove the line"
		: "%s takes one value, neither a list nor names",
	    row->key);
	return skip(r);
}

static enum tcn_rc read_group(struct reader *r, const char *group, void *record,
    struct tcn_ruleset_draft *draft);

/* The event begins a step, an element of the list of row. */
static enum tcn_rc
read_step(struct reader *r, const struct tcn_ruleset_row *row,
    struct tcn_ruleset_draft *draft)
{
	struct tcn_rule_escalation step = { .line = here(r).line,
		.column = here(r).column };
	size_t errors_n = r->diags.errors_n;
	enum tcn_rc rc;

	if (r->event.kind != TCN_YAML_MAPPING) {
		tcn_ruleset_add_diag(&r->diags, false, here(r),
		    "%s: a step is expected here, as {more_than: 50, severity: "
		    "critical}",
		    row->key);
		return skip(r);
	}
	for (size_t i = 0; tcn_ruleset_row(i); i++)
		if (tcn_ruleset_row_is_of(tcn_ruleset_row(i), row->key))
			draft->places[i] = (struct tcn_ruleset_place){ 0 };
	rc = read_group(r, row->key, &step, draft);
	if (rc)
		return rc;
	step.has_severity = tcn_ruleset_is_given(draft, row->key, "severity");
	tcn_ruleset_add_step(&r->diags, &step, errors_n, &r->steps);
	return TCN_OK;
}

static enum tcn_rc
read_steps(struct reader *r, const struct tcn_ruleset_row *row,
    struct tcn_ruleset_draft *draft)
{
	enum tcn_rc rc = TCN_OK;

	r->steps.n = 0;
	if (r->event.kind != TCN_YAML_LIST) {
		rc = read_step(r, row, draft);
	} else {
		while (!rc && (rc = next_event(r)) == TCN_OK &&
		    r->event.kind != TCN_YAML_LIST_END)
			rc = read_step(r, row, draft);
	}
	if (rc == TCN_OK)
		tcn_ruleset_set_steps(&r->diags, &r->steps, &draft->rule);
	return rc;
}

/* The event is a key. */
static enum tcn_rc
read_row(struct reader *r, const char *group, void *record,
    struct tcn_ruleset_draft *draft)
{
	int at = tcn_ruleset_row_find(group, r->event.text);
	const struct tcn_ruleset_row *row;
	enum tcn_rc rc;

	if (at < 0)
		diag_unknown(r, group);
	rc = next_event(r);
	if (rc != TCN_OK || at < 0)
		return rc ? rc : skip(r);
	row = tcn_ruleset_row((size_t)at);
	draft->places[at] = here(r);
	if (row->kind == TCN_RULESET_ROW_GROUP) {
		/* What stands in the place of names under a key is described by
		 * an example. */
		if (r->event.kind == TCN_YAML_MAPPING)
			return read_group(r, row->key, &draft->rule, draft);
		tcn_ruleset_add_diag(&r->diags, false, here(r),
		    "%s holds names of its own, as {%s}", row->key,
		    strcmp(row->key, "where") == 0
			? "any: [flood, storm]"
			: "from: \"23:00\", to: \"06:30\", zone: Europe/Paris");
		return skip(r);
	}
	if (row->kind == TCN_RULESET_ROW_STEPS)
		return read_steps(r, row, draft);
	return tcn_ruleset_row_is_list(row) ? read_list(r, row, record)
					    : read_value(r, row, record);
}

/* Reads a mapping, behind its start, to its end, into a rule or a step. */
static enum tcn_rc
read_group(struct reader *r, const char *group, void *record,
    struct tcn_ruleset_draft *draft)
{
	enum tcn_rc rc;

	while ((rc = next_event(r)) == TCN_OK &&
	    r->event.kind != TCN_YAML_MAPPING_END) {
		rc = read_row(r, group, record, draft);
		if (rc != TCN_OK)
			return rc;
	}
	return rc;
}

/*
 * Fields that do not apply to the rule must not count. A watch rule fires at
 * its first item, whoever published it. The defaults of group and group_by are
 * meant for watch rules, that of min_origins for stories, that of
 * min_publishers for similar items. Who says by words what a rule is about
 * wants all of it, of every kind.
 */
static void
finish_rule(struct tcn_ruleset_draft *draft)
{
	struct tcn_rule *rule = &draft->rule;
	bool similar = rule->kind != TCN_RULE_STORY;

	if (similar && !tcn_ruleset_is_given(draft, NULL, "min_origins"))
		rule->min_origins = 0;
	if (!similar && !tcn_ruleset_is_given(draft, NULL, "min_publishers"))
		rule->min_publishers = 0;
	if (!tcn_rule_where_is_empty(&rule->where) &&
	    !tcn_ruleset_is_given(draft, NULL, "kinds"))
		rule->kinds = 0;
	if (similar || rule->watch)
		rule->kinds = 0;
	if (!rule->watch && !tcn_ruleset_is_given(draft, NULL, "group"))
		rule->group_ms = 0;
	if (!tcn_ruleset_is_given(draft, NULL, "group_by"))
		rule->group_by =
		    rule->watch ? TCN_RULE_GROUP_RULE : TCN_RULE_GROUP_STORY;
	if (!rule->watch)
		return;
	rule->unit = TCN_RULE_ITEMS;
	rule->more_than = 0;
	rule->min_origins = rule->min_publishers = 1;
	rule->least = rule->early = rule->budget = 0;
}

static void
check_name(struct reader *r, const struct tcn_ruleset_draft *draft)
{
	struct tcn_ruleset_place place = draft->places[0];
	struct tcn_str name = draft->rule.name;
	uint64_t *line;
	bool added;

	if (!place.line)
		tcn_ruleset_add_diag(&r->diags, false, draft->at,
		    "this rule has no name; give it one, as 'name: floods'");
	if (!name.n)
		return;
	tcn_map_put(&r->names, XXH3_64bits(name.at, name.n), &line, &added);
	if (added)
		*line = place.line;
	else
		tcn_ruleset_add_diag(&r->diags, false, place,
		    "the rule on line %lu is called %.*s as well; names tell "
		    "events apart",
		    (unsigned long)*line, TCN_STR_ARG(name));
}

static void
add_rule(struct reader *r, struct tcn_ruleset_draft *draft)
{
	const struct tcn_ruleset_place *notify =
	    &draft->places[tcn_ruleset_row_find(NULL, tcn_str("notify"))];
	const struct tcn_ruleset_place *not_while =
	    &draft->places[tcn_ruleset_row_find(NULL, tcn_str("not_while"))];
	struct tcn_rule *at;
	uint64_t *number;
	bool added;

	check_name(r, draft);
	draft->rule.notify_line = notify->line;
	draft->rule.notify_column = notify->column;
	draft->rule.not_while_line = not_while->line;
	draft->rule.not_while_column = not_while->column;
	tcn_ruleset_check_rule(&r->diags, draft);
	finish_rule(draft);
	tcn_ruleset_words_check(r->words, &r->diags, &draft->rule);
	/* Two rules that ask for the same would report each event twice. */
	tcn_map_put(&r->hashes, tcn_ruleset_hash_rule(&draft->rule), &number,
	    &added);
	if (added)
		*number = r->n;
	else
		tcn_ruleset_add_diag(&r->diags, true, draft->at,
		    "asks for the very same as rule '%.*s' on line %u: each "
		    "event will be sent twice",
		    TCN_STR_ARG(r->rules[*number].name),
		    r->rules[*number].line);
	at = tcn_mem_grow(r->rules, &r->cap, r->n + 1, sizeof *at);
	r->rules = at;
	at[r->n++] = draft->rule;
}

/* The event begins an element of the list of rules. */
static enum tcn_rc
read_rule(struct reader *r)
{
	struct tcn_ruleset_draft draft;
	enum tcn_rc rc;

	if (r->event.kind != TCN_YAML_MAPPING) {
		tcn_ruleset_add_diag(&r->diags, false, here(r),
		    "a rule is expected here, as '- name: floods'");
		return skip(r);
	}
	if (r->n == TCN_RULESET_RULES_MAX)
		return tcn_err_set(&r->err, TCN_INVALID,
		    "more than %d rules; split them over several stores",
		    TCN_RULESET_RULES_MAX);
	draft = (struct tcn_ruleset_draft){ .rule = *r->conf->defaults,
		.conf = r->conf };
	draft.at = here(r);
	draft.rule.name = (struct tcn_str){ "", 0 };
	draft.rule.watch = false;
	draft.rule.where = (struct tcn_rule_where){ 0 };
	draft.rule.quiet = (struct tcn_rule_hours){ .days = EVERY_DAY };
	draft.rule.notify = (struct tcn_rule_strs){ 0 };
	draft.rule.not_while = (struct tcn_rule_strs){ 0 };
	draft.rule.escalate = (struct tcn_rule_escalations){ 0 };
	draft.rule.line = draft.at.line;
	draft.errors_n = r->diags.errors_n;
	rc = read_group(r, NULL, &draft.rule, &draft);
	if (rc)
		return rc;
	add_rule(r, &draft);
	return TCN_OK;
}

/* The event is the value of the key 'rules'. */
static enum tcn_rc
read_rules(struct reader *r)
{
	enum tcn_rc rc;

	if (r->event.kind == TCN_YAML_NULL)
		return TCN_OK;
	if (r->event.kind != TCN_YAML_LIST) {
		tcn_ruleset_add_diag(&r->diags, false, here(r),
		    "rules is a list: each rule begins with '- name: ...'");
		return skip(r);
	}
	while ((rc = next_event(r)) == TCN_OK &&
	    r->event.kind != TCN_YAML_LIST_END) {
		rc = read_rule(r);
		if (rc != TCN_OK)
			return rc;
	}
	return rc;
}

static enum tcn_rc
read_file(struct reader *r)
{
	char word[TCN_QUANTITY_EXCERPT_BYTES];
	enum tcn_rc rc = next_event(r);

	if (rc != TCN_OK || r->event.kind == TCN_YAML_NULL)
		return rc;
	if (r->event.kind != TCN_YAML_MAPPING) {
		tcn_ruleset_add_diag(&r->diags, false, here(r),
		    "'rules:' is expected here, and the rules under it");
		return TCN_OK;
	}
	while ((rc = next_event(r)) == TCN_OK &&
	    r->event.kind != TCN_YAML_MAPPING_END) {
		bool known = tcn_str_equal(r->event.text, tcn_str("rules"));

		if (!known)
			tcn_ruleset_add_diag(&r->diags, false, here(r),
			    "a file of rules holds 'rules:' and no '%s'",
			    tcn_quantity_excerpt(r->event.text, word));
		rc = next_event(r);
		if (rc == TCN_OK)
			rc = known ? read_rules(r) : skip(r);
		if (rc != TCN_OK)
			return rc;
	}
	return rc == TCN_OK ? next_event(r) : rc;
}

static void
store_rules(const struct reader *r, struct tcn_ruleset *set)
{
	size_t bytes = r->n * sizeof *r->rules;
	struct tcn_rule *rules = tcn_arena_alloc(&set->arena, bytes);

	if (r->n)
		memcpy(rules, r->rules, bytes);
	set->rules = rules;
	set->n = r->n;
}

/* Reads the file; what the YAML reader refuses becomes a diag as well. */
static enum tcn_rc
read_all(struct reader *r, const char *name, struct tcn_str bytes)
{
	enum tcn_rc rc;

	r->words = tcn_ruleset_words_new();
	rc = tcn_yaml_open(name, bytes, &limits, &r->yaml, &r->err);
	if (rc == TCN_OK)
		rc = read_file(r);
	if (rc == TCN_OK || rc == TCN_DONE) {
		tcn_ruleset_check_not_while(&r->diags, r->rules, r->n);
		rc = TCN_OK;
	}
	if (rc == TCN_INVALID)
		tcn_ruleset_add_diag(&r->diags, false,
		    (struct tcn_ruleset_place){
			(unsigned)r->err.line, (unsigned)r->err.column },
		    "%s", r->err.text);
	else if (rc != TCN_OK && rc != TCN_DONE)
		return rc;
	if (!r->n && !r->diags.errors_n)
		tcn_ruleset_add_diag(&r->diags, false,
		    (struct tcn_ruleset_place){ 0 },
		    "no rule stands here, so nothing would ever fire; write "
		    "one");
	return TCN_OK;
}

enum tcn_rc
tcn_ruleset_read(struct tcn_str bytes, const char *name,
    const struct tcn_ruleset_conf *conf, struct tcn_ruleset *set,
    struct tcn_err *err)
{
	struct reader r = { .conf = conf };
	enum tcn_rc rc;

	assert(conf->defaults != NULL);
	*set = (struct tcn_ruleset){ 0 };
	tcn_arena_init(&set->arena, 0);
	r.diags.arena = &set->arena;
	rc = read_all(&r, name, bytes);
	if (rc == TCN_OK) {
		store_rules(&r, set);
		tcn_ruleset_store_diags(&r.diags, set);
	}
	tcn_yaml_close(r.yaml);
	tcn_ruleset_words_free(r.words);
	tcn_map_fini(&r.names);
	tcn_map_fini(&r.hashes);
	tcn_mem_free(r.list.at);
	tcn_mem_free(r.steps.at);
	tcn_mem_free(r.diags.at);
	tcn_mem_free(r.rules);
	if (rc != TCN_OK) {
		tcn_ruleset_fini(set);
		return tcn_err_set(err, rc, "%s", tcn_rc_text(rc));
	}
	return tcn_ruleset_first_error(set, name, err);
}

void
tcn_ruleset_default(const struct tcn_rule *rule, struct tcn_ruleset *set)
{
	struct tcn_rule *copy;

	*set = (struct tcn_ruleset){ 0 };
	tcn_arena_init(&set->arena, 1024);
	copy = tcn_arena_zalloc(&set->arena, 1, sizeof *copy);
	*copy = *rule;
	copy->name = tcn_str(tcn_rule_kind_name(rule->kind));
	copy->where = (struct tcn_rule_where){ 0 };
	copy->quiet = (struct tcn_rule_hours){ 0 };
	copy->notify = (struct tcn_rule_strs){ 0 };
	copy->not_while = (struct tcn_rule_strs){ 0 };
	copy->escalate = (struct tcn_rule_escalations){ 0 };
	copy->group_ms = 0;
	set->rules = copy;
	set->n = 1;
}

void
tcn_ruleset_fini(struct tcn_ruleset *set)
{
	tcn_arena_fini(&set->arena);
	*set = (struct tcn_ruleset){ 0 };
}
