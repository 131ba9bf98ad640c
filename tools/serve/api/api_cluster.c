/*
 * POST /v1/cluster: which articles of a batch have similar words?
 */
#include "engine/base/mem.h"
#include "tools/pipeline/cluster.h"
#include "tools/serve/api/api_impl.h"
#include "tools/serve/api/collapse_body.h"

#define TEXT_CHARS 1000

struct batch {
	struct tcn_api_sliced sliced;
	struct tcn_collapse_body body;
	struct tcn_cluster *cluster;
	size_t taken; /* articles */
};

static void
add_group(struct tcn_api_answer *a, const struct tcn_cluster_item *items,
    const struct tcn_cluster_group *group)
{
	tcn_json_open(&a->out, NULL, '{');
	tcn_json_uint(&a->out, "items", group->n);
	tcn_json_uint(&a->out, "publishers", group->publishers);
	tcn_api_json_text(&a->out, "title", items[group->central].title,
	    TEXT_CHARS, &a->arena);
	tcn_json_uint(&a->out, "central", group->central);
	tcn_json_open(&a->out, "articles", '[');
	for (uint32_t i = 0; i < group->n; i++)
		tcn_json_uint(&a->out, NULL, group->items[i]);
	tcn_json_close(&a->out, ']');
	tcn_json_open(&a->out, "ids", '[');
	for (uint32_t i = 0; i < group->n; i++)
		tcn_api_json_text(&a->out, NULL, items[group->items[i]].id,
		    TEXT_CHARS, &a->arena);
	tcn_json_close(&a->out, ']');
	tcn_json_close(&a->out, '}');
}

/* Makes the groups, and the answer of those of more than one. */
static void
add_groups(struct batch *batch)
{
	struct tcn_api_answer *a = &batch->sliced.a;
	const struct tcn_cluster_group *groups;
	const struct tcn_cluster_item *items;
	size_t n, shown = 0;

	tcn_cluster_finish(batch->cluster);
	items = tcn_cluster_items(batch->cluster, &n);
	groups = tcn_cluster_groups(batch->cluster, &n);
	tcn_json_open(&a->out, NULL, '{');
	tcn_json_open(&a->out, "clusters", '[');
	for (; shown < n && groups[shown].n > 1; shown++)
		add_group(a, items, &groups[shown]);
	tcn_json_close(&a->out, ']');
	tcn_json_uint(&a->out, "alone", n - shown);
	tcn_json_close(&a->out, '}');
	tcn_buf_char(&a->out, '\n');
}

/* Takes in an article, or answers when all are. */
static enum tcn_rc
step(struct tcn_api_sliced *sliced, bool *done)
{
	struct batch *batch = (struct batch *)sliced;

	*done = batch->taken == batch->body.n;
	if (!*done)
		return tcn_cluster_add(batch->cluster,
		    &batch->body.articles[batch->taken++], NULL);
	add_groups(batch);
	return TCN_OK;
}

static void
fini(struct tcn_api_sliced *sliced)
{
	tcn_cluster_free(((struct batch *)sliced)->cluster);
}

static enum tcn_rc
read_body(struct tcn_api_answer *a, struct tcn_collapse_body *body)
{
	enum tcn_rc rc = tcn_collapse_body_read(tcn_http_call_body(a->call),
	    &a->arena, body, &a->err);

	return rc || !body->ids ? rc
				: tcn_err_set(&a->err, TCN_INVALID,
				      "the body must have a list of articles");
}

void
tcn_api_post_cluster(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_prepare *prep = tcn_api_prepare(a.api);
	struct batch *batch = tcn_mem_calloc(1, sizeof *batch);
	enum tcn_rc rc = read_body(&a, &batch->body);

	if (!rc)
		batch->cluster =
		    tcn_cluster_new_minhash(prep, &a.api->clusters);
	if (tcn_api_answer_failed(&a, rc)) {
		tcn_mem_free(batch);
		return;
	}
	batch->sliced.a = a;
	batch->sliced.step = step;
	batch->sliced.fini = fini;
	tcn_api_sliced_start(&batch->sliced);
}
