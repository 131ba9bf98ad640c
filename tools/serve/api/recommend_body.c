#include "tools/serve/api/recommend_body.h"

#include "engine/base/json_value.h"

#define TIME_MAX 253402300800. /* s: the year 10000 */
#define SPAN_MAX (10 * 365.25 * 86400) /* s */

/* Reads a number from least to most, if it is given. */
static enum tcn_rc
read_number(const struct tcn_json_value *object, const char *name, double least,
    double most, double *n, struct tcn_err *err)
{
	const struct tcn_json_value value = tcn_json_member(object, name);

	if (value.kind <= TCN_JSON_NULL)
		return TCN_OK;
	if (value.kind != TCN_JSON_NUMBER ||
	    !(value.n >= least && value.n <= most))
		return tcn_err_set(err, TCN_INVALID,
		    "%s must be a number from %.0f to %.0f", name, least, most);
	*n = value.n;
	return TCN_OK;
}

static enum tcn_rc
read_ms(const struct tcn_json_value *object, const char *name, double least,
    double most, int64_t *ms, struct tcn_err *err)
{
	double seconds = -1;
	enum tcn_rc rc = read_number(object, name, least, most, &seconds, err);

	if (!rc && seconds >= 0)
		*ms = (int64_t)(seconds * 1000);
	return rc;
}

static enum tcn_rc
read_flag(const struct tcn_json_value *object, const char *name, bool *flag,
    struct tcn_err *err)
{
	const struct tcn_json_value value = tcn_json_member(object, name);

	if (value.kind > TCN_JSON_NULL && value.kind != TCN_JSON_BOOL)
		return tcn_err_set(err, TCN_INVALID, "%s must be true or false",
		    name);
	*flag = value.kind == TCN_JSON_BOOL && value.n != 0;
	return TCN_OK;
}

/* An id, or an object with one and perhaps the time. */
static enum tcn_rc
read_item(const struct tcn_json_value *value, const char *name, size_t i,
    struct tcn_recommend_item *item, struct tcn_err *err)
{
	struct tcn_json_value id = *value;
	struct tcn_err why = { 0 };
	enum tcn_rc rc = TCN_OK;

	*item = (struct tcn_recommend_item){ .at_ms = TCN_UNDATED };
	if (value->kind == TCN_JSON_OBJECT) {
		id = tcn_json_member(value, "id");
		rc = read_ms(value, "at", 0, TIME_MAX, &item->at_ms, &why);
	}
	if (rc)
		return tcn_err_set(err, rc, "%s %zu: %s", name, i, why.text);
	if (id.kind != TCN_JSON_STRING || !id.s.n)
		return tcn_err_set(err, TCN_INVALID,
		    "%s %zu must be an id, or an object with an id", name, i);
	item->id = id.s;
	return TCN_OK;
}

static enum tcn_rc
read_items(const struct tcn_json_value *object, const char *name,
    struct tcn_arena *arena, struct tcn_recommend_item **items, size_t *n,
    struct tcn_err *err)
{
	const struct tcn_json_value array = tcn_json_member(object, name);
	enum tcn_rc rc = TCN_OK;

	*n = 0;
	if (array.kind <= TCN_JSON_NULL)
		return TCN_OK;
	if (array.kind != TCN_JSON_ARRAY)
		return tcn_err_set(err, TCN_INVALID, "%s must be a list", name);
	*items =
	    tcn_arena_zalloc(arena, TCN_RECOMMEND_READ_MAX, sizeof **items);
	for (struct tcn_json_value v = tcn_json_first(&array);
	     v.kind != TCN_JSON_ABSENT && !rc; v = tcn_json_next(&v)) {
		if (*n == TCN_RECOMMEND_READ_MAX)
			return tcn_err_set(err, TCN_INVALID,
			    "%s may have at most %d items: send the latest",
			    name, TCN_RECOMMEND_READ_MAX);
		rc = read_item(&v, name, *n + 1, &(*items)[*n], err);
		*n += !rc;
	}
	return rc;
}

static enum tcn_rc
read_object(const struct tcn_json_value *object, struct tcn_arena *arena,
    struct tcn_recommend_asked *asked, struct tcn_err *err)
{
	double limit = (double)asked->limit;
	enum tcn_rc rc = read_items(object, "read", arena, &asked->read,
	    &asked->read_n, err);

	if (!rc)
		rc = read_items(object, "dislike", arena, &asked->dislike,
		    &asked->dislike_n, err);
	if (!rc)
		rc = read_number(object, "limit", 1, TCN_RECOMMEND_LIMIT_MAX,
		    &limit, err);
	if (!rc)
		rc = read_ms(object, "since", 0, TIME_MAX, &asked->since_ms,
		    err);
	if (!rc)
		rc = read_ms(object, "half_life", 1, SPAN_MAX,
		    &asked->half_life_ms, err);
	if (!rc)
		rc = read_ms(object, "freshness", 1, SPAN_MAX,
		    &asked->freshness_ms, err);
	if (!rc)
		rc = read_flag(object, "copies", &asked->copies, err);
	if (!rc)
		rc = read_flag(object, "every_item", &asked->every_item, err);
	asked->limit = (size_t)limit;
	if (!rc && !asked->read_n)
		rc = tcn_err_set(err, TCN_INVALID,
		    "read must name at least one item, as \"read\": [\"ID\"]");
	return rc;
}

enum tcn_rc
tcn_recommend_body_read(struct tcn_str bytes, struct tcn_arena *arena,
    struct tcn_recommend_asked *asked, struct tcn_err *err)
{
	struct tcn_str trimmed = tcn_str_trim(bytes);
	struct tcn_json_value object;
	enum tcn_rc rc;

	*asked = TCN_RECOMMEND_DEFAULT;
	if (bytes.n > TCN_RECOMMEND_BODY_BYTES)
		return tcn_err_set(err, TCN_INVALID,
		    "the body is over 1 MiB: send the latest that were read");
	if (!trimmed.n || *trimmed.at != '{')
		return tcn_err_set(err, TCN_INVALID,
		    "the body must be one JSON object, {...}");
	rc = tcn_json_read(trimmed, arena, &object, err);
	return rc ? rc : read_object(&object, arena, asked, err);
}
