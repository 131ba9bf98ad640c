#include "engine/item/json_article.h"

#include <assert.h>
#include <cjson/cJSON.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <xxhash.h>

#include "engine/base/ascii.h"
#include "engine/base/date.h"
#include "engine/base/json_tree.h"
#include "engine/base/map.h"
#include "engine/base/utf8.h"
#include "engine/item/json_content_impl.h"
#include "engine/item/json_ninjs_impl.h"

#define SAFE_INTEGER 9007199254740991.0 /* 2^53 - 1 */

enum field {
	F_ID,
	F_TS,
	F_PUBLISHED,
	F_SOURCE,
	F_URL,
	F_IMAGE,
	F_TITLE,
	F_TEXT,
	F_LANG,
	F_CATEGORY,
	F_STORY,
	F_FEATURES,
	F_VECTOR,
	F_FINGERPRINT,
	F_CONTENT,
	FIELDS_N,
};

static const struct tcn_str names[FIELDS_N] = {
	[F_ID] = TCN_STR("id"),
	[F_TS] = TCN_STR("ts"),
	[F_PUBLISHED] = TCN_STR("published"),
	[F_SOURCE] = TCN_STR("source"),
	[F_URL] = TCN_STR("url"),
	[F_IMAGE] = TCN_STR("image"),
	[F_TITLE] = TCN_STR("title"),
	[F_TEXT] = TCN_STR("text"),
	[F_LANG] = TCN_STR("lang"),
	[F_CATEGORY] = TCN_STR("category"),
	[F_STORY] = TCN_STR("story"),
	[F_FEATURES] = TCN_STR("features"),
	[F_VECTOR] = TCN_STR("vector"),
	[F_FINGERPRINT] = TCN_STR("fingerprint"),
	[F_CONTENT] = TCN_STR("content"),
};

/* The state of one call: the fields found, and where results go. */
struct reader {
	const cJSON *fields[FIELDS_N]; /* NULL: absent */
	struct tcn_str label; /* the name of the field that is read as story */
	struct tcn_arena *arena;
	struct tcn_article *article;
	struct tcn_err *err;
};

/* Null and "" count as absent. */
static bool
is_absent(const cJSON *item)
{
	return cJSON_IsNull(item) ||
	    (cJSON_IsString(item) && item->valuestring[0] == '\0');
}

static const char *
kind_of(const cJSON *item)
{
	if (cJSON_IsBool(item))
		return "true or false";
	if (cJSON_IsNumber(item))
		return "a number";
	if (cJSON_IsString(item))
		return "a string";
	if (cJSON_IsArray(item))
		return "an array";
	return cJSON_IsObject(item) ? "an object" : "null";
}

static const char *
name_of(const struct reader *r, enum field f)
{
	return f == F_STORY ? r->label.at : names[f].at;
}

static enum tcn_rc
refuse_kind(const struct reader *r, enum field f, const char *want)
{
	return tcn_err_set(r->err, TCN_INVALID, "%s is %s; it must be %s",
	    name_of(r, f), kind_of(r->fields[f]), want);
}

static enum tcn_rc
read_string(const struct reader *r, enum field f, struct tcn_str *s)
{
	if (!r->fields[f])
		return TCN_OK;
	if (!cJSON_IsString(r->fields[f]))
		return refuse_kind(r, f, "a string");
	*s = tcn_str(r->fields[f]->valuestring);
	return TCN_OK;
}

/* A string, or a whole number as its digits. */
static enum tcn_rc
read_name(const struct reader *r, enum field f, struct tcn_str *s)
{
	const cJSON *item = r->fields[f];
	double number;
	char *digits;

	if (!item || !cJSON_IsNumber(item))
		return item && !cJSON_IsString(item)
		    ? refuse_kind(r, f, "a string or a whole number")
		    : read_string(r, f, s);
	number = item->valuedouble;
	if (!(fabs(number) <= SAFE_INTEGER) || number != floor(number))
		return tcn_err_set(r->err, TCN_INVALID,
		    "%s is a number that cannot be kept exactly; write it as "
		    "a string",
		    name_of(r, f));
	digits = tcn_arena_alloc(r->arena, 24);
	s->at = digits;
	s->n = (size_t)snprintf(digits, 24, "%lld", (long long)number);
	return TCN_OK;
}

static enum tcn_rc
read_date(const struct reader *r)
{
	enum field f = r->fields[F_TS] ? F_TS : F_PUBLISHED;
	const cJSON *item = r->fields[f];
	struct tcn_err why = { .text = "" };
	enum tcn_rc rc;

	r->article->ts_ms = TCN_UNDATED;
	if (!item)
		return TCN_OK;
	if (cJSON_IsNumber(item)) {
		rc = tcn_date_from_seconds(item->valuedouble,
		    &r->article->ts_ms, &why);
	} else if (cJSON_IsString(item)) {
		rc = tcn_date_parse(tcn_str(item->valuestring),
		    &r->article->ts_ms, &why);
	} else {
		return refuse_kind(r, f,
		    "unix seconds, or a string like 2014-03-10T17:37:59Z");
	}
	if (rc)
		tcn_err_set(r->err, rc, "%s: %s", name_of(r, f), why.text);
	return rc;
}

static enum tcn_rc
read_feature(const struct reader *r, const cJSON *item,
    struct tcn_given_feature *feature)
{
	struct tcn_str part;

	feature->term = tcn_str_trim(tcn_str(item->string));
	part = tcn_utf8_cut(feature->term, 40);
	if (part.n == 0)
		return tcn_err_set(r->err, TCN_INVALID,
		    "features has an empty term; leave it out");
	if (!cJSON_IsNumber(item) ||
	    (item->valuedouble != 0 &&
		!tcn_article_weight_is_sound(item->valuedouble)))
		return tcn_err_set(r->err, TCN_INVALID,
		    "features: the weight of \"%.*s\" must be a number from 0 "
		    "up",
		    TCN_STR_ARG(part));
	feature->weight = item->valuedouble;
	return TCN_OK;
}

static size_t
count_elements(const cJSON *item)
{
	size_t n = 0;

	for (item = item->child; item; item = item->next)
		n++;
	return n;
}

/* Of a term given twice the last weight counts, in the place of the first. */
static enum tcn_rc
collect_features(const struct reader *r, const cJSON *object,
    struct tcn_given_feature *list, struct tcn_map *places, size_t *n)
{
	struct tcn_given_feature feature;
	uint64_t *place;
	bool added;
	enum tcn_rc rc;

	for (const cJSON *item = object->child; item; item = item->next) {
		rc = read_feature(r, item, &feature);
		if (rc)
			return rc;
		tcn_map_put(places,
		    XXH3_64bits(feature.term.at, feature.term.n), &place,
		    &added);
		if (added)
			*place = (*n)++;
		list[*place] = feature;
	}
	return TCN_OK;
}

static enum tcn_rc
read_features(const struct reader *r)
{
	const cJSON *object = r->fields[F_FEATURES];
	struct tcn_given_feature *list;
	struct tcn_map places = { 0 };
	size_t n = 0, kept = 0;
	enum tcn_rc rc;

	if (!object)
		return TCN_OK;
	if (!cJSON_IsObject(object))
		return refuse_kind(r, F_FEATURES,
		    "an object of terms with their weights");
	list = tcn_arena_zalloc(r->arena, count_elements(object), sizeof *list);
	rc = collect_features(r, object, list, &places, &n);
	tcn_map_fini(&places);
	if (rc)
		return rc;
	for (size_t i = 0; i < n; i++) {
		if (list[i].weight > 0)
			list[kept++] = list[i];
	}
	r->article->features = list;
	r->article->features_n = kept;
	if (kept > 0)
		r->article->given = TCN_GIVEN_FEATURES;
	return TCN_OK;
}

static enum tcn_rc
read_vector(const struct reader *r)
{
	const cJSON *array = r->fields[F_VECTOR];
	float *list;
	size_t n = 0;
	bool zero = true;

	if (!array)
		return TCN_OK;
	if (!cJSON_IsArray(array))
		return refuse_kind(r, F_VECTOR, "an array of numbers");
	list = tcn_arena_zalloc(r->arena, count_elements(array), sizeof *list);
	for (const cJSON *item = array->child; item; item = item->next) {
		if (!cJSON_IsNumber(item) ||
		    !(fabs(item->valuedouble) <= (double)FLT_MAX))
			return tcn_err_set(r->err, TCN_INVALID,
			    "vector: entry %zu is not a finite number", n + 1);
		list[n] = (float)item->valuedouble;
		zero = zero && list[n] == 0;
		n++;
	}
	if (n > 0 && zero)
		return tcn_err_set(r->err, TCN_INVALID,
		    "vector: all its numbers are 0, which points nowhere; "
		    "leave it out");
	r->article->vector = list;
	r->article->vector_n = n;
	if (n > 0)
		r->article->given = TCN_GIVEN_VECTOR;
	return TCN_OK;
}

static enum tcn_rc
read_fingerprint(const struct reader *r)
{
	struct tcn_str s = { 0 };
	enum tcn_rc rc = read_string(r, F_FINGERPRINT, &s);
	uint64_t value = 0;

	if (rc || s.n == 0)
		return rc;
	for (size_t i = 0; i < s.n; i++) {
		int digit = tcn_ascii_hex(s.at[i]);

		if (digit >= 0)
			value = value << 4 | (uint64_t)digit;
		else
			s.n = 0;
	}
	if (s.n != 16)
		return tcn_err_set(r->err, TCN_INVALID,
		    "fingerprint must be a string of 16 hex digits");
	r->article->fingerprint = value;
	r->article->given = TCN_GIVEN_FINGERPRINT;
	return TCN_OK;
}

static enum tcn_rc
read_strings(const struct reader *r)
{
	struct tcn_article *a = r->article;
	const struct {
		enum field field;
		struct tcn_str *to;
	} strings[] = {
		{ F_SOURCE, &a->source },
		{ F_URL, &a->url },
		{ F_TITLE, &a->title },
		{ F_TEXT, &a->text },
		{ F_LANG, &a->lang },
		{ F_CATEGORY, &a->category },
	};
	enum tcn_rc rc = read_name(r, F_ID, &a->id);

	for (size_t i = 0; rc == TCN_OK && i < 6; i++)
		rc = read_string(r, strings[i].field, strings[i].to);
	/* Others may mean something else by that name. */
	if (rc == TCN_OK && cJSON_IsString(r->fields[F_IMAGE]))
		a->image = tcn_str(r->fields[F_IMAGE]->valuestring);
	return rc ? rc : read_name(r, F_STORY, &a->label);
}

static enum tcn_rc
read_fields(const struct reader *r)
{
	enum tcn_rc rc = read_strings(r);

	if (rc == TCN_OK)
		rc = read_date(r);
	if (rc == TCN_OK)
		rc = read_features(r);
	if (rc == TCN_OK)
		rc = read_vector(r);
	if (rc == TCN_OK)
		rc = read_fingerprint(r);
	if (rc == TCN_OK && r->fields[F_CONTENT])
		rc = tcn_json_content_read(r->fields[F_CONTENT], r->arena,
		    r->article, r->err);
	return rc;
}

/* Whether the object has no field that is ours alone, and one of ninjs. */
static bool
is_ninjs(const struct reader *r, const cJSON *root)
{
	static const enum field ours[] = { F_ID, F_TS, F_PUBLISHED, F_URL,
		F_TEXT, F_LANG, F_FEATURES, F_VECTOR, F_FINGERPRINT };

	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		if (r->fields[ours[i]])
			return false;
	return tcn_json_ninjs_is(root);
}

static enum tcn_rc
read_root(const struct cJSON *root, const struct tcn_article_limits *limits,
    struct tcn_arena *arena, struct tcn_article *article, struct tcn_err *err)
{
	struct reader r = {
		.arena = arena,
		.article = article,
		.err = err,
		.label = limits && limits->label_field
		    ? tcn_str(limits->label_field)
		    : names[F_STORY],
	};
	enum tcn_rc rc;

	for (const cJSON *item = root->child; item; item = item->next) {
		struct tcn_str name = tcn_str(item->string);

		if (tcn_str_equal(name, r.label))
			r.fields[F_STORY] = is_absent(item) ? NULL : item;
		for (size_t i = 0; i < FIELDS_N; i++) {
			if (i == F_STORY || !tcn_str_equal(name, names[i]))
				continue;
			r.fields[i] = is_absent(item) ? NULL : item;
			break;
		}
	}
	if (is_ninjs(&r, root))
		rc = tcn_json_ninjs_read(root, article, err);
	else
		rc = read_fields(&r);
	return rc ? rc : tcn_article_finish(article, limits, arena, err);
}

enum tcn_rc
tcn_json_article(struct tcn_str line, const struct tcn_article_limits *limits,
    struct tcn_arena *arena, struct tcn_article *article, struct tcn_err *err)
{
	const struct cJSON *root;
	enum tcn_rc rc = tcn_json_tree(line, arena, &root, err);

	assert(article);
	*article = (struct tcn_article){ .ts_ms = TCN_UNDATED };
	if (rc == TCN_OK)
		rc = read_root(root, limits, arena, article, err);
	return rc;
}

enum tcn_rc
tcn_json_article_value(const struct tcn_json_value *object,
    const struct tcn_article_limits *limits, struct tcn_arena *arena,
    struct tcn_article *article, struct tcn_err *err)
{
	assert(object->kind == TCN_JSON_OBJECT);
	*article = (struct tcn_article){ .ts_ms = TCN_UNDATED };
	return read_root(object->node, limits, arena, article, err);
}
