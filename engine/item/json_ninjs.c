#include "engine/item/json_ninjs_impl.h"

#include <assert.h>
#include <cjson/cJSON.h>
#include <strings.h>

#include "engine/base/date.h"
#include "engine/base/err.h"
#include "engine/base/url.h"
#include "engine/base/utf8.h"

/* The last member of the first of these names that the object has; or NULL. */
static const cJSON *
find_member(const cJSON *object, const char *const names[], size_t n)
{
	const cJSON *found = NULL;

	for (size_t i = 0; i < n && !found; i++)
		for (const cJSON *at = object->child; at; at = at->next)
			if (at->string && strcasecmp(at->string, names[i]) == 0)
				found = at;
	return found;
}

static const cJSON *
find_one(const cJSON *object, const char *name)
{
	return find_member(object, &name, 1);
}

bool
tcn_json_ninjs_is(const cJSON *root)
{
	static const char *const marks[] = { "standard", "versioncreated",
		"firstcreated", "contentcreated", "headline", "headlines",
		"bodies", "body_text", "body_html", "body_xhtml",
		"representationtype", "pubstatus" };

	return cJSON_IsString(find_one(root, "uri")) &&
	    find_member(root, marks, sizeof marks / sizeof *marks);
}

/* The text of a member that is a string; empty when it is none. */
static struct tcn_str
text_of(const cJSON *item)
{
	return cJSON_IsString(item) ? tcn_str(item->valuestring)
				    : (struct tcn_str){ 0 };
}

static bool
is_one_of(struct tcn_str word, const char *const words[], size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (word.n == strlen(words[i]) &&
		    strncasecmp(word.at, words[i], word.n) == 0)
			return true;
	return false;
}

/* Refuses what is no text, and what must not be published. */
static enum tcn_rc
check(const cJSON *root, struct tcn_err *err)
{
	static const char *const kinds[] = { "text", "composite" };
	static const char *const gone[] = { "withheld", "canceled",
		"cancelled" };
	struct tcn_str type = text_of(find_one(root, "type"));
	struct tcn_str status = text_of(find_one(root, "pubstatus"));

	if (type.n && !is_one_of(type, kinds, 2)) {
		type = tcn_utf8_cut(type, 40);
		return tcn_err_set(err, TCN_INVALID,
		    "type is \"%.*s\": of ninjs only text and composite are "
		    "taken",
		    TCN_STR_ARG(type));
	}
	if (is_one_of(status, gone, 3))
		return tcn_err_set(err, TCN_INVALID,
		    "pubstatus is \"%.*s\": what is not to be used is not "
		    "taken",
		    TCN_STR_ARG(status));
	return TCN_OK;
}

/* From an array of {"contentType", "role", "value"}: the first value of that
 * media type, else the first value. */
static struct tcn_str
value_of(const cJSON *array, const char *type)
{
	struct tcn_str first = { 0 };

	if (!cJSON_IsArray(array))
		return first;
	for (const cJSON *at = array->child; at; at = at->next) {
		struct tcn_str value = text_of(find_one(at, "value"));
		struct tcn_str is = text_of(find_one(at, "contenttype"));

		if (!value.n)
			continue;
		if (is_one_of(is, &type, 1))
			return value;
		if (!first.n)
			first = value;
	}
	return first;
}

/* The text of the first of these names that has one. */
static struct tcn_str
text_in(const cJSON *root, const char *const names[], size_t n)
{
	struct tcn_str text = { 0 };

	for (size_t i = 0; i < n && !text.n; i++)
		text = text_of(find_one(root, names[i]));
	return text;
}

static struct tcn_str
read_title(const cJSON *root)
{
	struct tcn_str text = text_of(find_one(root, "headline"));

	if (!text.n)
		text = value_of(find_one(root, "headlines"), "text/plain");
	return text.n ? text : text_of(find_one(root, "title"));
}

static struct tcn_str
read_body(const cJSON *root)
{
	static const char *const bodies[] = { "body_text", "body_html",
		"body_xhtml" };
	static const char *const about[] = { "description_text",
		"description_html" };
	struct tcn_str text = text_in(root, bodies, 3);

	if (!text.n)
		text = value_of(find_one(root, "bodies"), "text/plain");
	if (!text.n)
		text = text_in(root, about, 2);
	if (!text.n)
		text = value_of(find_one(root, "descriptions"), "text/plain");
	return text;
}

/* The text itself, the name of an object {"name"}, or the first of either in
 * an array. */
static struct tcn_str
name_in(const cJSON *item)
{
	struct tcn_str name = text_of(item);

	if (cJSON_IsObject(item))
		name = text_of(find_one(item, "name"));
	if (!cJSON_IsArray(item))
		return name;
	for (const cJSON *at = item->child; at && !name.n; at = at->next)
		name = cJSON_IsObject(at) ? text_of(find_one(at, "name"))
					  : text_of(at);
	return name;
}

static struct tcn_str
name_under(const cJSON *root, const char *const names[], size_t n)
{
	struct tcn_str name = { 0 };

	for (size_t i = 0; i < n && !name.n; i++)
		name = name_in(find_one(root, names[i]));
	return name;
}

static enum tcn_rc
read_date(const cJSON *root, int64_t *ms, struct tcn_err *err)
{
	static const char *const names[] = { "versioncreated", "firstcreated",
		"contentcreated" };
	struct tcn_err why = { .text = "" };

	for (size_t i = 0; i < 3; i++) {
		const cJSON *item = find_one(root, names[i]);
		enum tcn_rc rc;

		if (!item || cJSON_IsNull(item))
			continue;
		if (!cJSON_IsString(item))
			return tcn_err_set(err, TCN_INVALID,
			    "%s must be a string like 2014-03-10T17:37:59Z",
			    names[i]);
		rc = tcn_date_parse(tcn_str(item->valuestring), ms, &why);
		return rc ? tcn_err_set(err, rc, "%s: %s", names[i], why.text)
			  : TCN_OK;
	}
	return TCN_OK;
}

enum tcn_rc
tcn_json_ninjs_read(const cJSON *root, struct tcn_article *a,
    struct tcn_err *err)
{
	static const char *const sources[] = { "infosources", "infosource",
		"provider", "source", "copyrightholder" };
	static const char *const subjects[] = { "subjects", "subject",
		"keywords" };
	enum tcn_rc rc;

	assert(root && a);
	rc = check(root, err);
	if (!rc)
		rc = read_date(root, &a->ts_ms, err);
	if (rc)
		return rc;
	a->id = text_of(find_one(root, "uri"));
	if (tcn_url_host(a->id).n)
		a->url = a->id;
	a->title = read_title(root);
	a->text = read_body(root);
	a->lang = text_of(find_one(root, "language"));
	a->source = name_under(root, sources, 5);
	a->category = name_under(root, subjects, 3);
	return TCN_OK;
}
