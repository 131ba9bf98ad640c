#include "tools/lab/eval/rubric/rubric_report.h"

#include "engine/base/buf.h"
#include "engine/base/map.h"
#include "tools/base/json_in.h"

/* Items of the report by their seq. */
struct items {
	struct tcn_json_value *at;
	struct tcn_map by_seq; /* -> index */
};

static size_t
count(const struct tcn_json_value *list)
{
	size_t n = 0;

	for (struct tcn_json_value at = tcn_json_first(list); at.node;
	     at = tcn_json_next(&at))
		n++;
	return n;
}

static void
find_items(const struct tcn_json_value *root, struct tcn_arena *arena,
    struct items *items)
{
	struct tcn_json_value list = tcn_json_member(root, "items");
	uint64_t *place;
	size_t n = 0;

	items->at = tcn_arena_zalloc(arena, count(&list), sizeof *items->at);
	for (struct tcn_json_value at = tcn_json_first(&list); at.node;
	     at = tcn_json_next(&at)) {
		items->at[n] = at;
		tcn_map_put(&items->by_seq, tcn_json_in_uint(&at, "seq"),
		    &place, NULL);
		*place = n++;
	}
}

static struct tcn_rubric_line
line_of(const struct items *items, const struct tcn_json_value *row,
    const char *text)
{
	uint64_t seq = tcn_json_in_uint(row, "item");
	const uint64_t *place = tcn_map_find(&items->by_seq, seq);
	struct tcn_json_value item =
	    place ? items->at[*place] : (struct tcn_json_value){ 0 };

	return (struct tcn_rubric_line){
		.text = tcn_json_in_str(row, text),
		.item = seq,
		.lang = tcn_json_in_str(&item, "lang"),
	};
}

static void
add_lines(const struct tcn_json_value *of, const struct items *items,
    struct tcn_rubric_report *report)
{
	struct tcn_json_value list = tcn_json_member(of, "summary");

	for (struct tcn_json_value at = tcn_json_first(&list); at.node;
	     at = tcn_json_next(&at))
		report->lines[report->lines_n++] = line_of(items, &at, "text");
}

/* Of an event that is told in several languages, those of each. */
static void
read_lines(const struct tcn_json_value *root, const struct items *items,
    struct tcn_arena *arena, struct tcn_rubric_report *report)
{
	struct tcn_json_value list = tcn_json_member(root, "summary");
	struct tcn_json_value langs = tcn_json_member(root, "told_in");
	size_t n = count(&list);

	for (struct tcn_json_value at = tcn_json_first(&langs); at.node;
	     at = tcn_json_next(&at)) {
		list = tcn_json_member(&at, "summary");
		n += count(&list);
	}
	report->lines = tcn_arena_zalloc(arena, n, sizeof *report->lines);
	add_lines(root, items, report);
	for (struct tcn_json_value at = tcn_json_first(&langs); at.node;
	     at = tcn_json_next(&at))
		add_lines(&at, items, report);
}

static void
read_leaders(const struct tcn_json_value *root, struct tcn_arena *arena,
    struct tcn_rubric_report *report)
{
	struct tcn_json_value list = tcn_json_member(root, "figures");

	report->leaders =
	    tcn_arena_zalloc(arena, count(&list), sizeof *report->leaders);
	for (struct tcn_json_value at = tcn_json_first(&list); at.node;
	     at = tcn_json_next(&at))
		report->leaders[report->leaders_n++] =
		    (struct tcn_rubric_leader){
			    .slot = tcn_json_in_str(&at, "slot"),
			    .says = tcn_json_in_str(&at, "says"),
			    .low = tcn_json_in_number(&at, "low"),
			    .high = tcn_json_in_number(&at, "high"),
		    };
}

enum tcn_rc
tcn_rubric_report_read(struct tcn_str json, struct tcn_arena *arena,
    struct tcn_rubric_report *report, struct tcn_err *err)
{
	struct tcn_json_value root, headline;
	struct items items = { 0 };
	enum tcn_rc rc = tcn_json_read(json, arena, &root, err);
	struct tcn_json_value list;

	*report = (struct tcn_rubric_report){ 0 };
	if (rc)
		return rc;
	find_items(&root, arena, &items);
	headline = tcn_json_member(&root, "headline");
	report->headline = line_of(&items, &headline, "title");
	read_lines(&root, &items, arena, report);
	/* A step without a text says its figures alone, and is no line. */
	list = tcn_json_member(&root, "timeline");
	report->steps =
	    tcn_arena_zalloc(arena, count(&list), sizeof *report->steps);
	for (struct tcn_json_value at = tcn_json_first(&list); at.node;
	     at = tcn_json_next(&at)) {
		struct tcn_rubric_line step = line_of(&items, &at, "text");

		if (tcn_str_equal(tcn_json_in_str(&at, "kind"),
			tcn_str("first")))
			report->first = step.item;
		if (step.text.n)
			report->steps[report->steps_n++] = step;
	}
	read_leaders(&root, arena, report);
	tcn_map_fini(&items.by_seq);
	return TCN_OK;
}

void
tcn_rubric_report_text(const struct tcn_rubric_report *report,
    struct tcn_arena *arena, struct tcn_str *text)
{
	struct tcn_buf out = { 0 };

	tcn_buf_str(&out, report->headline.text);
	for (size_t i = 0; i < report->lines_n; i++) {
		tcn_buf_char(&out, '\n');
		tcn_buf_str(&out, report->lines[i].text);
	}
	for (size_t i = 0; i < report->leaders_n; i++) {
		tcn_buf_char(&out, '\n');
		tcn_buf_str(&out, report->leaders[i].says);
	}
	tcn_arena_str(arena, tcn_buf_view(&out), text);
	tcn_buf_fini(&out);
}
