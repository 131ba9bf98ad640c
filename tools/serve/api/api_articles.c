#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/utf8.h"
#include "engine/item/json_article.h"
#include "tools/pipeline/lookup.h"
#include "tools/serve/api/api_impl.h"
#include "tools/serve/api/api_local.h"

void
tcn_api_post_articles(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api *api = ctx;

	tcn_intake_call(api->intake, call);
}

void
tcn_api_get_article(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_store_item_list items;
	struct tcn_prepare *prep = tcn_api_prepare(a.api);
	enum tcn_rc rc = tcn_store_items_by_id(a.store,
	    tcn_str(tcn_http_call_arg(call, 0)), &a.arena, &items);

	if (!rc && items.n == 0) {
		tcn_api_answer_error(&a, 404, "no article has that id");
		return;
	}
	tcn_buf_z(&a.out, "{\"articles\":[");
	for (size_t i = 0; !rc && i < items.n; i++)
		rc = tcn_api_json_article_whole(a.store, prep, &items.at[i],
		    &a.arena, &a.out);
	tcn_buf_z(&a.out, "]}\n");
	tcn_api_answer_send(&a, rc);
}

/* The address is the article's and never the caller's, so that nobody can have
 * anything else fetched. */
void
tcn_api_get_image(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_pictures *pictures = a.api->pictures;
	struct tcn_store_item_row *item = NULL;
	struct tcn_buf url = { 0 };
	uint64_t seq;
	enum tcn_rc rc = tcn_api_answer_number("the number of an article",
	    tcn_http_call_arg(call, 0), &seq, &a.err);

	if (tcn_api_answer_failed(&a, rc) || !tcn_api_answer_daemon(&a))
		return;
	rc = tcn_store_item(a.store, seq, &a.arena, &item);
	if (rc) {
		tcn_api_answer_send(&a, rc);
		return;
	}
	if (!item || !item->article.image.n) {
		tcn_api_answer_error(&a, 404,
		    "no article of that number has a picture");
		return;
	}
	tcn_buf_str(&url, item->article.image);
	tcn_pictures_call(pictures, tcn_buf_view(&url),
	    tcn_api_answer_later(&a));
	tcn_buf_fini(&url);
}

/* --- stored articles that are like a posted text --- */

/* The body is an article as JSON, or any text. */
static enum tcn_rc
read_article(struct tcn_api_answer *a, struct tcn_article *article)
{
	/* A look-up says how long its vector must be. */
	const struct tcn_article_limits limits = { .vector_n = SIZE_MAX };
	struct tcn_str body = tcn_str_trim(tcn_http_call_body(a->call));

	if (body.n && body.at[0] == '{')
		return tcn_json_article(body, &limits, &a->arena, article,
		    &a->err);
	if (!tcn_utf8_valid(body))
		return tcn_err_set(&a->err, TCN_INVALID,
		    "the body must be UTF-8: a text, or an article as JSON");
	*article = (struct tcn_article){ .ts_ms = TCN_UNDATED, .text = body };
	return tcn_article_finish(article, NULL, &a->arena, &a->err);
}

/* What is asked of a look-up. */
struct like {
	unsigned kinds; /* of enum tcn_lookup_kind */
	int64_t at_ms; /* of the article asked about, or TCN_UNDATED */
	size_t limit; /* to be shown */
	size_t found_max; /* to be found */
	bool similar; /* near-duplicates are shown once */
};

/* collapsed: its place is i; NULL: the list is not collapsed. */
static enum tcn_rc
add_found(struct tcn_api_answer *a, const struct like *like,
    const struct tcn_lookup_hit *found,
    const struct tcn_api_collapsed *collapsed, size_t i)
{
	const int64_t at_ms = found->item->place.ts_ms;
	enum tcn_rc rc = TCN_OK;

	tcn_json_open(&a->out, NULL, '{');
	tcn_json_rounded(&a->out, "similarity", found->similarity, 6);
	tcn_json_bool(&a->out, "estimated", found->estimated);
	if (found->distance < 0)
		tcn_json_null(&a->out, "distance");
	else
		tcn_json_uint(&a->out, "distance", (uint64_t)found->distance);
	tcn_json_bool(&a->out, "same_story", found->same_story);
	if (found->rewrite)
		tcn_json_bool(&a->out, "rewrite", true);
	if (found->shared.m) {
		tcn_json_open(&a->out, "excerpt", '{');
		tcn_api_json_shared(&found->shared,
		    like->at_ms == TCN_UNDATED ? TCN_UNDATED
					       : at_ms - like->at_ms,
		    &a->out);
		tcn_json_close(&a->out, '}');
	}
	tcn_api_json_article_as("article", found->item, false, &a->arena,
	    &a->out);
	if (collapsed)
		rc = tcn_api_collapse_more(a, collapsed, i);
	tcn_json_close(&a->out, '}');
	return rc;
}

/* Adds what was found but for near-duplicates. */
static enum tcn_rc
add_found_once(struct tcn_api_answer *a, const struct like *like,
    struct tcn_lookup_hits *list)
{
	uint64_t *seqs = tcn_arena_zalloc(&a->arena, list->n, sizeof *seqs);
	struct tcn_api_collapsed collapsed;
	enum tcn_rc rc;

	for (size_t i = 0; i < list->n; i++)
		seqs[i] = list->at[i].item->place.seq;
	rc = tcn_api_collapse(a, seqs, list->n, like->limit, &collapsed);
	for (size_t i = 0; !rc && i < collapsed.n; i++)
		if (tcn_api_collapse_shows(&collapsed, i))
			rc = add_found(a, like, &list->at[i], &collapsed, i);
	list->more |= !rc && collapsed.n < list->n;
	return rc;
}

/* Opens a look-up in the daemon's window, or in the store. */
static enum tcn_rc
open_lookup(struct tcn_api *api, struct tcn_lookup **lookup,
    struct tcn_err *err)
{
	if (api->local)
		return tcn_api_local_lookup(api->local, lookup, err);
	*lookup = tcn_lookup_attach(api->pipe);
	return TCN_OK;
}

static enum tcn_rc
take_like(struct tcn_api_answer *a, unsigned kinds, struct like *like)
{
	bool ever = false, excerpts = false, rewrites = false;
	enum tcn_rc rc = tcn_api_answer_limit(a, &like->limit);

	if (!rc && kinds == TCN_LOOKUP_COPIES)
		rc = tcn_api_answer_flag(a, "ever", &ever);
	if (!rc && kinds == TCN_LOOKUP_COPIES)
		rc = tcn_api_answer_flag(a, "excerpts", &excerpts);
	if (!rc && kinds == TCN_LOOKUP_COPIES)
		rc = tcn_api_answer_flag(a, "rewrites", &rewrites);
	like->kinds = kinds | (ever ? TCN_LOOKUP_EVER : 0) |
	    (excerpts ? TCN_LOOKUP_EXCERPTS : 0) |
	    (rewrites ? TCN_LOOKUP_REWRITES : 0);
	like->at_ms = TCN_UNDATED;
	if (!rc)
		rc = tcn_api_collapse_asked(a, &like->similar);
	like->found_max = like->limit;
	if (!rc && like->similar)
		like->found_max = tcn_api_collapse_limit(like->limit);
	return rc;
}

/* Sends what was found; on an error of the look-up, its sentence. */
static void
send_found(struct tcn_api_answer *a, const struct like *like, enum tcn_rc rc,
    struct tcn_lookup_hits *list, struct tcn_lookup *lookup)
{
	tcn_json_open(&a->out, NULL, '{');
	tcn_json_open(&a->out, "found", '[');
	if (!rc && like->similar)
		rc = add_found_once(a, like, list);
	for (size_t i = 0; !rc && !like->similar && i < list->n; i++)
		rc = add_found(a, like, &list->at[i], NULL, i);
	tcn_json_close(&a->out, ']');
	tcn_json_bool(&a->out, "more", !rc && list->more);
	tcn_json_time(&a->out, "since", rc ? TCN_UNDATED : list->since_ms);
	tcn_buf_z(&a->out, "}\n");
	if (!a->api->local)
		tcn_lookup_close(lookup);
	if (rc && *a->err.text)
		tcn_api_answer_error(a, rc == TCN_INVALID ? 400 : 500,
		    a->err.text);
	else
		tcn_api_answer_send(a, rc);
}

static void
find_like(struct tcn_api *api, struct tcn_http_call *call, unsigned kinds)
{
	struct tcn_api_answer a = tcn_api_answer(api, call);
	struct tcn_lookup *lookup = NULL;
	struct tcn_lookup_hits list;
	struct tcn_article article;
	struct like like;
	enum tcn_rc rc = take_like(&a, kinds, &like);

	if (!rc)
		rc = read_article(&a, &article);
	if (!rc)
		like.at_ms = article.ts_ms;
	if (tcn_api_answer_failed(&a, rc))
		return;
	rc = open_lookup(api, &lookup, &a.err);
	if (!rc && api->local)
		rc = tcn_lookup_article(lookup, &article, like.kinds,
		    like.found_max, &list, &a.err);
	else if (!rc)
		rc = tcn_lookup_peek(lookup, &article, like.kinds,
		    like.found_max, &list, &a.err);
	send_found(&a, &like, rc, &list, lookup);
}

/* The same of the stored article that the path names, the first of that id. */
static void
find_like_stored(struct tcn_api *api, struct tcn_http_call *call,
    unsigned kinds)
{
	struct tcn_api_answer a = tcn_api_answer(api, call);
	struct tcn_lookup *lookup = NULL;
	struct tcn_store_item_list items = { 0 };
	struct tcn_lookup_hits list;
	struct like like;
	enum tcn_rc rc = take_like(&a, kinds, &like);

	if (tcn_api_answer_failed(&a, rc))
		return;
	rc = tcn_store_items_by_id(a.store, tcn_str(tcn_http_call_arg(call, 0)),
	    &a.arena, &items);
	if (!rc && items.n == 0) {
		tcn_api_answer_error(&a, 404, "no article has that id");
		return;
	}
	if (!rc)
		rc = open_lookup(api, &lookup, &a.err);
	if (!rc)
		like.at_ms = items.at[0].place.ts_ms;
	if (!rc)
		rc = tcn_lookup_item(lookup, &items.at[0], like.kinds,
		    like.found_max, &list, &a.err);
	send_found(&a, &like, rc, &list, lookup);
}

void
tcn_api_get_related(void *ctx, struct tcn_http_call *call)
{
	find_like_stored(ctx, call, TCN_LOOKUP_RELATED);
}

void
tcn_api_get_dups(void *ctx, struct tcn_http_call *call)
{
	find_like_stored(ctx, call, TCN_LOOKUP_COPIES);
}

void
tcn_api_post_related(void *ctx, struct tcn_http_call *call)
{
	find_like(ctx, call, TCN_LOOKUP_RELATED);
}

void
tcn_api_post_dups(void *ctx, struct tcn_http_call *call)
{
	find_like(ctx, call, TCN_LOOKUP_COPIES);
}
