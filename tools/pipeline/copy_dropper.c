#include "tools/pipeline/copy_dropper.h"

#include <assert.h>

/* A pass is worth it for so much of the stream. */
#define EVERY_MS ((int64_t)(60 * 60 * 1000))

void
tcn_copy_dropper_init(struct tcn_copy_dropper *dropper, bool on)
{
	*dropper = (struct tcn_copy_dropper){ .on = on, .from_ms = INT64_MIN };
}

void
tcn_copy_dropper_note(struct tcn_copy_dropper *dropper,
    const struct tcn_placement *item)
{
	if (item->duplicate_of && item->ts_ms < dropper->from_ms)
		dropper->from_ms = item->ts_ms;
}

static bool
is_due(const struct tcn_copy_dropper *dropper, int64_t before_ms, bool all)
{
	int64_t from_ms = dropper->from_ms;

	if (!dropper->on || before_ms <= from_ms)
		return false;
	return all || from_ms == INT64_MIN || from_ms <= before_ms - EVERY_MS;
}

/* One step of the pass under way. */
static enum tcn_rc
step(struct tcn_copy_dropper *dropper, struct tcn_store_tx *tx, size_t work)
{
	uint64_t before = dropper->pass.removed[TCN_STORE_KEPT_COPIES];
	bool done = false;
	enum tcn_rc rc = tcn_store_retain_step(tx, &dropper->pass, work, &done);

	dropper->dropped +=
	    dropper->pass.removed[TCN_STORE_KEPT_COPIES] - before;
	dropper->active = !done;
	return rc;
}

enum tcn_rc
tcn_copy_dropper_step(struct tcn_copy_dropper *dropper, struct tcn_store_tx *tx,
    int64_t before_ms, int64_t now_ms, size_t work)
{
	bool all = work == SIZE_MAX;
	enum tcn_rc rc = TCN_OK;

	assert(work > 0);
	if (dropper->active && all)
		rc = step(dropper, tx, work);
	if (!rc && !dropper->active && is_due(dropper, before_ms, all)) {
		struct tcn_store_retain_conf conf = { .now_ms = now_ms };

		for (unsigned i = 0; i < TCN_STORE_KEPT_KINDS; i++)
			conf.before_ms[i] = TCN_STORE_KEEP_ALL;
		conf.before_ms[TCN_STORE_KEPT_COPIES] = before_ms;
		tcn_store_retain_begin_at(&dropper->pass, &conf,
		    TCN_STORE_KEPT_COPIES, dropper->from_ms);
		dropper->from_ms = before_ms;
		dropper->active = true;
	}
	return !rc && dropper->active ? step(dropper, tx, work) : rc;
}
