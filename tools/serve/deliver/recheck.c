#include "tools/serve/deliver/recheck.h"

#include "sql/store_desk.h"
#include "sql/store_silences.h"

/* Pending messages that are judged in one transaction. */
#define BATCH 100

/* The clock was set when it moves this far by itself, not when it is slewed. */
#define JUMP_MS ((int64_t)1000)

void
tcn_recheck_init(struct tcn_recheck *recheck, const struct tcn_store *store)
{
	*recheck =
	    (struct tcn_recheck){ .store = store, .holds = TCN_RECHECK_ALL };
}

void
tcn_recheck_mark_held(struct tcn_recheck *recheck, unsigned holds)
{
	recheck->holds |= holds;
}

/* The first look finds a change, since desks act while no daemon runs. */
static enum tcn_rc
look_at_desk(struct tcn_recheck *recheck)
{
	uint64_t action, silence, ended;
	enum tcn_rc rc = tcn_store_desk_last(recheck->store, &action, &silence);

	if (!rc)
		rc = tcn_store_count_ended_silences(recheck->store, &ended);
	if (rc)
		return rc;
	if (!recheck->seen || action != recheck->action ||
	    silence != recheck->silence) {
		recheck->pending = true;
		recheck->after = 0;
	}
	if (!recheck->seen || ended != recheck->ended)
		recheck->holds |= 1u << TCN_OUTBOX_HOLD_SILENCE;
	recheck->action = action;
	recheck->silence = silence;
	recheck->ended = ended;
	return TCN_OK;
}

enum tcn_rc
tcn_recheck_look(struct tcn_recheck *recheck, int64_t now_ms,
    int64_t monotonic_ms, bool *work)
{
	int64_t ahead_ms = now_ms - monotonic_ms;
	enum tcn_rc rc = TCN_OK;

	if (!recheck->seen)
		rc =
		    tcn_outbox_is_ahead(recheck->store, now_ms, &recheck->back);
	else if (ahead_ms < recheck->ahead_ms - JUMP_MS)
		recheck->back = true;
	recheck->ahead_ms = ahead_ms;

	if (!rc)
		rc = look_at_desk(recheck);
	if (!rc)
		recheck->seen = true;
	*work = recheck->pending || recheck->holds || recheck->back;
	return rc;
}

enum tcn_rc
tcn_recheck_write(struct tcn_recheck *recheck, struct tcn_store_tx *tx,
    int64_t now_ms, struct tcn_arena *arena, struct tcn_outbox_list *pending)
{
	enum tcn_rc rc = TCN_OK;

	*pending = (struct tcn_outbox_list){ 0 };
	if (recheck->back) {
		recheck->holds = TCN_RECHECK_ALL;
		rc = tcn_outbox_mend_clock(tx, now_ms);
	}
	if (!rc && recheck->holds)
		rc = tcn_outbox_judge_again(tx, recheck->holds, now_ms);
	if (!rc && recheck->pending)
		rc = tcn_outbox_pending_after(recheck->store, recheck->after,
		    BATCH, arena, pending);
	if (rc)
		return rc;
	recheck->back = false;
	recheck->holds = 0;
	recheck->pending = pending->n == BATCH;
	if (pending->n)
		recheck->after = pending->at[pending->n - 1].id;
	return TCN_OK;
}
