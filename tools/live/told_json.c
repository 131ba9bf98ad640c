#include "tools/live/told_json.h"

#include "sql/store_desk.h"
#include "sql/store_silences.h"
#include "tools/live/api_json.h"

static enum tcn_rc
add_event(const struct tcn_store *store, const struct tcn_store_told *told,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	struct tcn_event *event;
	enum tcn_rc rc = tcn_store_event_revision(store, told->event,
	    (uint32_t)told->number, arena, &event);

	return rc || !event ? rc : tcn_api_json_event(store, event, arena, out);
}

static enum tcn_rc
add_action(const struct tcn_store *store, const struct tcn_store_told *told,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	struct tcn_store_action_list list;
	enum tcn_rc rc =
	    tcn_store_actions_after(store, told->number - 1, 1, arena, &list);

	if (rc || list.n == 0 || list.at[0].id != told->number)
		return rc;
	return tcn_api_json_action(NULL, &list.at[0], arena, out);
}

static enum tcn_rc
add_silence(const struct tcn_store *store, const struct tcn_store_told *told,
    int64_t now_ms, struct tcn_arena *arena, struct tcn_buf *out)
{
	struct tcn_silence *silence;
	enum tcn_rc rc =
	    tcn_store_silence(store, told->number, arena, &silence);

	return rc || !silence
	    ? rc
	    : tcn_api_json_silence(silence, now_ms, arena, out);
}

enum tcn_rc
tcn_told_json(const struct tcn_store *store, const struct tcn_store_told *told,
    enum tcn_sse_view view, int64_t now_ms, struct tcn_arena *arena,
    struct tcn_buf *out)
{
	switch (told->kind) {
	case TCN_STORE_TOLD_EVENT:
		if (told->late && view == TCN_SSE_WHOLE)
			return TCN_OK;
		return add_event(store, told, arena, out);
	case TCN_STORE_TOLD_DESK:
		return add_action(store, told, arena, out);
	case TCN_STORE_TOLD_SILENCE:
		return add_silence(store, told, now_ms, arena, out);
	case TCN_STORE_TOLD_MERGE:
	case TCN_STORE_TOLD_FEED:
	case TCN_STORE_TOLD_RULES:
		break;
	}
	tcn_buf_str(out, told->says);
	return out->failed ? TCN_NOMEM : TCN_OK;
}
