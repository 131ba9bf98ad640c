#include "tools/serve/live/told_json.h"

#include "sql/store_desk.h"
#include "sql/store_silences.h"
#include "tools/base/json_out.h"
#include "tools/base/json_record.h"
#include "tools/serve/live/api_json.h"

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

	if (!rc && list.n && list.at[0].id == told->number)
		tcn_json_object(out, NULL, &tcn_store_action_record,
		    &list.at[0], arena);
	return rc;
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
	    : tcn_api_json_silence(store, silence, now_ms, arena, out);
}

/* The row of the event, as a member of the object that is open. */
static enum tcn_rc
add_row(struct tcn_now *now, const char *event, struct tcn_buf *out)
{
	size_t before;
	enum tcn_rc rc;

	tcn_buf_z(out, ",\"row\":");
	before = out->n;
	rc = tcn_now_row_json(now, event, out);
	if (!rc && out->n == before)
		tcn_buf_z(out, "null"); /* it was removed since */
	return rc;
}

/* The action, and the row of its event. */
static enum tcn_rc
add_action_row(const struct tcn_store *store, struct tcn_now *now,
    const struct tcn_store_told *told, struct tcn_arena *arena,
    struct tcn_buf *out)
{
	enum tcn_rc rc = add_action(store, told, arena, out);

	if (rc || out->n == 0)
		return rc;
	out->at[--out->n] = '\0'; /* the object goes on */
	rc = add_row(now, told->event, out);
	tcn_json_close(out, '}');
	return rc;
}

enum tcn_rc
tcn_told_json(const struct tcn_store *store, const struct tcn_store_told *told,
    enum tcn_sse_view view, struct tcn_now *now, int64_t now_ms,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	switch (told->kind) {
	case TCN_STORE_TOLD_EVENT:
		if (view == TCN_SSE_ROW) {
			enum tcn_rc rc;

			tcn_json_open(out, NULL, '{');
			tcn_json_str(out, "event", tcn_str(told->event));
			tcn_json_uint(out, "revision", told->number);
			if (told->late)
				tcn_json_bool(out, "late", true);
			rc = add_row(now, told->event, out);
			tcn_json_close(out, '}');
			return rc;
		}
		return told->late ? TCN_OK : add_event(store, told, arena, out);
	case TCN_STORE_TOLD_DESK:
	case TCN_STORE_TOLD_MERGE:
		return view == TCN_SSE_ROW
		    ? add_action_row(store, now, told, arena, out)
		    : add_action(store, told, arena, out);
	case TCN_STORE_TOLD_SILENCE:
		return add_silence(store, told, now_ms, arena, out);
	case TCN_STORE_TOLD_FEED:
	case TCN_STORE_TOLD_RULES:
		break;
	}
	tcn_buf_str(out, told->says);
	return TCN_OK;
}
