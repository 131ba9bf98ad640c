#include "tools/daemon/beside.h"

#include "engine/base/mem.h"
#include "sql/desk.h"
#include "sql/silences.h"
#include "tools/base/now.h"
#include "tools/daemon/api_json.h"

#define EVERY_S 1

/* Of each kind at once: a listener's buffer holds as many. */
#define ROWS_MAX 100

struct tcn_beside {
	struct tcn_store *store;
	struct tcn_live *live;
	struct event *tick;
	tcn_beside_failed_fn *failed;
	void *ctx;
	int64_t version; /* of the store, when it was last looked at */
	bool more; /* there may be more than was told */
	uint64_t action, silence; /* the last that were told */
	uint64_t *held; /* silences that may be ended yet */
	size_t held_n, held_cap;
};

static enum tcn_rc
tell_action(struct tcn_beside *b, const struct tcn_action *action,
    struct tcn_arena *arena)
{
	struct tcn_buf data = { 0 };
	enum tcn_rc rc = tcn_api_action(action, arena, &data);

	if (!rc)
		tcn_live_tell(b->live, "desk", tcn_buf_view(&data));
	tcn_buf_fini(&data);
	b->action = action->id;
	return rc;
}

static enum tcn_rc
tell_actions(struct tcn_beside *b, struct tcn_arena *arena)
{
	struct tcn_action_list list;
	enum tcn_rc rc = tcn_store_actions_after(b->store, b->action, ROWS_MAX,
	    arena, &list);

	for (size_t i = 0; !rc && i < list.n; i++)
		rc = tell_action(b, &list.at[i], arena);
	b->more |= list.n == ROWS_MAX;
	return rc;
}

static enum tcn_rc
tell_silence(struct tcn_beside *b, const struct tcn_silence *silence,
    struct tcn_arena *arena)
{
	struct tcn_buf data = { 0 };
	enum tcn_rc rc =
	    tcn_api_silence(silence, tcn_now_wall_ms(), arena, &data);

	if (!rc)
		tcn_live_tell(b->live, "silence", tcn_buf_view(&data));
	tcn_buf_fini(&data);
	return rc;
}

static enum tcn_rc
hold(struct tcn_beside *b, uint64_t id)
{
	uint64_t *held =
	    tcn_mem_fit(b->held, &b->held_cap, b->held_n + 1, sizeof *held);

	if (!held)
		return TCN_NOMEM;
	b->held = held;
	held[b->held_n++] = id;
	return TCN_OK;
}

/* Those that were ended before their time; who is over is forgotten. */
static enum tcn_rc
tell_ended(struct tcn_beside *b, struct tcn_arena *arena)
{
	int64_t now_ms = tcn_now_wall_ms();
	enum tcn_rc rc = TCN_OK;
	size_t n = 0;

	for (size_t i = 0; i < b->held_n; i++) {
		struct tcn_silence *s = NULL;

		if (!rc)
			rc = tcn_store_silence(b->store, b->held[i], arena, &s);
		if (!rc && s && s->ended_ms != TCN_UNDATED)
			rc = tell_silence(b, s, arena);
		else if (rc || (s && s->expires_ms > now_ms))
			b->held[n++] = b->held[i];
	}
	b->held_n = n;
	return rc;
}

static enum tcn_rc
tell_silences(struct tcn_beside *b, struct tcn_arena *arena)
{
	struct tcn_silence_list list;
	enum tcn_rc rc = tcn_store_silences(b->store, TCN_UNDATED, b->silence,
	    ROWS_MAX, arena, &list);

	for (size_t i = 0; !rc && i < list.n; i++) {
		rc = tell_silence(b, &list.at[i], arena);
		if (!rc && list.at[i].ended_ms == TCN_UNDATED)
			rc = hold(b, list.at[i].id);
		b->silence = list.at[i].id;
	}
	b->more |= list.n == ROWS_MAX;
	return rc;
}

static void
fail(struct tcn_beside *b, enum tcn_rc rc)
{
	const struct tcn_err nomem = { .text = "out of memory" };

	b->failed(b->ctx, rc,
	    rc == TCN_NOMEM ? &nomem : tcn_store_error(b->store));
}

void
tcn_beside_look(struct tcn_beside *b)
{
	struct tcn_arena arena;
	enum tcn_rc rc;

	b->more = false;
	tcn_arena_init(&arena, 0);
	rc = tell_actions(b, &arena);
	if (!rc)
		rc = tell_ended(b, &arena);
	if (!rc)
		rc = tell_silences(b, &arena);
	tcn_arena_fini(&arena);
	if (rc)
		fail(b, rc);
}

static void
on_tick(evutil_socket_t fd, short what, void *of)
{
	struct tcn_beside *b = of;
	int64_t version = b->version;
	enum tcn_rc rc = tcn_store_version(b->store, &version);

	(void)fd, (void)what;
	if (rc)
		fail(b, rc);
	else if (version != b->version || b->more)
		tcn_beside_look(b);
	b->version = version;
}

/* Where others have come to by now, and what may end later. */
static enum tcn_rc
begin(struct tcn_beside *b)
{
	struct tcn_silence_list list;
	struct tcn_arena arena;
	enum tcn_rc rc = tcn_store_version(b->store, &b->version);

	tcn_arena_init(&arena, 0);
	if (!rc)
		rc = tcn_store_desk_last(b->store, &b->action, &b->silence);
	if (!rc)
		rc = tcn_store_silences(b->store, tcn_now_wall_ms(), 0, 0,
		    &arena, &list);
	for (size_t i = 0; !rc && i < list.n; i++)
		rc = hold(b, list.at[i].id);
	tcn_arena_fini(&arena);
	return rc;
}

enum tcn_rc
tcn_beside_new(struct event_base *base, struct tcn_store *store,
    struct tcn_live *live, tcn_beside_failed_fn *failed, void *ctx,
    struct tcn_beside **out)
{
	static const struct timeval every = { .tv_sec = EVERY_S };
	struct tcn_beside *b = tcn_calloc(1, sizeof *b);
	enum tcn_rc rc;

	*out = NULL;
	if (!b)
		return TCN_NOMEM;
	*b = (struct tcn_beside){
		.store = store, .live = live, .failed = failed, .ctx = ctx
	};
	rc = begin(b);
	if (!rc) {
		b->tick = event_new(base, -1, EV_PERSIST, on_tick, b);
		if (!b->tick || event_add(b->tick, &every) != 0)
			rc = TCN_NOMEM;
	}
	if (rc)
		tcn_beside_free(b);
	else
		*out = b;
	return rc;
}

void
tcn_beside_free(struct tcn_beside *b)
{
	if (!b)
		return;
	if (b->tick)
		event_free(b->tick);
	tcn_free(b->held);
	tcn_free(b);
}
