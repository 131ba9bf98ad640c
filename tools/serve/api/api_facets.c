/*
 * GET /v1/search/facets: what a search finds, counted by source, language,
 * category and event.
 */
#include "engine/base/err.h"
#include "engine/item/severity.h"
#include "sql/store_facets.h"
#include "tools/serve/api/api_impl.h"

#define VALUE_CHARS 1000

/* Of an event its headline, too. */
static enum tcn_rc
add_event(struct tcn_api_answer *a, struct tcn_str id)
{
	struct tcn_event *event = NULL;
	struct tcn_str z;
	enum tcn_rc rc;

	tcn_arena_str(&a->arena, id, &z);
	rc = tcn_store_event(a->store, z.at, &a->arena, &event);
	if (rc || !event)
		return rc;
	tcn_json_str(&a->out, "severity",
	    tcn_str(tcn_severity_name(event->severity)));
	return tcn_api_json_event_title(a->store, event, &a->arena, &a->out);
}

static enum tcn_rc
add_values(struct tcn_api_answer *a, const char *key, bool events,
    const struct tcn_store_facet_values *values)
{
	enum tcn_rc rc = TCN_OK;

	tcn_json_open(&a->out, key, '{');
	tcn_json_uint(&a->out, "all", values->all);
	tcn_json_open(&a->out, "values", '[');
	for (size_t i = 0; !rc && i < values->n; i++) {
		tcn_json_open(&a->out, NULL, '{');
		tcn_api_json_text(&a->out, "value", values->at[i].value,
		    VALUE_CHARS, &a->arena);
		tcn_json_uint(&a->out, "n", values->at[i].n);
		if (events)
			rc = add_event(a, values->at[i].value);
		tcn_json_close(&a->out, '}');
	}
	tcn_json_close(&a->out, ']');
	tcn_json_close(&a->out, '}');
	return rc;
}

void
tcn_api_get_facets(void *ctx, struct tcn_http_call *call)
{
	static const char *const keys[TCN_STORE_FACETS] = {
		[TCN_STORE_FACET_SOURCE] = "source",
		[TCN_STORE_FACET_LANG] = "lang",
		[TCN_STORE_FACET_CATEGORY] = "category",
		[TCN_STORE_FACET_EVENT] = "event",
	};
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_store_search search;
	struct tcn_store_facets facets = { 0 };
	enum tcn_rc rc = tcn_api_answer_search(&a, &search);

	if (tcn_api_answer_failed(&a, rc))
		return;
	rc = tcn_api_answer_read(&a);
	if (!rc)
		rc = tcn_store_facets(a.store, &search, &a.arena, &facets);
	tcn_json_open(&a.out, NULL, '{');
	tcn_json_uint(&a.out, "looked_at", facets.looked);
	tcn_json_bool(&a.out, "whole", facets.whole);
	for (int i = 0; !rc && i < TCN_STORE_FACETS; i++)
		rc = add_values(&a, keys[i], i == TCN_STORE_FACET_EVENT,
		    &facets.of[i]);
	tcn_buf_z(&a.out, "}\n");
	tcn_api_answer_send(&a, rc);
}
