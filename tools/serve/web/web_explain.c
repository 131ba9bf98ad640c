/*
 * Explanation of why an event fired, or why nothing did: a job that plays
 * the store again (tools/serve/live/jobs.h). While it runs the page says how
 * far it is and looks again; the script shows the same within the event's page.
 */
#include "engine/item/record.h"
#include "tools/serve/web/web_job.h"
#include "tools/serve/web/web_words.h"

/* When it had enough of what the rule counts, in order of time. */
static void
set_reached(struct tcn_web_page *page, const struct tcn_json_value *event)
{
	static const struct {
		const char *member, *says;
	} rows[] = {
		{ "items_reached", TCN_WORDS("enough items") },
		{ "origins_reached", TCN_WORDS("enough distinct texts") },
		{ "publishers_reached", TCN_WORDS("enough publishers") },
		{ "fired_at", TCN_WORDS("fired") },
	};
	enum {
		ROWS = sizeof rows / sizeof *rows
	};
	struct tcn_json_value list = { 0 };
	int64_t at_ms[ROWS];
	size_t order[ROWS];

	for (size_t i = 0; i < ROWS; i++) {
		size_t k = i;

		at_ms[i] = tcn_json_in_ms(event, rows[i].member);
		for (; k > 0 && at_ms[order[k - 1]] > at_ms[i]; k--)
			order[k] = order[k - 1];
		order[k] = i;
	}
	for (size_t i = 0; i < ROWS; i++) {
		struct tcn_json_value row = { 0 }, at;

		if (at_ms[order[i]] == TCN_UNDATED)
			continue;
		at = tcn_json_member(event, rows[order[i]].member);
		tcn_json_put(&page->arena, &row, "at", &at);
		tcn_json_put_str(&page->arena, &row, "says",
		    tcn_str(rows[order[i]].says));
		tcn_json_push(&page->arena, &list, &row);
	}
	tcn_web_page_set(page, "reached", &list);
}

/* What spoke for each and against it. */
static void
add_weights(struct tcn_web_page *page, const struct tcn_json_value *of,
    const char *member)
{
	struct tcn_json_value verdict = tcn_json_member(of, member);

	tcn_web_words_add_parts(page, &verdict);
}

static void
set_result(struct tcn_web_page *page, const struct tcn_json_value *result)
{
	struct tcn_json_value event = tcn_json_member(result, "event");
	struct tcn_json_value at = tcn_json_member(result, "stories"), story;

	set_reached(page, &event);
	add_weights(page, &event, "verdict");
	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at)) {
		story = tcn_json_member(&at, "story");
		add_weights(page, &story, "largest");
	}
	tcn_web_page_set(page, "result", result);
}

void
tcn_web_get_explanation(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_view view = { .name = "explanation",
		.frame = { .name = TCN_WORDS("Explanation"), .narrow = true } };
	struct tcn_json_value job, result;

	if (!tcn_web_job_ask(&page, "/explain/{}", &job))
		return;
	if (!tcn_str_equal(tcn_json_in_str(&job, "kind"),
		tcn_str("explanation"))) {
		tcn_web_page_fail(&page, 404,
		    tcn_str("this job explains nothing"));
		return;
	}
	result = tcn_json_member(&job, "result");
	set_result(&page, &result);
	tcn_web_view_send(&page, &view);
}
