#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/item/event_kind.h"
#include "engine/item/severity.h"
#include "rules/rule.h"
#include "rules/rule_text.h"
#include "tools/conf/rules_list.h"
#include "tools/daemon/api_impl.h"

static enum tcn_rc
put_strs(struct tcn_api_answer *a, const char *key,
    const struct tcn_rule_strs *strs)
{
	enum tcn_rc rc = TCN_OK;

	tcn_json_open(&a->out, key, '[');
	for (size_t i = 0; !rc && i < strs->n; i++)
		rc = tcn_api_json_text(&a->out, NULL, strs->at[i], 1000,
		    &a->arena);
	tcn_json_close(&a->out, ']');
	return rc;
}

/* Terms as in the file of rules. */
static enum tcn_rc
put_terms(struct tcn_api_answer *a, const char *key,
    const struct tcn_rule_terms *terms)
{
	enum tcn_rc rc = TCN_OK;

	tcn_json_open(&a->out, key, '[');
	for (size_t i = 0; !rc && i < terms->n; i++) {
		struct tcn_buf text = { 0 };

		tcn_rule_text_term(&text, &terms->at[i]);
		rc = text.failed ? TCN_NOMEM
				 : tcn_api_json_text(&a->out, NULL,
				       tcn_buf_view(&text), 2000, &a->arena);
		tcn_buf_fini(&text);
	}
	tcn_json_close(&a->out, ']');
	return rc;
}

static enum tcn_rc
put_where(struct tcn_api_answer *a, const struct tcn_rule_where *where)
{
	enum tcn_rc rc;

	tcn_json_open(&a->out, "where", '{');
	rc = put_terms(a, "any", &where->any);
	if (!rc)
		rc = put_terms(a, "all", &where->all);
	if (!rc)
		rc = put_terms(a, "none", &where->none);
	if (!rc)
		rc = put_strs(a, "languages", &where->languages);
	if (!rc)
		rc = put_strs(a, "categories", &where->categories);
	if (!rc)
		rc = put_strs(a, "sources", &where->sources);
	tcn_json_close(&a->out, '}');
	return rc;
}

static void
put_quiet(struct tcn_api_answer *a, const struct tcn_rule_hours *quiet)
{
	if (!quiet->zone.n) {
		tcn_json_null(&a->out, "quiet");
		return;
	}
	tcn_json_open(&a->out, "quiet", '{');
	tcn_json_str(&a->out, "zone", quiet->zone);
	tcn_json_uint(&a->out, "from_minute", quiet->from_min);
	tcn_json_uint(&a->out, "to_minute", quiet->to_min);
	tcn_json_open(&a->out, "days", '[');
	for (size_t i = 0; tcn_rule_day_names[i]; i++)
		if (quiet->days & 1u << i)
			tcn_json_str(&a->out, NULL,
			    tcn_str(tcn_rule_day_names[i]));
	tcn_json_close(&a->out, ']');
	tcn_json_close(&a->out, '}');
}

/* A condition that the step does not have is null. */
static enum tcn_rc
put_step(struct tcn_api_answer *a, const struct tcn_rule_escalation *step)
{
	struct tcn_buf *out = &a->out;
	enum tcn_rc rc;

	tcn_json_open(out, NULL, '{');
	if (step->more_than)
		tcn_json_uint(out, "more_than", step->more_than);
	else
		tcn_json_null(out, "more_than");
	tcn_json_str(out, "counts", tcn_str(tcn_rule_unit_name(step->unit)));
	if (step->unacknowledged_ms)
		tcn_json_seconds(out, "unacknowledged_seconds",
		    step->unacknowledged_ms);
	else
		tcn_json_null(out, "unacknowledged_seconds");
	if (step->has_severity)
		tcn_json_str(out, "severity",
		    tcn_str(tcn_severity_name(step->severity)));
	else
		tcn_json_null(out, "severity");
	rc = put_strs(a, "notify", &step->notify);
	tcn_json_close(out, '}');
	return rc;
}

static enum tcn_rc
put_steps(struct tcn_api_answer *a, const struct tcn_rule_escalations *steps)
{
	enum tcn_rc rc = TCN_OK;

	tcn_json_open(&a->out, "escalate", '[');
	for (size_t i = 0; !rc && i < steps->n; i++)
		rc = put_step(a, &steps->at[i]);
	tcn_json_close(&a->out, ']');
	return rc;
}

/* The lines that `tocsin rules list` prints. */
static enum tcn_rc
put_lines(struct tcn_api_answer *a, const struct tcn_rule *rule)
{
	struct tcn_buf text = { 0 };
	struct tcn_str rest;
	enum tcn_rc rc = TCN_OK;

	tcn_rules_list_text(&text, rule);
	if (text.failed)
		rc = TCN_NOMEM;
	rest = tcn_buf_view(&text);
	tcn_json_open(&a->out, "lines", '[');
	while (!rc && rest.n) {
		const char *end = memchr(rest.at, '\n', rest.n);
		size_t n = end ? (size_t)(end - rest.at) : rest.n;

		tcn_json_str(&a->out, NULL, (struct tcn_str){ rest.at, n });
		rest.at += n + (end != NULL);
		rest.n -= n + (end != NULL);
	}
	tcn_json_close(&a->out, ']');
	tcn_buf_fini(&text);
	return rc;
}

/* Those that fire. */
static void
put_kinds(struct tcn_buf *out, unsigned kinds)
{
	tcn_json_open(out, "kinds", '[');
	for (size_t i = 0; tcn_event_kind_names[i]; i++)
		if (!kinds || kinds & 1u << i)
			tcn_json_str(out, NULL,
			    tcn_str(tcn_event_kind_names[i]));
	tcn_json_close(out, ']');
}

static enum tcn_rc
put_rule(struct tcn_api_answer *a, const struct tcn_rule *rule)
{
	struct tcn_buf *out = &a->out;
	enum tcn_rc rc;

	tcn_json_open(out, NULL, '{');
	rc = tcn_api_json_text(out, "rule", rule->name, 1000, &a->arena);
	tcn_json_str(out, "kind", tcn_str(tcn_rule_kind_name(rule->kind)));
	tcn_json_bool(out, "watch", rule->watch);
	tcn_json_str(out, "counts", tcn_str(tcn_rule_unit_name(rule->unit)));
	tcn_json_uint(out, "more_than", rule->more_than);
	tcn_json_seconds(out, "within_seconds", rule->within_ms);
	tcn_json_uint(out, "min_origins", rule->min_origins);
	tcn_json_uint(out, "min_publishers", rule->min_publishers);
	put_kinds(out, rule->kinds);
	tcn_json_seconds(out, "group_seconds", rule->group_ms);
	tcn_json_str(out, "group_by",
	    tcn_str(tcn_rule_group_name(rule->group_by)));
	tcn_json_str(out, "languages",
	    tcn_str(tcn_rule_languages_names[rule->languages]));
	tcn_json_str(out, "severity",
	    tcn_str(tcn_severity_name(rule->severity)));
	tcn_json_seconds(out, "cooldown_seconds", rule->cooldown_ms);
	put_quiet(a, &rule->quiet);
	if (!rc)
		rc = put_strs(a, "notify", &rule->notify);
	tcn_json_uint(out, "max_per_hour", rule->max_per_hour);
	if (!rc)
		rc = put_strs(a, "not_while", &rule->not_while);
	if (!rc)
		rc = put_steps(a, &rule->escalate);
	if (!rc)
		rc = put_where(a, &rule->where);
	if (!rc)
		rc = put_lines(a, rule);
	tcn_json_close(out, '}');
	return rc;
}

void
tcn_api_get_rules(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_err err = { 0 };
	uint64_t from;
	size_t limit, i;
	enum tcn_rc rc = tcn_api_answer_limit(&a, &limit, &err);

	if (!rc)
		rc = tcn_api_answer_query_number(&a, "after", &from, &err);
	if (rc) {
		tcn_api_answer_fail(&a, rc, &err);
		return;
	}
	tcn_buf_z(&a.out, "{\"rules\":[");
	for (i = from; !rc && i < a.api->rules_n && i - from < limit; i++)
		rc = put_rule(&a, &a.api->rules[i]);
	tcn_api_answer_end_page(&a, i < a.api->rules_n, i);
	tcn_api_answer_send(&a, rc);
}
