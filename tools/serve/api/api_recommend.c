/*
 * POST /v1/recommend: what else a reader may want to read.
 */
#include "tools/serve/api/api_impl.h"
#include "tools/serve/api/api_local.h"
#include "tools/serve/api/recommend_body.h"

#define ID_CHARS   1024
#define WORD_CHARS 60

static void
add_unknown(struct tcn_api_answer *a, const struct tcn_recommend_item *items,
    size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!items[i].found)
			tcn_api_json_text(&a->out, NULL, items[i].id, ID_CHARS,
			    &a->arena);
}

static void
add_hit(struct tcn_api_answer *a, const struct tcn_recommend_asked *asked,
    const struct tcn_recommend_hit *hit)
{
	tcn_json_open(&a->out, NULL, '{');
	tcn_json_rounded(&a->out, "score", hit->score, 6);
	tcn_json_rounded(&a->out, "likeness", hit->likeness, 6);
	tcn_api_json_text(&a->out, "nearest", asked->read[hit->nearest].id,
	    ID_CHARS, &a->arena);
	tcn_json_rounded(&a->out, "nearest_likeness", hit->nearest_likeness, 6);
	tcn_json_open(&a->out, "terms", '[');
	for (size_t i = 0; i < hit->terms_n; i++)
		tcn_api_json_text(&a->out, NULL, hit->terms[i], WORD_CHARS,
		    &a->arena);
	tcn_json_close(&a->out, ']');
	tcn_api_json_article_as("article", hit->item, false, &a->arena,
	    &a->out);
	tcn_json_close(&a->out, '}');
}

/* The daemon's pipeline, or one of the store that is asked. */
static enum tcn_rc
find_pipeline(struct tcn_api *api, struct tcn_pipeline **pipe,
    struct tcn_err *err)
{
	struct tcn_lookup *lookup = NULL;
	enum tcn_rc rc = TCN_OK;

	*pipe = api->pipe;
	if (!api->local)
		return TCN_OK;
	rc = tcn_api_local_lookup(api->local, &lookup, err);
	if (!rc)
		*pipe = tcn_lookup_pipeline(lookup);
	return rc;
}

void
tcn_api_post_recommend(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_recommend_hits hits = { .n = 0 };
	struct tcn_recommend_asked asked;
	struct tcn_pipeline *pipe = NULL;
	enum tcn_rc rc = tcn_recommend_body_read(tcn_http_call_body(call),
	    &a.arena, &asked, &a.err);

	if (!rc)
		rc = find_pipeline(a.api, &pipe, &a.err);
	if (tcn_api_answer_failed(&a, rc))
		return;
	rc = tcn_recommend(pipe, &asked, &a.arena, &hits);
	if (!rc) {
		tcn_json_open(&a.out, NULL, '{');
		tcn_json_open(&a.out, "recommended", '[');
		for (size_t i = 0; i < hits.n; i++)
			add_hit(&a, &asked, &hits.at[i]);
		tcn_json_close(&a.out, ']');
		tcn_json_open(&a.out, "unknown", '[');
		add_unknown(&a, asked.read, asked.read_n);
		add_unknown(&a, asked.dislike, asked.dislike_n);
		tcn_json_close(&a.out, ']');
		tcn_json_close(&a.out, '}');
		tcn_buf_char(&a.out, '\n');
	}
	tcn_api_answer_send(&a, rc);
}
