#include "tools/conf/rulebook.h"

#include <assert.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tools/base/file.h"
#include "tools/base/say.h"

/* min_origins belongs to rules of kind story, min_publishers to the others: the
 * help of the settings says so. */
void
tcn_rulebook_default_rule(const struct tcn_conf *conf, struct tcn_rule *rule)
{
	static const enum tcn_rule_kind kinds[] = {
		[TCN_CONF_RULE_STORY] = TCN_RULE_STORY,
		[TCN_CONF_RULE_SIMILAR] = TCN_RULE_SIMILAR,
		[TCN_CONF_RULE_CLUSTER] = TCN_RULE_CLUSTER,
	};
	enum tcn_rule_kind kind = kinds[conf->rules.kind];

	*rule = (struct tcn_rule){
		.name = tcn_str(tcn_rule_kind_name(kind)),
		.kind = kind,
		.more_than = (uint32_t)conf->rules.more_than,
		.within_ms = conf->rules.within_ms,
		.radius = (unsigned)conf->rules.radius,
		.severity = TCN_SEVERITY_HIGH,
		.least = conf->rules.least,
		.early = conf->rules.early,
		.budget = conf->rules.budget,
		.kinds = conf->rules.kinds,
		.max_per_hour = (uint32_t)conf->rules.max_per_hour,
		.languages = (enum tcn_rule_languages)conf->rules.languages,
	};
	if (kind == TCN_RULE_STORY)
		rule->min_origins = (uint32_t)conf->rules.min_origins;
	else
		rule->min_publishers = (uint32_t)conf->rules.min_publishers;
}

/* Makes a matcher, if any rule has conditions on items. */
static enum tcn_rc
compile(struct tcn_rulebook *book, const char *name, struct tcn_err *err)
{
	size_t n = 0;

	tcn_err_at(err, name, 0, 0);
	for (size_t i = 0; i < book->set.n; i++)
		n += !tcn_rule_where_is_empty(&book->set.rules[i].where);
	return n
	    ? tcn_match_new(book->set.rules, book->set.n, &book->match, err)
	    : TCN_OK;
}

enum tcn_rc
tcn_rulebook_read(const struct tcn_conf *conf, const char *name,
    struct tcn_str text, const struct tcn_rulebook_desks *desks,
    struct tcn_rulebook *book, struct tcn_err *err)
{
	struct tcn_rule defaults;
	const struct tcn_ruleset_conf read_conf = {
		.defaults = &defaults,
		.horizon_ms = conf->near.horizon_ms,
		.cluster_horizon_ms = conf->lsh.horizon_ms
		    ? conf->lsh.horizon_ms
		    : conf->rules.within_ms,
		.quiet_ms = conf->rules.quiet_ms,
	};
	enum tcn_rc rc;

	*book = (struct tcn_rulebook){
		.hash = XXH3_64bits(text.at, text.n),
	};
	tcn_buf_str(&book->text, text);
	tcn_rulebook_default_rule(conf, &defaults);
	defaults.group_ms = conf->rules.group_ms;
	defaults.min_origins = (uint32_t)conf->rules.min_origins;
	defaults.min_publishers = (uint32_t)conf->rules.min_publishers;
	rc = tcn_ruleset_read(text, name, &read_conf, &book->set, err);
	if (!rc && desks)
		rc = tcn_ruleset_check_desks(&book->set, name, desks->names,
		    desks->n, err);
	return rc ? rc : compile(book, name, err);
}

enum tcn_rc
tcn_rulebook_open(const struct tcn_conf *conf, const char *path,
    const struct tcn_rulebook_desks *desks, struct tcn_rulebook *book,
    struct tcn_err *err)
{
	struct tcn_rule rule;

	*book = (struct tcn_rulebook){ .match = NULL };
	if (path) {
		struct tcn_buf text = { 0 };
		enum tcn_rc rc =
		    tcn_file_read(path, TCN_RULESET_BYTES_MAX, &text, err);

		if (!rc)
			rc = tcn_rulebook_read(conf, path, tcn_buf_view(&text),
			    desks, book, err);
		tcn_buf_fini(&text);
		return rc;
	}
	tcn_rulebook_default_rule(conf, &rule);
	tcn_ruleset_default(&rule, &book->set);
	return TCN_OK;
}

void
tcn_rulebook_close(struct tcn_rulebook *book)
{
	tcn_match_free(book->match);
	tcn_ruleset_fini(&book->set);
	tcn_buf_fini(&book->text);
	book->match = NULL;
}

int
tcn_rulebook_start(const struct tcn_conf *conf, struct tcn_rulebook *book)
{
	const char *path = conf->rules.file;
	struct tcn_err err = { 0 };
	enum tcn_rc rc = tcn_rulebook_open(conf, path, NULL, book, &err);

	for (size_t i = 0; i < book->set.diags_n; i++) {
		const struct tcn_ruleset_diag *diag = &book->set.diags[i];
		char place[TCN_ERR_PLACE_BYTES];
		struct tcn_err at = { 0 };

		tcn_err_at(&at, path, diag->line, diag->column);
		tcn_say("%s%s%s", tcn_err_place(&at, place),
		    diag->warning ? "warning: " : "", diag->text);
	}
	if (rc == TCN_INVALID && book->set.errors_n) {
		tcn_say("%s: %zu error%s; 'tocsin check %s' shows the lines",
		    path, book->set.errors_n,
		    book->set.errors_n == 1 ? "" : "s", path);
		return TCN_EXIT_USAGE;
	}
	return rc ? tcn_say_rc(rc, &err) : TCN_EXIT_OK;
}

void
tcn_rulebook_warn_ignored(const struct tcn_conf *conf, const char *verb)
{
	if (conf->rules.file)
		tcn_say("warning: %s looks at the rule of the settings, not at "
			"those of %s",
		    verb, conf->rules.file);
}

static void
match(void *ctx, const struct tcn_doc *doc, const uint32_t **rules, size_t *n)
{
	struct tcn_match_list list;

	tcn_match_doc(ctx, doc, &list);
	*rules = list.at;
	*n = list.n;
}

void
tcn_rulebook_use(const struct tcn_rulebook *book,
    struct tcn_detector_conf *conf)
{
	assert(book->set.n > 0);
	conf->rules = book->set.rules;
	conf->rules_n = book->set.n;
	conf->match = book->match ? match : NULL;
	conf->match_ctx = book->match;
}

bool
tcn_rulebook_predicts(const struct tcn_rulebook *book)
{
	for (size_t i = 0; i < book->set.n; i++)
		if (book->set.rules[i].where.predicted)
			return true;
	return false;
}

void
tcn_rulebook_apply(const struct tcn_rulebook *book, struct tcn_detector *det)
{
	assert(book->set.n > 0);
	tcn_detector_set_rules(det, book->set.rules, book->set.n,
	    book->match ? match : NULL, book->match);
}
