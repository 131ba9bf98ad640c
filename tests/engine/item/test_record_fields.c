/*
 * man/tocsin-record.fields.json against records: who reads them by this table
 * alone finds every byte, and in it what the doc has.
 */
#include "tests/base/run.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/arena.h"
#include "engine/base/wire.h"
#include "engine/item/doc_record.h"
#include "engine/item/json_article.h"

#define MARK UINT64_C(0x1122334455667788)

static struct tcn_arena arena;
static struct tcn_prepare *prep;
static struct tcn_doc_record *record;
static cJSON *table;
static char json[1 << 15];

static void
begin(void)
{
	const struct tcn_prepare_conf conf = {
		.sketch = TCN_SKETCH_CONF_DEFAULT,
		.content = true,
	};
	const char *top = getenv("top_srcdir");
	char path[512];
	FILE *file;

	tcn_arena_init(&arena, 0);
	prep = tcn_prepare_new(&conf);
	record = tcn_doc_record_new(0);
	snprintf(path, sizeof path, "%s/man/tocsin-record.fields.json",
	    top ? top : "..");
	file = fopen(path, "r");
	ck_assert_msg(file != NULL, "%s", path);
	json[fread(json, 1, sizeof json - 1, file)] = '\0';
	fclose(file);
	table = cJSON_Parse(json);
	ck_assert_ptr_nonnull(table);
}

static void
end(void)
{
	cJSON_Delete(table);
	tcn_doc_record_free(record);
	tcn_prepare_free(prep);
	tcn_arena_fini(&arena);
}

static const cJSON *
get(const cJSON *of, const char *name)
{
	return cJSON_GetObjectItemCaseSensitive(of, name);
}

/* --- a reader that knows the table alone --- */

static struct {
	const char *name;
	uint64_t value;
	struct tcn_str text;
	unsigned times; /* that it was there */
} got[64]; /* the last value of each field */
static size_t got_n;

static struct tcn_wire_in hashes;

static size_t
place_of(const char *name)
{
	size_t i = 0;

	while (i < got_n && strcmp(got[i].name, name) != 0)
		i++;
	if (i < got_n)
		return i;
	ck_assert_uint_lt(got_n, sizeof got / sizeof *got);
	memset(&got[got_n], 0, sizeof *got);
	got[got_n].name = name;
	return got_n++;
}

static uint64_t
value_of(const char *name)
{
	return got[place_of(name)].value;
}

/* Whether the field is there. */
static bool
is_there(const cJSON *field)
{
	const cJSON *cond = get(field, "if");
	uint64_t value;

	if (!cond)
		return true;
	value = value_of(get(cond, "of")->valuestring);
	return get(cond, "bits") ? (value & get(cond, "bits")->valueint) ==
		(uint64_t)get(cond, "is")->valueint
				 : value != 0;
}

/* A number, a field, several of them, or {of, shift}. */
static uint64_t
count(const cJSON *n)
{
	const cJSON *one;
	uint64_t sum = 0;

	if (!n)
		return 1;
	if (cJSON_IsNumber(n))
		return (uint64_t)n->valueint;
	if (cJSON_IsString(n))
		return value_of(n->valuestring);
	if (cJSON_IsObject(n))
		return value_of(get(n, "of")->valuestring) >>
		    get(n, "shift")->valueint;
	cJSON_ArrayForEach(one, n) sum += value_of(one->valuestring);
	return sum;
}

static void walk(const cJSON *fields, struct tcn_wire_in *in);

static void
read_one(const cJSON *field, struct tcn_wire_in *in)
{
	const char *kind = get(field, "kind")->valuestring;
	size_t i = place_of(get(field, "name")->valuestring);
	struct tcn_wire_in part;

	got[i].times++;
	if (strcmp(kind, "varint") == 0) {
		got[i].value = tcn_wire_read_varint(in);
	} else if (strcmp(kind, "signed") == 0) {
		got[i].value = (uint64_t)tcn_wire_read_signed(in);
	} else if (strcmp(kind, "fixed8") == 0) {
		got[i].value = tcn_wire_read_fixed8(in);
	} else if (strcmp(kind, "fixed4") == 0) {
		got[i].value = tcn_wire_read_fixed4(in);
	} else if (strcmp(kind, "byte") == 0) {
		got[i].value = (unsigned char)tcn_wire_read_bytes(in, 1).at[0];
	} else if (strcmp(kind, "text") == 0) {
		got[i].text = tcn_wire_read_text(in);
	} else if (strcmp(kind, "bytes") == 0) {
		got[i].text = tcn_wire_read_bytes(in, count(get(field, "n")));
	} else if (strcmp(kind, "group") == 0) {
		walk(get(field, "fields"), in);
	} else {
		ck_assert_str_eq(kind, "part");
		part = tcn_wire_in(tcn_wire_read_text(in));
		walk(get(field, "fields"), &part);
		ck_assert_msg(!part.bad && !tcn_wire_left(&part),
		    "%zu bytes are left of the %s", tcn_wire_left(&part),
		    got[i].name);
	}
	ck_assert_msg(!in->bad, "%s", got[i].name);
}

static void
walk(const cJSON *fields, struct tcn_wire_in *in)
{
	const cJSON *field;

	cJSON_ArrayForEach(field, fields)
	{
		struct tcn_wire_in *from = get(field, "in") ? &hashes : in;
		bool is_bytes =
		    strcmp(get(field, "kind")->valuestring, "bytes") == 0;
		uint64_t n;

		if (!is_there(field))
			continue;
		n = is_bytes ? 1 : count(get(field, "n"));
		while (n--)
			read_one(field, from);
	}
}

/* What follows both parts is found first: they refer to it. */
static void
read_by_table(struct tcn_str bytes)
{
	struct tcn_wire_in in = tcn_wire_in(bytes);
	cJSON *list = cJSON_DetachItemFromObject(table, "record");
	cJSON *rest =
	    cJSON_DetachItemFromArray(list, cJSON_GetArraySize(list) - 1);

	got_n = 0;
	ck_assert_str_eq(get(rest, "kind")->valuestring, "rest");
	in.at += 13;
	tcn_wire_read_text(&in);
	tcn_wire_read_text(&in);
	hashes = in;
	in = tcn_wire_in(bytes);
	walk(list, &in);
	ck_assert_uint_eq(tcn_wire_left(&hashes), 0);
	cJSON_AddItemToArray(list, rest);
	cJSON_AddItemToObject(table, "record", list);
}

static void
same_text(const char *name, struct tcn_str text)
{
	ck_assert_msg(tcn_str_equal(got[place_of(name)].text, text),
	    "%s is '%.*s'", name, TCN_STR_ARG(got[place_of(name)].text));
}

static const char *const lines[] = {
	"{\"title\":\"Oil prices fall as OPEC meets in Vienna - Reuters\","
	"\"source\":\"Reuters\",\"url\":\"https://www.reuters.com/markets/"
	"oil-prices-fall-as-ministers-meet-in-austria?x=1\","
	"\"ts\":\"2024-05-01T10:00:00Z\"}",
	"{\"id\":\"a-17\",\"title\":\"#ParisAttacks: what we know\",\"text\":"
	"\"<p>The cities&#8217; police said 12 people died on Tuesday.</p>"
	"<p>Studies of the dying city's armies were easily carried on.</p>"
	"<p>The mayor, who spoke at noon, denied that any warning came.</p>"
	"<p>Hospitals in four districts asked for donors of blood.</p>\"}",
	"{\"title\":\"Überschwemmungen in Köln: Größte Straßen gesperrt\","
	"\"lang\":\"de\",\"text\":\"Die Straßen der Städte bleiben gesperrt. "
	"Kölner Bürger müssen ihre Häuser verlassen, sagte er am Dienstag.\"}",
	"{\"title\":\"東京で地震、津波の心配なし\",\"lang\":\"ja\","
	"\"category\":\"science\",\"story\":\"quake\"}",
	"{\"id\":\"f\",\"source\":\"s\",\"features\":{\"oil price\":2.5,"
	"\"opec\":1,\"Überfall\":0.25}}",
	"{\"id\":\"v\",\"title\":\"x\",\"vector\":[0.5,-1.25,3]}",
	"{\"id\":\"p\",\"fingerprint\":\"00ff00ff12345678\"}",
	"{\"title\":\"1 2 3 4\",\"image\":\"https://a.example/p.jpg\"}",
	"{\"id\":\"w\",\"title\":\"Minister quits\",\"content_words\":"
	"{\"verb\":[\"quit\"],\"noun\":[\"minister\"]}}",
};

START_TEST(a_record_is_as_its_table_says)
{
	struct tcn_buf out = { 0 };
	struct tcn_article article;
	struct tcn_doc doc;
	struct tcn_err err = { .text = "" };

	ck_assert_int_eq(tcn_json_article(tcn_str(lines[_i]), NULL, &arena,
			     &article, &err),
	    TCN_OK);
	tcn_prepare(prep, &article, &arena, &doc);
	ck_assert_int_eq(tcn_doc_record_write(record, &doc, MARK, &out),
	    TCN_OK);
	read_by_table(tcn_buf_view(&out));
	ck_assert_int_eq(get(table, "version")->valueint,
	    TCN_DOC_RECORD_VERSION);
	ck_assert_uint_eq(value_of("version"), TCN_DOC_RECORD_VERSION);
	ck_assert_uint_eq(value_of("mark"), MARK);
	same_text("magic", tcn_str(TCN_DOC_RECORD_MAGIC));
	same_text("source", article.source);
	same_text("title", doc.title);
	same_text("text", doc.text);
	same_text("image", article.image);
	same_text("found_lang", tcn_str(doc.lang));
	if (article.ts_ms != TCN_UNDATED)
		ck_assert_int_eq((int64_t)value_of("date"), article.ts_ms);
	ck_assert_uint_eq(value_of("page"), doc.page);
	ck_assert_uint_eq(got[place_of("word")].times, doc.words_n);
	ck_assert_uint_eq(got[place_of("feature")].times, article.features_n);
	ck_assert_uint_eq(got[place_of("vector_number")].times,
	    article.vector_n);
	ck_assert_uint_eq(got[place_of("sketch_number")].times, doc.sketch.n);
	ck_assert_uint_eq(got[place_of("shingle")].times, doc.shingles.n);
	ck_assert_uint_eq(got[place_of("content_id")].times, doc.content.n);
	tcn_buf_fini(&out);
}
END_TEST

TCN_TESTS(record_fields)
{
	tcase_add_checked_fixture(tc, begin, end);
	TCN_EACH(a_record_is_as_its_table_says, lines);
}
