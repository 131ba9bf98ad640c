/*
 * What is written to the topic of events, and man/tocsin-event.schema.json: the
 * values keep to it, it says of an event what the interface says, and what a
 * reader of its version relies on stays.
 */
#include "tests/base/run.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/arena.h"
#include "tests/base/schema.h"
#include "tests/base/temp.h"
#include "tests/tools/serve/daemon/day.h"
#include "tools/intake/kafka/log_event_value.h"
#include "tools/serve/api/api.h"
#include "tools/serve/api/api_openapi.h"

static struct tcn_arena arena;
static cJSON *schema;

/* A file of the source, which the caller frees. */
static char *
read_file(const char *path)
{
	const char *top = getenv("top_srcdir");
	char whole[512], *text = calloc(1, 1 << 16);
	FILE *file;

	snprintf(whole, sizeof whole, "%s/%s", top ? top : "..", path);
	file = fopen(whole, "r");
	ck_assert_msg(file != NULL, "%s", whole);
	ck_assert_uint_lt(fread(text, 1, 1 << 16, file), 1 << 16);
	fclose(file);
	return text;
}

static void
begin(void)
{
	char *text;

	tcn_arena_init(&arena, 0);
	text = read_file("man/tocsin-event.schema.json");
	schema = cJSON_Parse(text);
	ck_assert_ptr_nonnull(schema);
	free(text);
}

static void
end(void)
{
	cJSON_Delete(schema);
	tcn_arena_fini(&arena);
}

static cJSON *
member(const cJSON *of, const char *name)
{
	cJSON *found = cJSON_GetObjectItemCaseSensitive(of, name);

	ck_assert_msg(found != NULL, "%s", name);
	return found;
}

/* --- what the interface says --- */

/* References within the document become those within the schema. */
static void
change_refs(cJSON *at)
{
	static const char from[] = "#/components/schemas/";
	cJSON *child;
	char ref[64];

	cJSON_ArrayForEach(child, at)
	{
		change_refs(child);
		if (!child->string || strcmp(child->string, "$ref") != 0)
			continue;
		ck_assert(strncmp(child->valuestring, from, sizeof from - 1) ==
		    0);
		snprintf(ref, sizeof ref, "#/$defs/%s",
		    child->valuestring + sizeof from - 1);
		ck_assert_ptr_nonnull(cJSON_SetValuestring(child, ref));
	}
}

START_TEST(an_event_is_described_once)
{
	struct tcn_buf out = { 0 };
	const cJSON *def, *schemas;
	cJSON *doc;

	tcn_api_openapi(tcn_api_routes, &out);
	doc = cJSON_Parse(out.at);
	schemas = member(member(doc, "components"), "schemas");
	cJSON_ArrayForEach(def, member(schema, "$defs"))
	{
		cJSON *said;
		char *text;

		if (strcmp(def->string, "CloudEvent") == 0)
			continue;
		said = member(schemas, def->string);
		change_refs(said);
		text = cJSON_Print(said);
		ck_assert_msg(cJSON_Compare(def, said, true),
		    "man/tocsin-event.schema.json says of %s what "
		    "tools/serve/api/openapi.json does not, which is\n%s",
		    def->string, text);
		cJSON_free(text);
	}
	ck_assert_str_eq(member(schema, "$id")->valuestring,
	    TCN_LOG_EVENT_SCHEMA);
	cJSON_Delete(doc);
	tcn_buf_fini(&out);
}
END_TEST

/* --- what is written --- */

static struct tcn_store *
open_day(char dir[TEMP_BYTES])
{
	struct tcn_store *st = NULL;
	struct tcn_err err;
	char db[TEMP_BYTES + 16];

	temp_dir(dir);
	snprintf(db, sizeof db, "%s/news.db", dir);
	day_copy(db);
	ck_assert_int_eq(tcn_store_open(db, TCN_STORE_READ_ONLY, &st, &err),
	    TCN_OK);
	return st;
}

/* The value keeps to the schema; each member that it has is noted in seen. */
static void
check_value(const struct tcn_conf *conf, const struct tcn_store *st,
    const struct tcn_event *event, cJSON *seen)
{
	struct tcn_buf data = { 0 }, out = { 0 };
	struct schema_fault fault = { "" };
	const cJSON *one;
	cJSON *value;

	ck_assert_int_eq(tcn_log_event_value_write(conf, st, event, &arena,
			     &data, &out),
	    TCN_OK);
	value = cJSON_Parse(out.at);
	ck_assert_msg(value && schema_holds(schema, schema, value, &fault),
	    "%s: %s", fault.text, out.at);
	cJSON_ArrayForEach(one,
	    value) if (!cJSON_HasObjectItem(seen, one->string))
	    cJSON_AddTrueToObject(seen, one->string);
	cJSON_Delete(value);
	tcn_buf_fini(&data);
	tcn_buf_fini(&out);
}

/* An event to which all has happened that can. */
static void
fill(struct tcn_event *event)
{
	strcpy(event->merged_into, "20240501-0123456789");
	strcpy(event->split_from, "20240501-0123456788");
	strcpy(event->dossier, "20240501-0123456787");
	event->why = ~0u >> 8;
}

/* Every revision of a generated day, bare and as a CloudEvent. */
START_TEST(values_keep_to_the_schema)
{
	struct tcn_store_event_list events;
	struct tcn_conf conf;
	char dir[TEMP_BYTES];
	struct tcn_store *st = open_day(dir);
	cJSON *seen = cJSON_CreateObject();
	const cJSON *one;
	const char *of[] = { "Event", "CloudEvent" };

	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	ck_assert_int_eq(tcn_store_revisions_since(st, INT64_MIN, 1000, &arena,
			     &events),
	    TCN_OK);
	ck_assert_uint_gt(events.n, 2);
	for (size_t i = 0; i < 2 * events.n; i++) {
		conf.kafka.envelope = i % 2 ? TCN_CONF_ENVELOPE_CLOUDEVENTS
					    : TCN_CONF_ENVELOPE_NONE;
		check_value(&conf, st, &events.at[i / 2], seen);
	}
	conf.kafka.envelope = TCN_CONF_ENVELOPE_NONE;
	fill(&events.at[0]);
	check_value(&conf, st, &events.at[0], seen);
	for (size_t i = 0; i < 2; i++)
		cJSON_ArrayForEach(one,
		    member(member(member(schema, "$defs"), of[i]),
			"properties"))
		    /* The day's events are told in one language each. */
		    ck_assert_msg(strcmp(one->string, "also_told") == 0 ||
			    cJSON_HasObjectItem(seen, one->string),
			"no value has %s", one->string);
	cJSON_Delete(seen);
	tcn_conf_fini(&conf);
	tcn_store_close(st);
	temp_drop(dir);
}
END_TEST

/* --- what a reader relies on --- */

static void
drop_descriptions(cJSON *at)
{
	cJSON *child, *next;

	for (child = at->child; child; child = next) {
		next = child->next;
		drop_descriptions(child);
		if (child->string && strcmp(child->string, "description") == 0)
			cJSON_Delete(cJSON_DetachItemViaPointer(at, child));
	}
}

static bool
is_required(const cJSON *def, const char *name)
{
	const cJSON *one;

	cJSON_ArrayForEach(one, cJSON_GetObjectItem(def, "required"))
	{
		if (strcmp(one->valuestring, name) == 0)
			return true;
	}
	return false;
}

/* A line for each field: Event.items required {"type":"integer","minimum":0} */
static void
list_fields(const cJSON *of, struct tcn_buf *out)
{
	cJSON *copy = cJSON_Duplicate(of, true), *def, *field;

	drop_descriptions(copy);
	cJSON_ArrayForEach(def, member(copy, "$defs"))
	{
		cJSON_ArrayForEach(field, member(def, "properties"))
		{
			char *type = cJSON_PrintUnformatted(field);

			tcn_buf_printf(out, "%s.%s %s %s\n", def->string,
			    field->string,
			    is_required(def, field->string) ? "required"
							    : "optional",
			    type);
			cJSON_free(type);
		}
	}
	cJSON_Delete(copy);
}

static bool
has_line(const char *lines, const char *line, size_t n)
{
	const char *at = lines;

	for (; *at; at += strcspn(at, "\n") + 1)
		if (strcspn(at, "\n") == n && strncmp(at, line, n) == 0)
			return true;
	return false;
}

/* The first line of one list that the other has not, or NULL. */
static const char *
not_in(const char *lines, const char *other)
{
	const char *at = lines;

	for (; *at; at += strcspn(at, "\n") + 1)
		if (!has_line(other, at, strcspn(at, "\n")))
			return at;
	return NULL;
}

enum change {
	SAME,
	ADDED, /* what may be absent: within the version */
	BROKEN, /* what a reader relies on, or one of old values cannot have */
};

/* What became of the fields that stand in a list; *line is the first. */
static enum change
changed(const char *then, const char *now, const char **line)
{
	if ((*line = not_in(then, now)))
		return BROKEN;
	if (!(*line = not_in(now, then)))
		return SAME;
	return strncmp(*line + strcspn(*line, " "), " optional", 9) == 0
	    ? ADDED
	    : BROKEN;
}

START_TEST(what_readers_rely_on_stays)
{
	struct tcn_buf now = { 0 };
	char *then, path[128];
	const char *line, *version = strrchr(TCN_LOG_EVENT_SCHEMA, ':') + 1;

	snprintf(path, sizeof path,
	    "tests/tools/serve/daemon/event_fields_%s.txt", version);
	then = read_file(path);
	list_fields(schema, &now);
	switch (changed(then, now.at, &line)) {
	case SAME:
		break;
	case ADDED:
		ck_abort_msg("%s has not this field, which is new: add '%.*s'",
		    path, (int)strcspn(line, "\n"), line);
	case BROKEN:
		ck_abort_msg("readers of version %s cannot read what has "
			     "changed or is missing: undo it, or raise "
			     "TCN_LOG_EVENT_SCHEMA and list the fields of the "
			     "next version: '%.*s'",
		    version, (int)strcspn(line, "\n"), line);
	}
	free(then);
	tcn_buf_fini(&now);
}
END_TEST

static void
forget(cJSON *event, const char *name)
{
	cJSON *list = member(event, "required"), *one;

	cJSON_ArrayForEach(one,
	    list) if (strcmp(one->valuestring, name) == 0) break;
	cJSON_Delete(cJSON_DetachItemViaPointer(list, one));
}

static void
add_field(cJSON *event)
{
	cJSON_AddStringToObject(cJSON_AddObjectToObject(member(event,
							    "properties"),
				    "mood"),
	    "type", "string");
}

static void
drop_title(cJSON *event)
{
	cJSON_DeleteItemFromObject(member(event, "properties"), "title");
}

static void
make_items_text(cJSON *event)
{
	cJSON_SetValuestring(member(member(member(event, "properties"),
					"items"),
				 "type"),
	    "string");
}

static void
require_new(cJSON *event)
{
	add_field(event);
	cJSON_AddItemToArray(member(event, "required"),
	    cJSON_CreateString("mood"));
}

static void
allow_no_items(cJSON *event)
{
	forget(event, "items");
}

static void
require_title(cJSON *event)
{
	cJSON_AddItemToArray(member(event, "required"),
	    cJSON_CreateString("title"));
}

static void
add_state(cJSON *event)
{
	cJSON_AddItemToArray(member(member(member(event, "properties"),
					"state"),
				 "enum"),
	    cJSON_CreateString("asleep"));
}

static void
describe_items(cJSON *event)
{
	cJSON_AddStringToObject(member(member(event, "properties"), "items"),
	    "description", "how many");
}

static const struct {
	void (*change)(cJSON *event);
	enum change is;
} changes[] = {
	{ drop_title, BROKEN }, /* a field is gone */
	{ make_items_text, BROKEN }, /* another type */
	{ require_new, BROKEN }, /* a new one that older values have not */
	{ allow_no_items, BROKEN }, /* what was always there may be absent */
	{ require_title, BROKEN }, /* older values may have it not */
	{ add_state, BROKEN }, /* a word that a reader does not know */
	{ describe_items, SAME },
	{ add_field, ADDED },
};

START_TEST(a_change_is_judged)
{
	struct tcn_buf then = { 0 }, now = { 0 };
	const char *line;

	list_fields(schema, &then);
	changes[_i].change(member(member(schema, "$defs"), "Event"));
	list_fields(schema, &now);
	ck_assert_int_eq(changed(then.at, now.at, &line), changes[_i].is);
	tcn_buf_fini(&then);
	tcn_buf_fini(&now);
}
END_TEST

TCN_TESTS(event_schema)
{
	tcase_add_unchecked_fixture(tc, day_make, day_drop);
	tcase_add_checked_fixture(tc, begin, end);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, an_event_is_described_once);
	tcase_add_test(tc, values_keep_to_the_schema);
	tcase_add_test(tc, what_readers_rely_on_stays);
	TCN_EACH(a_change_is_judged, changes);
}
