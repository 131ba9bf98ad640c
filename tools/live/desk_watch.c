#include "tools/live/desk_watch.h"

#include <assert.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "sql/store_desk.h"
#include "sql/store_silences.h"
#include "tools/base/now.h"
#include "tools/live/api_json.h"

#define EVERY_S 1

/* Rows of each kind for one poll: so many fit in a listener's buffer. */
#define ROWS_MAX 100

struct tcn_desk_watch {
	const struct tcn_store *store;
	struct tcn_sse *sse;
	struct event *tick;
	tcn_desk_watch_failed_fn *failed;
	void *ctx;
	int64_t version; /* data_version at the last tick */
	bool more; /* the last poll may have left rows */
	uint64_t action, silence; /* the last rows that were published */
	uint64_t *open_silences; /* those that somebody may end early */
	size_t open_silences_n, open_silences_cap;
};

static enum tcn_rc
publish_action(struct tcn_desk_watch *watch,
    const struct tcn_store_action *action, struct tcn_arena *arena)
{
	struct tcn_buf data = { 0 };
	enum tcn_rc rc = tcn_api_json_action(NULL, action, arena, &data);

	if (!rc)
		tcn_sse_broadcast(watch->sse, "desk", tcn_buf_view(&data));
	tcn_buf_fini(&data);
	watch->action = action->id;
	return rc;
}

static enum tcn_rc
publish_actions(struct tcn_desk_watch *watch, struct tcn_arena *arena)
{
	struct tcn_store_action_list list;
	enum tcn_rc rc = tcn_store_actions_after(watch->store, watch->action,
	    ROWS_MAX, arena, &list);

	for (size_t i = 0; !rc && i < list.n; i++)
		rc = publish_action(watch, &list.at[i], arena);
	watch->more |= list.n == ROWS_MAX;
	return rc;
}

static enum tcn_rc
publish_silence(struct tcn_desk_watch *watch, const struct tcn_silence *silence,
    struct tcn_arena *arena)
{
	struct tcn_buf data = { 0 };
	enum tcn_rc rc =
	    tcn_api_json_silence(silence, tcn_now_wall_ms(), arena, &data);

	if (!rc)
		tcn_sse_broadcast(watch->sse, "silence", tcn_buf_view(&data));
	tcn_buf_fini(&data);
	return rc;
}

static enum tcn_rc
watch_silence(struct tcn_desk_watch *watch, uint64_t id)
{
	uint64_t *open_silences =
	    tcn_mem_grow(watch->open_silences, &watch->open_silences_cap,
		watch->open_silences_n + 1, sizeof *open_silences);

	if (!open_silences)
		return TCN_NOMEM;
	watch->open_silences = open_silences;
	open_silences[watch->open_silences_n++] = id;
	return TCN_OK;
}

/*
 * Publishes the silences that were ended early, and drops them and those that
 * have expired from the list.
 */
static enum tcn_rc
publish_ended(struct tcn_desk_watch *watch, struct tcn_arena *arena)
{
	int64_t now_ms = tcn_now_wall_ms();
	enum tcn_rc rc = TCN_OK;
	size_t n = 0;

	for (size_t i = 0; i < watch->open_silences_n; i++) {
		struct tcn_silence *s = NULL;

		if (!rc)
			rc = tcn_store_silence(watch->store,
			    watch->open_silences[i], arena, &s);
		if (!rc && s && s->ended_ms != TCN_UNDATED)
			rc = publish_silence(watch, s, arena);
		else if (rc || (s && s->expires_ms > now_ms))
			watch->open_silences[n++] = watch->open_silences[i];
	}
	watch->open_silences_n = n;
	return rc;
}

static enum tcn_rc
publish_silences(struct tcn_desk_watch *watch, struct tcn_arena *arena)
{
	struct tcn_store_silence_list list;
	enum tcn_rc rc = tcn_store_silences(watch->store, TCN_UNDATED,
	    watch->silence, ROWS_MAX, arena, &list);

	for (size_t i = 0; !rc && i < list.n; i++) {
		rc = publish_silence(watch, &list.at[i], arena);
		if (!rc && list.at[i].ended_ms == TCN_UNDATED)
			rc = watch_silence(watch, list.at[i].id);
		watch->silence = list.at[i].id;
	}
	watch->more |= list.n == ROWS_MAX;
	return rc;
}

static void
fail(struct tcn_desk_watch *watch, enum tcn_rc rc)
{
	const struct tcn_err nomem = { .text = "out of memory" };

	watch->failed(watch->ctx, rc,
	    rc == TCN_NOMEM ? &nomem : tcn_store_error(watch->store));
}

void
tcn_desk_watch_poll(struct tcn_desk_watch *watch)
{
	struct tcn_arena arena;
	enum tcn_rc rc;

	watch->more = false;
	tcn_arena_init(&arena, 0);
	rc = publish_actions(watch, &arena);
	if (!rc)
		rc = publish_ended(watch, &arena);
	if (!rc)
		rc = publish_silences(watch, &arena);
	tcn_arena_fini(&arena);
	if (rc)
		fail(watch, rc);
}

static void
on_tick(evutil_socket_t fd, short what, void *of)
{
	struct tcn_desk_watch *watch = of;
	int64_t version = watch->version;
	enum tcn_rc rc = tcn_store_data_version(watch->store, &version);

	(void)fd, (void)what;
	if (rc)
		fail(watch, rc);
	else if (version != watch->version || watch->more)
		tcn_desk_watch_poll(watch);
	watch->version = version;
}

/* Notes the last rows there are, and the silences that are still open. */
static enum tcn_rc
begin(struct tcn_desk_watch *watch)
{
	struct tcn_store_silence_list list;
	struct tcn_arena arena;
	enum tcn_rc rc = tcn_store_data_version(watch->store, &watch->version);

	tcn_arena_init(&arena, 0);
	if (!rc)
		rc = tcn_store_desk_last(watch->store, &watch->action,
		    &watch->silence);
	if (!rc)
		rc = tcn_store_silences(watch->store, tcn_now_wall_ms(), 0, 0,
		    &arena, &list);
	for (size_t i = 0; !rc && i < list.n; i++)
		rc = watch_silence(watch, list.at[i].id);
	tcn_arena_fini(&arena);
	return rc;
}

enum tcn_rc
tcn_desk_watch_new(struct event_base *base, const struct tcn_store *store,
    struct tcn_sse *sse, tcn_desk_watch_failed_fn *failed, void *ctx,
    struct tcn_desk_watch **out)
{
	static const struct timeval every = { .tv_sec = EVERY_S };
	struct tcn_desk_watch *watch = tcn_mem_calloc(1, sizeof *watch);
	enum tcn_rc rc;

	assert(base && store && sse && failed);
	*out = NULL;
	if (!watch)
		return TCN_NOMEM;
	*watch = (struct tcn_desk_watch){
		.store = store, .sse = sse, .failed = failed, .ctx = ctx
	};
	rc = begin(watch);
	if (!rc) {
		watch->tick = event_new(base, -1, EV_PERSIST, on_tick, watch);
		if (!watch->tick || event_add(watch->tick, &every) != 0)
			rc = TCN_NOMEM;
	}
	if (rc)
		tcn_desk_watch_free(watch);
	else
		*out = watch;
	return rc;
}

void
tcn_desk_watch_free(struct tcn_desk_watch *watch)
{
	if (!watch)
		return;
	if (watch->tick)
		event_free(watch->tick);
	tcn_mem_free(watch->open_silences);
	tcn_mem_free(watch);
}
