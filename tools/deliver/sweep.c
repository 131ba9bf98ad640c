#include "tools/deliver/sweep.h"

#include "sql/store_desk.h"
#include "sql/store_silences.h"

#define ALL_HOLDS (~0u)

/* Pending messages that are judged in one transaction. */
#define BATCH 100

/* The clock was set when it moves this far by itself, not when it is slewed. */
#define JUMP_MS ((int64_t)1000)

void
tcn_sweep_init(struct tcn_sweep *sweep, const struct tcn_store *store)
{
	*sweep = (struct tcn_sweep){ .store = store, .holds = ALL_HOLDS };
}

void
tcn_sweep_all_held(struct tcn_sweep *sweep)
{
	sweep->holds = ALL_HOLDS;
}

/* The first look finds a change, since desks act while no daemon runs. */
static enum tcn_rc
look_at_desk(struct tcn_sweep *sweep)
{
	uint64_t action, silence, ended;
	enum tcn_rc rc = tcn_store_desk_last(sweep->store, &action, &silence);

	if (!rc)
		rc = tcn_store_count_ended_silences(sweep->store, &ended);
	if (rc)
		return rc;
	if (!sweep->seen || action != sweep->action ||
	    silence != sweep->silence) {
		sweep->pending = true;
		sweep->after = 0;
	}
	if (!sweep->seen || ended != sweep->ended)
		sweep->holds |= 1u << TCN_OUTBOX_HOLD_SILENCE;
	sweep->action = action;
	sweep->silence = silence;
	sweep->ended = ended;
	return TCN_OK;
}

static enum tcn_rc
look_at_clock(struct tcn_sweep *sweep, int64_t now_ms, int64_t monotonic_ms)
{
	int64_t ahead_ms = now_ms - monotonic_ms;
	enum tcn_rc rc = TCN_OK;

	if (!sweep->seen)
		rc = tcn_outbox_is_ahead(sweep->store, now_ms, &sweep->back);
	else if (ahead_ms < sweep->ahead_ms - JUMP_MS)
		sweep->back = true;
	sweep->ahead_ms = ahead_ms;
	return rc;
}

enum tcn_rc
tcn_sweep_look(struct tcn_sweep *sweep, int64_t now_ms, int64_t monotonic_ms,
    bool *work)
{
	enum tcn_rc rc = look_at_clock(sweep, now_ms, monotonic_ms);

	if (!rc)
		rc = look_at_desk(sweep);
	if (!rc)
		sweep->seen = true;
	*work = sweep->pending || sweep->holds || sweep->back;
	return rc;
}

enum tcn_rc
tcn_sweep_write(struct tcn_sweep *sweep, struct tcn_store_tx *tx,
    int64_t now_ms, struct tcn_arena *arena, struct tcn_outbox_list *pending)
{
	enum tcn_rc rc = TCN_OK;

	*pending = (struct tcn_outbox_list){ 0 };
	if (sweep->back) {
		sweep->holds = ALL_HOLDS;
		rc = tcn_outbox_mend_clock(tx, now_ms);
	}
	if (!rc && sweep->holds)
		rc = tcn_outbox_judge_again(tx, sweep->holds, now_ms);
	if (!rc && sweep->pending)
		rc = tcn_outbox_pending_after(sweep->store, sweep->after, BATCH,
		    arena, pending);
	if (rc)
		return rc;
	sweep->back = false;
	sweep->holds = 0;
	sweep->pending = pending->n == BATCH;
	if (pending->n)
		sweep->after = pending->at[pending->n - 1].id;
	return TCN_OK;
}
