/*
 * Lists of articles that show each text once: the parameter "collapse" of
 * searches and look-ups, and POST /v1/collapse.
 */
#include "engine/base/mem.h"
#include "engine/item/prepare.h"
#include "tools/pipeline/collapse.h"
#include "tools/serve/api/api_impl.h"
#include "tools/serve/api/collapse_body.h"

/* So many articles are looked at for each that is to be shown. */
#define LOOKED_AT 4

#define ID_CHARS 1000

enum tcn_rc
tcn_api_collapse_asked(struct tcn_api_answer *a, bool *similar)
{
	const char *word = tcn_http_call_query(a->call, "collapse");

	*similar = word && strcmp(word, "similar") == 0;
	return !word || *similar || strcmp(word, "copies") == 0
	    ? TCN_OK
	    : tcn_err_set(&a->err, TCN_INVALID,
		  "collapse is copies or similar");
}

size_t
tcn_api_collapse_limit(size_t limit)
{
	return limit < TCN_COLLAPSE_MAX / LOOKED_AT ? limit * LOOKED_AT
						    : TCN_COLLAPSE_MAX;
}

/* A number that changes when articles are removed. */
static uint64_t
generation(const struct tcn_api *api)
{
	return api->retain
	    ? tcn_retain_counts(api->retain)->removed[TCN_STORE_KEPT_ITEMS]
	    : 0;
}

enum tcn_rc
tcn_api_collapse(struct tcn_api_answer *a, const uint64_t *seqs, size_t n,
    size_t limit, struct tcn_api_collapsed *collapsed)
{
	struct tcn_collapse_conf conf = TCN_COLLAPSE_CONF_DEFAULT;
	size_t shown = 0;
	enum tcn_rc rc;

	collapsed->seqs = seqs;
	collapsed->n = 0;
	collapsed->under = tcn_arena_zalloc(&a->arena, n, sizeof(uint16_t));
	rc = tcn_collapse_stored(a->store, a->api->collapse_cache,
	    generation(a->api), seqs, n, &conf, &a->arena, collapsed->under);
	for (size_t i = 0; i < n && !rc; i++, collapsed->n++) {
		if (collapsed->under[i] != TCN_COLLAPSE_SHOWN)
			continue;
		if (shown++ == limit)
			break;
	}
	return rc;
}

bool
tcn_api_collapse_shows(const struct tcn_api_collapsed *collapsed, size_t i)
{
	return collapsed->under[i] == TCN_COLLAPSE_SHOWN;
}

/* Adds the member "more": what ids[] has of those under i, or, when ids is
 * NULL, the ids of their seqs. */
static enum tcn_rc
add_more(struct tcn_api_answer *a, const struct tcn_api_collapsed *collapsed,
    const struct tcn_str *ids, size_t i)
{
	struct tcn_store_str_list one;
	enum tcn_rc rc = TCN_OK;

	tcn_json_open(&a->out, "more", '[');
	for (size_t k = i + 1; k < collapsed->n && !rc; k++) {
		if (collapsed->under[k] != i)
			continue;
		if (ids)
			one = (struct tcn_store_str_list){
				(struct tcn_str *)(uintptr_t)&ids[k], 1
			};
		else
			rc = tcn_store_ids_of(a->store, &collapsed->seqs[k], 1,
			    &a->arena, &one);
		if (!rc && one.n)
			tcn_api_json_text(&a->out, NULL, one.at[0], ID_CHARS,
			    &a->arena);
	}
	tcn_json_close(&a->out, ']');
	return rc;
}

enum tcn_rc
tcn_api_collapse_more(struct tcn_api_answer *a,
    const struct tcn_api_collapsed *collapsed, size_t i)
{
	return add_more(a, collapsed, NULL, i);
}

/* --- POST /v1/collapse --- */

/* Adds the groups: those shown, with those they stand for. */
static enum tcn_rc
add_kept(struct tcn_api_answer *a, const struct tcn_api_collapsed *collapsed,
    const struct tcn_str *ids)
{
	enum tcn_rc rc = TCN_OK;
	size_t hidden = 0;

	tcn_json_open(&a->out, "kept", '[');
	for (size_t i = 0; i < collapsed->n && !rc; i++) {
		if (!tcn_api_collapse_shows(collapsed, i)) {
			hidden++;
			continue;
		}
		tcn_json_open(&a->out, NULL, '{');
		tcn_api_json_text(&a->out, "id", ids[i], ID_CHARS, &a->arena);
		rc = add_more(a, collapsed, ids, i);
		tcn_json_close(&a->out, '}');
	}
	tcn_json_close(&a->out, ']');
	tcn_json_uint(&a->out, "hidden", hidden);
	return rc;
}

/* Compares stored articles. Ids that are not there are left out and named. */
static enum tcn_rc
collapse_ids(struct tcn_api_answer *a, struct tcn_collapse_body *body,
    struct tcn_api_collapsed *collapsed)
{
	uint64_t *seqs = tcn_arena_zalloc(&a->arena, body->n, sizeof *seqs);
	enum tcn_rc rc = TCN_OK;

	tcn_json_open(&a->out, "unknown", '[');
	for (size_t i = 0; i < body->n && !rc; i++) {
		uint64_t *seq = &seqs[collapsed->n];

		rc = tcn_store_first_of_id(a->store, body->ids[i], seq);
		if (!rc && *seq)
			body->ids[collapsed->n++] = body->ids[i];
		else if (!rc)
			tcn_api_json_text(&a->out, NULL, body->ids[i], ID_CHARS,
			    &a->arena);
	}
	tcn_json_close(&a->out, ']');
	if (!rc)
		rc = tcn_collapse_stored(a->store, a->api->collapse_cache,
		    generation(a->api), seqs, collapsed->n, &body->conf,
		    &a->arena, collapsed->under);
	return rc ? rc : add_kept(a, collapsed, body->ids);
}

/* Articles that are given, and how many of them are prepared. */
struct given {
	struct tcn_api_sliced sliced;
	struct tcn_collapse_body body;
	struct tcn_api_collapsed collapsed;
	struct tcn_store_likeness *items;
	struct tcn_str *ids;
	size_t done;
};

static void
prepare_one(struct given *given)
{
	struct tcn_prepare *prep = tcn_api_prepare(given->sliced.a.api);
	size_t i = given->done++;
	struct tcn_doc doc;

	given->ids[i] = given->body.articles[i].id;
	tcn_prepare(prep, &given->body.articles[i], &given->sliced.a.arena,
	    &doc);
	tcn_collapse_doc(&doc, &given->sliced.a.arena, &given->items[i]);
}

/* Prepares an article, or answers when all are. */
static enum tcn_rc
step(struct tcn_api_sliced *sliced, bool *done)
{
	struct given *given = (struct given *)sliced;

	*done = given->done == given->body.n;
	if (*done) {
		enum tcn_rc rc;

		tcn_collapse(given->items, given->body.n, &given->body.conf,
		    &given->sliced.a.arena, given->collapsed.under);
		given->collapsed.n = given->body.n;
		rc = add_kept(&given->sliced.a, &given->collapsed, given->ids);
		tcn_buf_z(&given->sliced.a.out, "}\n");
		return rc;
	}
	prepare_one(given);
	return TCN_OK;
}

void
tcn_api_post_collapse(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_api_collapsed collapsed = { 0 };
	struct tcn_collapse_body body;
	enum tcn_rc rc = tcn_collapse_body_read(tcn_http_call_body(call),
	    &a.arena, &body, &a.err);

	if (tcn_api_answer_failed(&a, rc))
		return;
	collapsed.under =
	    tcn_arena_zalloc(&a.arena, body.n, sizeof *collapsed.under);
	tcn_json_open(&a.out, NULL, '{');
	if (body.articles) {
		/* Compares articles that are not stored, and answers: in a
		 * daemon between other requests, as a thousand long ones take a
		 * second. */
		struct tcn_store_likeness *items =
		    tcn_arena_zalloc(&a.arena, body.n, sizeof *items);
		struct tcn_str *ids =
		    tcn_arena_zalloc(&a.arena, body.n, sizeof *ids);
		struct given *given = tcn_mem_calloc(1, sizeof *given);

		*given = (struct given){ .sliced = { .step = step, .a = a },
			.body = body,
			.collapsed = collapsed,
			.items = items,
			.ids = ids };

		tcn_api_sliced_start(&given->sliced);
		return;
	}
	rc = collapse_ids(&a, &body, &collapsed);
	tcn_buf_z(&a.out, "}\n");
	tcn_api_answer_send(&a, rc);
}
