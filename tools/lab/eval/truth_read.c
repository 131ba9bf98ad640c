#include "tools/lab/eval/truth_read.h"

#include <assert.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/date.h"
#include "engine/base/json_value.h"
#include "engine/item/json_article.h"

/* Returns a member; one that is null or "" counts as absent. */
static struct tcn_json_value
member(const struct tcn_json_value *root, const char *name)
{
	struct tcn_json_value value = tcn_json_member(root, name);

	if (value.kind == TCN_JSON_NULL ||
	    (value.kind == TCN_JSON_STRING && !value.s.n))
		return (struct tcn_json_value){ 0 };
	return value;
}

/* Reads a string, or a number as its digits; what is absent is empty. */
static enum tcn_rc
read_name(struct tcn_json_value value, const char *field,
    struct tcn_arena *arena, struct tcn_str *name, struct tcn_err *err)
{
	char digits[32];

	*name = tcn_str_trim(value.s);
	if (value.kind == TCN_JSON_STRING || value.kind == TCN_JSON_ABSENT)
		return TCN_OK;
	if (value.kind != TCN_JSON_NUMBER)
		return tcn_err_set(err, TCN_INVALID,
		    "%s must be a string or a number", field);
	snprintf(digits, sizeof digits, "%.17g", value.n);
	tcn_arena_str(arena, tcn_str(digits), name);
	return TCN_OK;
}

/* Reads seconds with all the digits that are written, or an RFC 3339 date. */
static enum tcn_rc
read_time(const struct tcn_json_value *item, const char *field, double *s,
    struct tcn_err *err)
{
	int64_t ms;
	enum tcn_rc rc;

	if (item->kind == TCN_JSON_NUMBER) {
		*s = item->n;
		return tcn_date_from_seconds(*s, &ms, err);
	}
	if (item->kind != TCN_JSON_STRING)
		return tcn_err_set(err, TCN_INVALID,
		    "%s must be unix seconds or an RFC 3339 date", field);
	rc = tcn_date_parse(item->s, &ms, err);
	if (!rc)
		*s = (double)ms / 1000;
	return rc;
}

static enum tcn_rc
add(struct tcn_truth_reader *reader, struct tcn_str id, struct tcn_str label,
    uint32_t *item, struct tcn_err *err)
{
	if (!reader->dated)
		return tcn_err_set(err, TCN_INVALID,
		    "no line has a date yet, so it is not known when this is; "
		    "give it a ts");
	return tcn_truth_add(reader->truth, id, reader->last_s, label, item);
}

/* Reads the date of the line, or takes that of the line before. */
static enum tcn_rc
read_date(struct tcn_truth_reader *reader, const struct tcn_json_value *root,
    struct tcn_err *err)
{
	struct tcn_json_value ts = member(root, "ts");
	const char *field = ts.kind ? "ts" : "published";
	enum tcn_rc rc;

	if (!ts.kind)
		ts = member(root, field);
	if (!ts.kind)
		return TCN_OK;
	rc = read_time(&ts, field, &reader->last_s, err);
	reader->dated |= rc == TCN_OK;
	return rc;
}

/* Reads the id of the line; one without an id is named by its content. */
static enum tcn_rc
read_id(struct tcn_truth_reader *reader, struct tcn_str line,
    const struct tcn_json_value *root, struct tcn_str *id, struct tcn_err *err)
{
	struct tcn_article article;
	enum tcn_rc rc =
	    read_name(member(root, "id"), "id", reader->arena, id, err);

	if (rc || id->n)
		return rc;
	rc = tcn_json_article(line, NULL, reader->arena, &article, err);
	if (!rc)
		*id = article.id;
	return rc;
}

enum tcn_rc
tcn_truth_read(struct tcn_truth_reader *reader, struct tcn_str line,
    uint32_t *item, struct tcn_err *err)
{
	const char *field = reader->field ? reader->field : "story";
	struct tcn_str id, label;
	struct tcn_json_value root;
	enum tcn_rc rc = tcn_json_read(line, reader->arena, &root, err);

	assert(reader->truth && reader->arena);
	if (!rc)
		rc = read_id(reader, line, &root, &id, err);
	if (!rc)
		rc = read_name(member(&root, field), field, reader->arena,
		    &label, err);
	if (!rc)
		rc = read_date(reader, &root, err);
	return rc ? rc : add(reader, id, label, item, err);
}

/* Reads the items of an alert, as numbers in the arena. */
static enum tcn_rc
read_items(const struct tcn_truth *truth, const struct tcn_json_value *list,
    uint32_t **items, size_t *n, struct tcn_arena *arena, struct tcn_err *err)
{
	struct tcn_json_value at;
	size_t cap = 0;

	for (at = tcn_json_first(list); at.kind; at = tcn_json_next(&at))
		cap++;
	*items = tcn_arena_zalloc(arena, cap, sizeof **items);
	*n = 0;
	for (at = tcn_json_first(list); at.kind; at = tcn_json_next(&at)) {
		struct tcn_str id;
		enum tcn_rc rc =
		    read_name(at, "an id in items", arena, &id, err);

		if (rc)
			return rc;
		(*items)[(*n)++] = tcn_truth_find(truth, id);
	}
	return TCN_OK;
}

enum tcn_rc
tcn_truth_read_alert(const struct tcn_truth *truth, struct tcn_str line,
    struct tcn_arena *arena, struct tcn_score_findings *found,
    struct tcn_err *err)
{
	struct tcn_json_value root, fired, list;
	uint32_t *items;
	double fired_s = 0;
	size_t n = 0;
	enum tcn_rc rc = tcn_json_read(line, arena, &root, err);

	assert(truth && found);
	if (rc)
		return rc;
	fired = member(&root, "fired_at");
	list = member(&root, "items");
	if (!fired.kind || list.kind != TCN_JSON_ARRAY)
		return tcn_err_set(err, TCN_INVALID,
		    "this is no alert: it must have fired_at, in unix "
		    "seconds, and items, an array of ids");
	rc = read_time(&fired, "fired_at", &fired_s, err);
	if (!rc)
		rc = read_items(truth, &list, &items, &n, arena, err);
	if (rc)
		return rc;
	tcn_score_findings_alert(found, fired_s, items, n);
	return TCN_OK;
}

/*
 * Reads a story. Stories are only compared with each other, so that any JSON
 * value will do: "7" and 7 are two stories, null is one.
 */
static enum tcn_rc
read_story(const struct tcn_json_value *root, struct tcn_arena *arena,
    struct tcn_str *name, struct tcn_err *err)
{
	struct tcn_json_value story = tcn_json_member(root, "story");
	struct tcn_buf quoted = { 0 };

	if (!story.kind)
		return tcn_err_set(err, TCN_INVALID,
		    "this is no assignment: it must have id and story");
	*name = tcn_str("null");
	if (story.kind == TCN_JSON_NULL)
		return TCN_OK;
	if (story.kind != TCN_JSON_STRING)
		return read_name(story, "story", arena, name, err);
	tcn_buf_json(&quoted, story.s);
	tcn_arena_str(arena, tcn_buf_view(&quoted), name);
	tcn_buf_fini(&quoted);
	return TCN_OK;
}

enum tcn_rc
tcn_truth_read_placement(const struct tcn_truth *truth, struct tcn_str line,
    struct tcn_arena *arena, struct tcn_intern *stories,
    struct tcn_score_findings *found, struct tcn_err *err)
{
	struct tcn_str id, name;
	struct tcn_json_value root;
	uint32_t item, story;
	enum tcn_rc rc = tcn_json_read(line, arena, &root, err);

	if (!rc)
		rc = read_name(member(&root, "id"), "id", arena, &id, err);
	if (!rc)
		rc = read_story(&root, arena, &name, err);
	if (!rc)
		rc = tcn_intern_put(stories, name, &story);
	if (rc)
		return rc;
	item = tcn_truth_find(truth, id);
	found->placed = true;
	if (item != TCN_TRUTH_UNKNOWN)
		tcn_score_findings_place(found, item, story);
	return TCN_OK;
}
