/*
 * tools/eval/score_list.c - which events were missed, and which alerts were
 * false.
 */
#include <assert.h>
#include <inttypes.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/eval/truth_impl.h"

static const char *const kinds[] = {
	[TCN_SCORE_DETECTS] = "detects",
	[TCN_SCORE_REPEATS] = "repeats",
	[TCN_SCORE_LATE] = "late",
	[TCN_SCORE_UNFOUNDED] = "unfounded",
	[TCN_SCORE_IMPURE] = "impure",
};

/* Finds the item at which each event crosses, by number of the event. */
static void
find_items(const struct tcn_truth *truth, uint32_t *items)
{
	for (size_t i = truth->n; i-- > 0;) {
		const struct tcn_truth_line *line = &truth->lines[i];
		uint32_t event = line->label == TCN_INTERN_NONE
		    ? TCN_TRUTH_UNKNOWN
		    : truth->event_of[line->label];

		if (event != TCN_TRUTH_UNKNOWN &&
		    line->ts_s == truth->events[event].crossed_s)
			items[event] = line->item;
	}
}

static void
add_when(struct tcn_buf *out, double s)
{
	char when[TCN_WHEN_BYTES];

	tcn_buf_printf(out, "  %s  ",
	    tcn_when_short((int64_t)(s * 1000), when));
}

static void
add_missed(const struct tcn_truth *truth, uint32_t event, uint32_t item,
    bool json, struct tcn_buf *out)
{
	const struct tcn_truth_event *e = &truth->events[event];
	struct tcn_str id = tcn_intern_at(&truth->ids, item);

	if (json) {
		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "label", e->label);
		tcn_json_rounded(out, "crossed_at", e->crossed_s, 3);
		tcn_json_str(out, "item", id);
		tcn_json_close(out, '}');
		return;
	}
	add_when(out, e->crossed_s);
	tcn_safe_terminal(out, e->label);
	tcn_buf_z(out, ", crossed at item ");
	tcn_safe_terminal(out, id);
	tcn_buf_char(out, '\n');
}

static void
add_false(const struct tcn_truth *truth,
    const struct tcn_score_findings *findings,
    const struct tcn_score_alert *alert, bool json, struct tcn_buf *out)
{
	double fired_s = findings->alerts[alert->alert].fired_s;
	struct tcn_str label = alert->event == TCN_TRUTH_UNKNOWN
	    ? tcn_str("")
	    : truth->events[alert->event].label;

	if (json) {
		tcn_json_open(out, NULL, '{');
		tcn_json_uint(out, "alert", alert->alert + 1);
		tcn_json_rounded(out, "fired_at", fired_s, 3);
		tcn_json_str(out, "why", tcn_str(kinds[alert->kind]));
		tcn_json_str(out, "label", label);
		tcn_json_close(out, '}');
		return;
	}
	add_when(out, fired_s);
	tcn_buf_printf(out, "alert %zu, %s", alert->alert + 1,
	    kinds[alert->kind]);
	tcn_buf_z(out, label.n ? ": " : "");
	tcn_safe_terminal(out, label);
	tcn_buf_char(out, '\n');
}

static void
head(const char *key, const char *title, bool json, struct tcn_buf *out)
{
	if (json)
		tcn_json_open(out, key, '[');
	else
		tcn_buf_printf(out, "\n%s\n", title);
}

enum tcn_rc
tcn_score_list(const struct tcn_truth *truth,
    const struct tcn_score_findings *findings, const struct tcn_score *score,
    bool json, struct tcn_buf *out)
{
	uint32_t *items = tcn_mem_calloc(truth->events_n, sizeof *items);
	bool *detected = tcn_mem_calloc(truth->events_n, sizeof *detected);

	assert(truth->event_of);
	for (size_t i = 0; detected && i < score->alerts_n; i++)
		if (score->alerts[i].kind == TCN_SCORE_DETECTS)
			detected[score->alerts[i].event] = true;
	if (items)
		find_items(truth, items);
	head("missed", "missed", json, out);
	for (uint32_t i = 0; items && detected && i < truth->events_n; i++)
		if (!detected[i])
			add_missed(truth, i, items[i], json, out);
	if (json)
		tcn_json_close(out, ']');
	head("false_alerts", "alerts that detect nothing", json, out);
	for (size_t i = 0; i < score->alerts_n; i++)
		if (score->alerts[i].kind != TCN_SCORE_DETECTS)
			add_false(truth, findings, &score->alerts[i], json,
			    out);
	if (json)
		tcn_json_close(out, ']');
	out->failed |= !items || !detected;
	tcn_mem_free(items);
	tcn_mem_free(detected);
	return out->failed ? TCN_NOMEM : TCN_OK;
}
