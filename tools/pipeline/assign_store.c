#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/map.h"
#include "sql/store_read.h"
#include "tools/pipeline/assign.h"

struct writing {
	const struct tcn_seqset *items;
	struct tcn_map merged; /* story -> the story it was merged into */
	struct tcn_out *out;
	struct tcn_buf line;
	struct tcn_err *err;
	bool out_failed; /* err has the error of out, not the store's */
};

static void
note_redirect(void *ctx, uint64_t story, uint64_t into)
{
	struct writing *writing = ctx;
	uint64_t *at;

	tcn_map_put(&writing->merged, story, &at, NULL);
	*at = into;
}

static enum tcn_rc
write_item(void *ctx, const struct tcn_store_assignment *item)
{
	struct writing *writing = ctx;
	enum tcn_rc rc;

	if (!tcn_seqset_has(writing->items, item->seq))
		return TCN_OK;
	tcn_buf_clear(&writing->line);
	tcn_assign_line(&writing->line, item->id,
	    tcn_assign_resolve(&writing->merged, item->story), item->original,
	    item->distance);
	rc = tcn_out_add(writing->out, tcn_buf_view(&writing->line),
	    writing->err);
	writing->out_failed = rc != TCN_OK;
	return rc;
}

enum tcn_rc
tcn_assign_write_stored(const struct tcn_store *st,
    const struct tcn_seqset *items, struct tcn_out *out, struct tcn_err *err)
{
	struct writing writing = { .items = items, .out = out, .err = err };
	enum tcn_rc rc = tcn_store_each_redirect(st, note_redirect, &writing);

	if (!rc && items->min_seq)
		rc = tcn_store_each_assigned(st, items->min_seq, write_item,
		    &writing);
	if (rc && !writing.out_failed && err)
		*err = *tcn_store_error(st);
	tcn_map_fini(&writing.merged);
	tcn_buf_fini(&writing.line);
	return rc;
}
