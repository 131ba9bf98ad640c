#include "tools/serve/api/collapse_body.h"

#include "engine/base/json_value.h"
#include "engine/item/json_article.h"

static enum tcn_rc
read_conf(const struct tcn_json_value *object, struct tcn_collapse_conf *conf,
    struct tcn_err *err)
{
	const struct tcn_json_value t = tcn_json_member(object, "t");
	const struct tcn_json_value word = tcn_json_member(object, "measure");

	*conf = TCN_COLLAPSE_CONF_DEFAULT;
	if (t.kind == TCN_JSON_NUMBER)
		conf->t = t.n;
	if ((t.kind > TCN_JSON_NULL && t.kind != TCN_JSON_NUMBER) ||
	    !(conf->t > 0 && conf->t <= 1))
		return tcn_err_set(err, TCN_INVALID,
		    "t must be a number above 0, up to 1");
	if (word.kind > TCN_JSON_NULL &&
	    !tcn_collapse_measure(word.s, &conf->measure))
		return tcn_err_set(err, TCN_INVALID,
		    "measure must be jaccard or containment");
	return TCN_OK;
}

/* Counts the elements of an array. */
static enum tcn_rc
count(const struct tcn_json_value *array, size_t *n, struct tcn_err *err)
{
	*n = 0;
	for (struct tcn_json_value v = tcn_json_first(array);
	     v.kind != TCN_JSON_ABSENT; v = tcn_json_next(&v))
		if (++*n > TCN_COLLAPSE_MAX)
			return tcn_err_set(err, TCN_INVALID,
			    "at most %d articles can be compared at once",
			    TCN_COLLAPSE_MAX);
	return TCN_OK;
}

static enum tcn_rc
read_ids(const struct tcn_json_value *array, struct tcn_arena *arena,
    struct tcn_collapse_body *body, struct tcn_err *err)
{
	size_t i = 0;

	body->ids = tcn_arena_zalloc(arena, body->n, sizeof *body->ids);
	for (struct tcn_json_value v = tcn_json_first(array); i < body->n;
	     v = tcn_json_next(&v)) {
		if (v.kind != TCN_JSON_STRING)
			return tcn_err_set(err, TCN_INVALID,
			    "ids must be a list of texts");
		body->ids[i++] = v.s;
	}
	return TCN_OK;
}

static enum tcn_rc
read_articles(const struct tcn_json_value *array, struct tcn_arena *arena,
    struct tcn_collapse_body *body, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;
	size_t i = 0;

	body->articles =
	    tcn_arena_zalloc(arena, body->n, sizeof *body->articles);
	for (struct tcn_json_value v = tcn_json_first(array); i < body->n;
	     v = tcn_json_next(&v)) {
		struct tcn_err why = { 0 };

		if (v.kind != TCN_JSON_OBJECT)
			return tcn_err_set(err, TCN_INVALID,
			    "articles must be a list of objects");
		rc = tcn_json_article_value(&v, NULL, arena,
		    &body->articles[i++], &why);
		if (rc)
			return tcn_err_set(err, rc, "article %zu: %s", i,
			    why.text);
	}
	return TCN_OK;
}

static enum tcn_rc
read_object(const struct tcn_json_value *object, struct tcn_arena *arena,
    struct tcn_collapse_body *body, struct tcn_err *err)
{
	const struct tcn_json_value ids = tcn_json_member(object, "ids");
	const struct tcn_json_value articles =
	    tcn_json_member(object, "articles");
	const struct tcn_json_value *array =
	    ids.kind > TCN_JSON_NULL ? &ids : &articles;
	enum tcn_rc rc = read_conf(object, &body->conf, err);

	if (rc)
		return rc;
	if ((ids.kind > TCN_JSON_NULL && articles.kind > TCN_JSON_NULL) ||
	    array->kind != TCN_JSON_ARRAY)
		return tcn_err_set(err, TCN_INVALID,
		    "the body must have one list: ids, or articles");
	rc = count(array, &body->n, err);
	if (rc)
		return rc;
	return array == &ids ? read_ids(array, arena, body, err)
			     : read_articles(array, arena, body, err);
}

enum tcn_rc
tcn_collapse_body_read(struct tcn_str bytes, struct tcn_arena *arena,
    struct tcn_collapse_body *body, struct tcn_err *err)
{
	struct tcn_str trimmed = tcn_str_trim(bytes);
	struct tcn_json_value object;
	enum tcn_rc rc;

	*body = (struct tcn_collapse_body){ .n = 0 };
	if (bytes.n > TCN_COLLAPSE_BODY_BYTES)
		return tcn_err_set(err, TCN_INVALID,
		    "the body is over 4 MiB: compare fewer articles at once");
	if (!trimmed.n || *trimmed.at != '{')
		return tcn_err_set(err, TCN_INVALID,
		    "the body must be one JSON object, {...}");
	rc = tcn_json_read(trimmed, arena, &object, err);
	return rc ? rc : read_object(&object, arena, body, err);
}
