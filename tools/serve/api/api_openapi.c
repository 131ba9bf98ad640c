#include "tools/serve/api/api_openapi.h"

#include <assert.h>
#include <stdio.h>

#include "tools/serve/api/api_impl.h"

static const char *const components[] = {
#include "tools/serve/api/openapi_data.h"
};

#define LATER "202 " /* begins an answer that tells of what is not done yet */

static const char *
method_of(const struct tcn_http_route *route)
{
	switch (route->method) {
	case EVHTTP_REQ_POST:
		return "post";
	case EVHTTP_REQ_PUT:
		return "put";
	case EVHTTP_REQ_DELETE:
		return "delete";
	case EVHTTP_REQ_PATCH:
		return "patch";
	default:
		return "get";
	}
}

/* Takes the next word off *list; n 0: there is none. */
static struct tcn_str
next_word(const char **list)
{
	struct tcn_str word = { *list, *list ? strcspn(*list, " ") : 0 };

	if (*list)
		*list += word.n + (word.at[word.n] == ' ');
	return word;
}

/* OpenAPI has a name within each {}: {id}, and of a second {number}. */
static void
add_path(struct tcn_buf *out, const char *path)
{
	const char *name = "id";

	for (; *path; path++) {
		tcn_buf_char(out, *path);
		if (*path == '{') {
			tcn_buf_z(out, name);
			name = "number";
		}
	}
}

static void
add_ref(struct tcn_buf *out, const char *kind, struct tcn_str name)
{
	tcn_buf_printf(out, "{\"$ref\":\"#/components/%s/%.*s\"}", kind,
	    TCN_STR_ARG(name));
}

static void
add_parameters(struct tcn_buf *out, const struct tcn_http_route *route)
{
	const char *in_path = strstr(route->path, "{}");
	const char *list = route->query;
	const char *comma = "";
	struct tcn_str name;

	tcn_json_open(out, "parameters", '[');
	if (in_path) {
		add_ref(out, "parameters", tcn_str("id"));
		comma = ",";
	}
	if (in_path && strstr(in_path + 1, "{}")) {
		tcn_buf_z(out, comma);
		add_ref(out, "parameters", tcn_str("number"));
	}
	while ((name = next_word(&list)).n) {
		const char *equals = memchr(name.at, '=', name.n);

		if (equals) {
			name.n -= (size_t)(equals + 1 - name.at);
			name.at = equals + 1;
		}
		tcn_buf_z(out, comma);
		add_ref(out, "parameters", name);
		comma = ",";
	}
	tcn_json_close(out, ']');
}

/* word: "text/html", "Events" or "application/feed+json=JsonFeed". */
static void
add_content(struct tcn_buf *out, struct tcn_str word)
{
	const char *equals = memchr(word.at, '=', word.n);
	struct tcn_str type = word, schema = { 0 };

	if (equals) {
		type.n = (size_t)(equals - word.at);
		schema.at = equals + 1;
		schema.n = word.n - type.n - 1;
	} else if (!memchr(word.at, '/', word.n)) {
		type = tcn_str("application/json");
		schema = word;
	}
	tcn_buf_json(out, type);
	tcn_buf_z(out, ":{\"schema\":");
	if (schema.n)
		add_ref(out, "schemas", schema);
	else
		tcn_buf_z(out, "{}");
	tcn_buf_char(out, '}');
}

static void
add_contents(struct tcn_buf *out, const char *list)
{
	const char *comma = "";
	struct tcn_str word;

	tcn_json_open(out, "content", '{');
	while ((word = next_word(&list)).n) {
		tcn_buf_z(out, comma);
		add_content(out, word);
		comma = ",";
	}
	tcn_json_close(out, '}');
}

static void
add_security(struct tcn_buf *out, const struct tcn_http_route *route)
{
	static const char *const scopes[] = {
		[TCN_HTTP_SCOPE_NONE] = "none",
		[TCN_HTTP_SCOPE_READ] = "read",
		[TCN_HTTP_SCOPE_WRITE] = "write",
		[TCN_HTTP_SCOPE_ADMIN] = "admin",
	};

	tcn_json_str(out, "x-scope", tcn_str(scopes[route->scope]));
	tcn_buf_z(out,
	    route->scope == TCN_HTTP_SCOPE_NONE
		? ",\"security\":[]"
		: ",\"security\":[{\"token\":[]},{\"session\":[]},{}]");
}

/* "postEventsByIdAck": of the method and the path, so it is unique, too. */
static void
add_operation_id(struct tcn_buf *out, const struct tcn_http_route *route)
{
	const char *at = route->path;
	bool begins = true;

	if (strncmp(at, "/v1/", 4) == 0)
		at += 3;
	tcn_buf_printf(out, ",\"operationId\":\"%s", method_of(route));
	for (; *at; at++) {
		if (strncmp(at, "{}", 2) == 0)
			tcn_buf_z(out, "ById");
		else if (begins && *at >= 'a' && *at <= 'z')
			tcn_buf_char(out, (char)(*at - 'a' + 'A'));
		else if (!strchr("/.{}", *at))
			tcn_buf_char(out, *at);
		begins = strchr("/.{}", *at) != NULL;
	}
	tcn_buf_char(out, '"');
}

static void
add_operation(struct tcn_buf *out, const struct tcn_http_route *route)
{
	bool later;

	assert(route->summary && route->answer);
	tcn_json_open(out, method_of(route), '{');
	tcn_json_str(out, "summary", tcn_str(route->summary));
	add_operation_id(out, route);
	add_security(out, route);
	add_parameters(out, route);
	if (route->body) {
		tcn_json_open(out, "requestBody", '{');
		add_contents(out, route->body);
		tcn_json_close(out, '}');
	}
	later = strncmp(route->answer, LATER, sizeof LATER - 1) == 0;
	tcn_json_open(out, "responses", '{');
	tcn_json_open(out, later ? "202" : "200", '{');
	tcn_json_str(out, "description",
	    tcn_str(later ? "Begun, and told of later." : "Done."));
	add_contents(out, route->answer + (later ? sizeof LATER - 1 : 0));
	tcn_json_close(out, '}');
	tcn_json_open(out, "default", '{');
	tcn_json_str(out, "description",
	    tcn_str("What was wrong, in a sentence."));
	add_contents(out, "Error");
	tcn_buf_z(out, "}}");
	tcn_json_close(out, '}');
}

static bool
stands_before(const struct tcn_http_route *routes,
    const struct tcn_http_route *route)
{
	for (; routes < route; routes++)
		if (strcmp(routes->path, route->path) == 0)
			return true;
	return false;
}

static void
add_paths(struct tcn_buf *out, const struct tcn_http_route *routes)
{
	const char *comma = "";

	tcn_json_open(out, "paths", '{');
	for (const struct tcn_http_route *r = routes; r->path; r++) {
		if (stands_before(routes, r))
			continue;
		tcn_buf_printf(out, "%s\n\"", comma);
		add_path(out, r->path);
		tcn_buf_z(out, "\":{");
		for (const struct tcn_http_route *o = r; o->path; o++)
			if (strcmp(o->path, r->path) == 0)
				add_operation(out, o);
		tcn_json_close(out, '}');
		comma = ",";
	}
	tcn_json_close(out, '}');
}

/* --- the schemas --- */

/* Records whose fields stand in the schemas as "$NAME". */
static const struct {
	const char *name;
	const struct tcn_fields *record;
} records[] = {
	{ "$Action", &tcn_store_action_record },
	{ "$Feed", &tcn_store_feed_record },
	{ "$Fetch", &tcn_store_feed_fetch_record },
	{ "$Silence", &tcn_record_silence },
};

static const char *const types[] = {
	[TCN_FIELD_U64] = "\"integer\"",
	[TCN_FIELD_U32] = "\"integer\"",
	[TCN_FIELD_INT] = "\"integer\"",
	[TCN_FIELD_BOOL] = "\"boolean\"",
	[TCN_FIELD_REAL] = "\"number\"",
	[TCN_FIELD_SPAN] = "\"number\"",
	[TCN_FIELD_TIME] = "[\"number\",\"null\"]",
	[TCN_FIELD_TEXT] = "[\"string\",\"null\"]",
	[TCN_FIELD_ID] = "\"string\"",
	[TCN_FIELD_WORD] = "\"string\"",
};

/* An empty text may be left out; or it is shown, and is never null. */
static unsigned
text_flags(const struct tcn_fields *record, const struct tcn_field *f)
{
	return f->kind == TCN_FIELD_TEXT ? record->flags | f->flags : 0;
}

static void
add_property(struct tcn_buf *out, const struct tcn_fields *record,
    const struct tcn_field *f)
{
	const char *help = f->help;

	tcn_json_open(out, tcn_field_key(f), '{');
	if (f->words) {
		tcn_json_open(out, "enum", '[');
		for (const char *const *word = f->words; *word; word++)
			tcn_json_str(out, NULL, tcn_str(*word));
		tcn_json_close(out, ']');
	} else {
		tcn_json_raw(out, "type",
		    tcn_str(text_flags(record, f) ? "\"string\""
						  : types[f->kind]));
	}
	if (!f->words && strcmp(types[f->kind], types[TCN_FIELD_INT]) == 0)
		tcn_json_uint(out, "minimum", f->least);
	if (!help)
		help =
		    f->kind == TCN_FIELD_TIME ? "wall clock, unix seconds" : "";
	if (*help)
		tcn_json_str(out, "description", tcn_str(help));
	tcn_json_close(out, '}');
}

/* The fields as properties; or the names of those that are always there. */
static void
add_fields(struct tcn_buf *out, const struct tcn_fields *record, bool required)
{
	struct tcn_buf list = { 0 };

	tcn_json_open(&list, NULL, '{');
	for (const struct tcn_field *f = record->fields; f->name; f++)
		if (f->flags & TCN_FIELD_HIDDEN)
			continue;
		else if (!required)
			add_property(&list, record, f);
		else if (text_flags(record, f) != TCN_FIELD_OMIT)
			tcn_json_str(&list, NULL, tcn_str(tcn_field_key(f)));
	tcn_buf_add(out, list.at + 1, list.n - 1);
	tcn_buf_fini(&list);
}

/* A line of the schemas: "$Silence": {} stands for the properties of a
 * silence, and "$Silence" in a list for their names. */
static void
add_line(struct tcn_buf *out, const char *line)
{
	const char *at = NULL, *end;
	size_t i = 0;

	for (; i < sizeof records / sizeof *records; i++) {
		at = strstr(line, records[i].name);
		if (at)
			break;
	}
	if (!at) {
		tcn_buf_z(out, line);
		return;
	}
	end = strchr(at, '"') + 1;
	tcn_buf_add(out, line, (size_t)(at - 1 - line));
	add_fields(out, records[i].record, *end != ':');
	tcn_buf_z(out, *end == ':' ? end + strlen(": {}") : end);
}

void
tcn_api_openapi(const struct tcn_http_route *routes, struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "openapi", tcn_str("3.1.0"));
	tcn_json_open(out, "info", '{');
	tcn_json_str(out, "title", tcn_str("tocsin"));
	tcn_json_str(out, "version", tcn_str(TCN_VERSION));
	tcn_json_close(out, '}');
	tcn_buf_z(out, ",\"servers\":[{\"url\":\"/\"}]");
	add_paths(out, routes);
	tcn_buf_z(out, ",\n\"components\":");
	for (size_t i = 0; i < sizeof components / sizeof *components; i++)
		add_line(out, components[i]);
	tcn_buf_z(out, "}\n");
}
