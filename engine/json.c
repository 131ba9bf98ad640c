#include "engine/json.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <threads.h>
#include <xxhash.h>

#include "engine/date.h"
#include "engine/map.h"
#include "engine/mem.h"
#include "engine/utf8.h"

#define SAFE_INTEGER 9007199254740991.0 /* 2^53 - 1 */

enum field {
	F_ID,
	F_TS,
	F_PUBLISHED,
	F_SOURCE,
	F_URL,
	F_TITLE,
	F_TEXT,
	F_LANG,
	F_CATEGORY,
	F_STORY,
	F_FEATURES,
	F_VECTOR,
	F_FINGERPRINT,
	FIELDS_N,
};

static const struct tcn_str names[FIELDS_N] = {
	[F_ID] = TCN_STR("id"),
	[F_TS] = TCN_STR("ts"),
	[F_PUBLISHED] = TCN_STR("published"),
	[F_SOURCE] = TCN_STR("source"),
	[F_URL] = TCN_STR("url"),
	[F_TITLE] = TCN_STR("title"),
	[F_TEXT] = TCN_STR("text"),
	[F_LANG] = TCN_STR("lang"),
	[F_CATEGORY] = TCN_STR("category"),
	[F_STORY] = TCN_STR("story"),
	[F_FEATURES] = TCN_STR("features"),
	[F_VECTOR] = TCN_STR("vector"),
	[F_FINGERPRINT] = TCN_STR("fingerprint"),
};

/* One call's state: the fields found, and where things go. */
struct reader {
	const cJSON *fields[FIELDS_N]; /* NULL: absent, or null */
	struct tcn_arena *arena;
	struct tcn_article *article;
	struct tcn_err *err;
};

/*
 * cJSON's allocator. While a line is parsed its memory comes from the arena
 * of that call, and is given back with it.
 */
static thread_local struct tcn_arena *parse_arena;
static thread_local bool parse_failed; /* for want of memory */
static once_flag hooks_once = ONCE_FLAG_INIT;

static void *
hook_malloc(size_t n)
{
	void *p = parse_arena ? tcn_arena_alloc(parse_arena, n) : tcn_malloc(n);

	if (!p)
		parse_failed = true;
	return p;
}

static void
hook_free(void *p)
{
	if (!parse_arena)
		tcn_free(p);
}

static void
set_hooks(void)
{
	cJSON_Hooks hooks = { hook_malloc, hook_free };

	cJSON_InitHooks(&hooks);
}

static enum tcn_rc
refuse_at(struct tcn_err *err, size_t at, const char *text)
{
	if (err)
		err->column = at + 1;
	return tcn_err_set(err, TCN_INVALID, "%s", text);
}

/* The four digits of \uXXXX at p[0..n), or -1. */
static int
hex4(const char *p, size_t n)
{
	int value = 0;

	if (n < 6 || p[0] != '\\' || p[1] != 'u')
		return -1;
	for (size_t i = 2; i < 6; i++) {
		int c = p[i] | 32;

		if (c >= '0' && c <= '9' && p[i] == c)
			value = value * 16 + c - '0';
		else if (c >= 'a' && c <= 'f')
			value = value * 16 + c - 'a' + 10;
		else
			return -1;
	}
	return value;
}

/* Length of the escape at p[0..n), which begins with '\'; 0: *why not. */
static size_t
escape_bytes(const char *p, size_t n, const char **why)
{
	int code, low;

	if (n < 2 || p[1] != 'u')
		return n < 2 ? 1 : 2; /* cJSON refuses unknown letters */
	code = hex4(p, n);
	low = code >= 0 ? hex4(p + 6, n - 6) : -1;
	if (code < 0)
		*why = "\\u is not followed by four hex digits";
	else if (code == 0)
		*why = "a string holds the character NUL (\\u0000); remove it";
	else if (code >= 0xdc00 && code < 0xe000)
		*why = "a string holds the second half of a surrogate pair "
		       "without the first; send the character whole";
	else if (code < 0xd800 || code >= 0xdc00)
		return 6;
	else if (low >= 0xdc00 && low < 0xe000)
		return 12;
	else
		*why = "a string holds the first half of a surrogate pair "
		       "without the second; send the character whole";
	return 0;
}

static enum tcn_rc
check_escapes(struct tcn_str line, struct tcn_err *err)
{
	const char *end = line.at + line.n;
	const char *p = line.at;
	const char *why;

	while ((p = memchr(p, '\\', (size_t)(end - p)))) {
		size_t n = escape_bytes(p, (size_t)(end - p), &why);

		if (n == 0)
			return refuse_at(err, (size_t)(p - line.at), why);
		p += n;
	}
	return TCN_OK;
}

static enum tcn_rc
check_bytes(struct tcn_str line, struct tcn_err *err)
{
	size_t n = tcn_utf8_valid_n(line);
	const char *nul;

	if (n < line.n)
		return refuse_at(err, n,
		    "the line is not valid UTF-8; convert it, for example "
		    "with iconv -t UTF-8");
	nul = memchr(line.at, '\0', line.n);
	if (nul)
		return refuse_at(err, (size_t)(nul - line.at),
		    "the line holds a NUL byte; remove it");
	return check_escapes(line, err);
}

/* Deepest nesting in line, for the message; strings do not count. */
static size_t
depth(struct tcn_str line)
{
	size_t now = 0, most = 0;
	bool in_string = false;

	for (size_t i = 0; i < line.n; i++) {
		char c = line.at[i];

		if (in_string && c == '\\')
			i++;
		else if (c == '"')
			in_string = !in_string;
		else if (!in_string && (c == '{' || c == '['))
			now++;
		else if (!in_string && (c == '}' || c == ']') && now)
			now--;
		if (now > most)
			most = now;
	}
	return most;
}

static enum tcn_rc
refuse_json(struct tcn_str line, size_t at, struct tcn_err *err)
{
	if (depth(line) > CJSON_NESTING_LIMIT)
		return refuse_at(err, at,
		    "arrays or objects are nested too deep; flatten them");
	if (at + 1 >= line.n)
		return refuse_at(err, at,
		    "the JSON is cut off; write each article whole, on one "
		    "line");
	return refuse_at(err, at,
	    "this is not JSON; write one JSON object a line");
}

static enum tcn_rc
parse(struct tcn_str line, struct tcn_arena *arena, const cJSON **root,
    struct tcn_err *err)
{
	const char *end = line.at;

	call_once(&hooks_once, set_hooks);
	parse_arena = arena;
	parse_failed = false;
	*root = cJSON_ParseWithLengthOpts(line.at, line.n, &end, 0);
	parse_arena = NULL;
	if (!*root && parse_failed)
		return TCN_NOMEM;
	if (!*root)
		return refuse_json(line, (size_t)(end - line.at), err);
	if (end < line.at + line.n)
		return refuse_at(err, (size_t)(end - line.at),
		    "something follows the JSON object; write one object a "
		    "line");
	if (cJSON_IsArray(*root))
		return refuse_at(err, 0,
		    "the line is an array; write one object a line, for "
		    "example with jq -c '.[]'");
	if (!cJSON_IsObject(*root))
		return refuse_at(err, 0, "the line is not a JSON object");
	return TCN_OK;
}

static void
find_fields(const cJSON *root, struct reader *r)
{
	for (const cJSON *item = root->child; item; item = item->next) {
		struct tcn_str name = tcn_str(item->string);

		for (size_t i = 0; i < FIELDS_N; i++) {
			if (!tcn_str_equal(name, names[i]))
				continue;
			r->fields[i] = cJSON_IsNull(item) ? NULL : item;
			break;
		}
	}
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

static enum tcn_rc
refuse_kind(const struct reader *r, enum field f, const char *want)
{
	return tcn_err_set(r->err, TCN_INVALID, "%s is %s; it must be %s",
	    names[f].at, kind_of(r->fields[f]), want);
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
		    names[f].at);
	digits = tcn_arena_alloc(r->arena, 24);
	if (!digits)
		return TCN_NOMEM;
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
		rc = tcn_date_seconds(item->valuedouble, &r->article->ts_ms,
		    &why);
	} else if (cJSON_IsString(item)) {
		if (item->valuestring[0] == '\0')
			return TCN_OK;
		rc = tcn_date_parse(tcn_str(item->valuestring),
		    &r->article->ts_ms, &why);
	} else {
		return refuse_kind(r, f,
		    "unix seconds, or a string like 2014-03-10T17:37:59Z");
	}
	if (rc)
		tcn_err_set(r->err, rc, "%s: %s", names[f].at, why.text);
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
	if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble) ||
	    item->valuedouble < 0)
		return tcn_err_set(r->err, TCN_INVALID,
		    "features: the weight of \"%.*s\" must be a number from 0 "
		    "up",
		    TCN_STR_ARG(part));
	feature->weight = item->valuedouble;
	return TCN_OK;
}

static size_t
count(const cJSON *item)
{
	size_t n = 0;

	for (item = item->child; item; item = item->next)
		n++;
	return n;
}

/* Of a term given twice the last counts, in the place of the first. */
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
		rc = tcn_map_put(places,
		    XXH3_64bits(feature.term.at, feature.term.n), &place,
		    &added);
		if (rc)
			return rc;
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
	list = tcn_arena_zalloc(r->arena, count(object), sizeof *list);
	if (!list)
		return TCN_NOMEM;
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
	double *list;
	size_t n = 0;
	bool zero = true;

	if (!array)
		return TCN_OK;
	if (!cJSON_IsArray(array))
		return refuse_kind(r, F_VECTOR, "an array of numbers");
	list = tcn_arena_zalloc(r->arena, count(array), sizeof *list);
	if (!list)
		return TCN_NOMEM;
	for (const cJSON *item = array->child; item; item = item->next) {
		if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble))
			return tcn_err_set(r->err, TCN_INVALID,
			    "vector: entry %zu is not a finite number", n + 1);
		list[n++] = item->valuedouble;
		zero = zero && item->valuedouble == 0;
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
		char c = s.at[i];

		if (c >= '0' && c <= '9')
			value = value << 4 | (uint64_t)(c - '0');
		else if ((c | 32) >= 'a' && (c | 32) <= 'f')
			value = value << 4 | (uint64_t)((c | 32) - 'a' + 10);
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
	return rc ? rc : read_name(r, F_STORY, &a->label);
}

enum tcn_rc
tcn_json_article(struct tcn_str line, const struct tcn_article_limits *limits,
    struct tcn_arena *arena, struct tcn_article *article, struct tcn_err *err)
{
	struct reader r = { .arena = arena, .article = article, .err = err };
	const cJSON *root;
	enum tcn_rc rc;

	*article = (struct tcn_article){ .ts_ms = TCN_UNDATED };
	if (err)
		err->column = 0;
	line = tcn_str_trim(line);
	if ((rc = check_bytes(line, err)) ||
	    (rc = parse(line, arena, &root, err)))
		return rc;
	find_fields(root, &r);
	if ((rc = read_strings(&r)) || (rc = read_date(&r)) ||
	    (rc = read_features(&r)) || (rc = read_vector(&r)) ||
	    (rc = read_fingerprint(&r)))
		return rc;
	return tcn_article_finish(article, limits, arena, err);
}
