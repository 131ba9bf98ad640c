#include "tests/base/in_arena.h"

#include <cjson/cJSON.h>

#include "engine/base/buf.h"
#include "engine/base/json_flat_impl.h"
#include "tests/base/random.h"

/* Whether tcn_json_flat() parses the line, which has no NUL behind it. */
static const cJSON *
flat(struct tcn_str line)
{
	char *copy = tcn_mem_alloc(line.n);
	const cJSON *root;

	memcpy(copy, line.at, line.n);
	tcn_arena_reset(&arena);
	root = tcn_json_flat((struct tcn_str){ copy, line.n }, &arena);
	tcn_mem_free(copy);
	return root;
}

static void
same_item(const cJSON *a, const cJSON *b, const char *line)
{
	ck_assert_msg(a->type == b->type, "%s", line);
	ck_assert_str_eq(a->string, b->string);
	if (cJSON_IsString(a))
		ck_assert_str_eq(a->valuestring, b->valuestring);
	if (cJSON_IsNumber(a)) /* bit by bit: -0 is not 0 */
		ck_assert_msg(memcmp(&a->valuedouble, &b->valuedouble,
				  sizeof a->valuedouble) == 0,
		    "%s: %.20g, not %.20g", line, a->valuedouble,
		    b->valuedouble);
}

/* Whatever tcn_json_flat() parses, cJSON parses to the same tree. */
static bool
same(struct tcn_str line)
{
	const cJSON *got = flat(line), *a, *b;
	const char *end;
	cJSON *want;

	if (!got)
		return false;
	want = cJSON_ParseWithLengthOpts(line.at, line.n, &end, 0);
	ck_assert_msg(want && end == line.at + line.n, "%s", line.at);
	ck_assert(cJSON_IsObject(got) && cJSON_IsObject(want));
	b = want->child;
	for (a = got->child; a && b; a = a->next, b = b->next)
		same_item(a, b, line.at);
	ck_assert(!a && !b);
	cJSON_Delete(want);
	return true;
}

static const struct {
	const char *line;
	bool taken;
} lines[] = {
	{ "{\"a\":1}", true },
	{ "{ \"a\" : \"b\" , \"c\" : null,\"d\":true,\t\"e\":false }", true },
	{ "{\"a\":\"\\\"\\\\\\/\\b\\f\\n\\r\\tx\\u00e9\\u5317\\ud83d\\uDE00\"}",
	    true },
	{ "{\"\\u0061\\n\":\"\\\\\",\"b\":\"\\\"\"}", true },
	{ "{\"a\":1394473079.56,\"b\":-0,\"c\":0.1,\"d\":007,\"e\":-12.50}",
	    true },
	{ "{\"a\":999999999999999,\"b\":0.12345678901234}", true },
	{ "{\"a\":\"raw\ttab\"}", true },
	{ "{\"a\":1234567890123456}", false },
	{ "{\"a\":1e3}", false },
	{ "{\"a\":1.}", false },
	{ "{\"a\":-}", false },
	{ "{\"a\":.5}", false },
	{ "{\"a\":[1]}", false },
	{ "{\"a\":{}}", false },
	{ "{}", false },
	{ "{\"a\":1,}", false },
	{ "{\"a\":1} ", false },
	{ "{\"a\":1}}", false },
	{ "{\"a\":1", false },
	{ "{\"a\":\"x\\", false },
	{ "{\"a\":", false },
	{ "{\"a\"", false },
	{ "{\"a", false },
	{ "{", false },
	{ "{a:1}", false },
	{ "{\"a\":nul}", false },
	{ "{\"a\":\"\\x\"}", false },
	{ "[1]", false },
	{ "7", false },
};

START_TEST(by_hand)
{
	ck_assert_msg(same(tcn_str(lines[_i].line)) == lines[_i].taken, "%s",
	    lines[_i].line);
}
END_TEST

/* Lines of random pieces, most of which are no JSON. */
START_TEST(thrown_together)
{
	static const char *const parts[] = { "{", "}", "\"", "\"", "\"a\"",
		"\"a\":", ",", ":", "\\\"", "\\\\", "\\n", "\\u0041",
		"\\ud83d\\ude00", "12", "-", ".", "0", "e5", " ", "null",
		"true", "[", "]", "\"b\":\"c\",", "\"d\":3,", "{\"x\":1}" };
	const uint32_t parts_n = sizeof parts / sizeof *parts;
	struct tcn_buf line = { 0 };
	uint64_t seed = 5;
	unsigned taken = 0;

	for (int round = 0; round < 60000; round++) {
		tcn_buf_clear(&line);
		tcn_buf_z(&line, "{\"k\":");
		for (int i = 0; i < 1 + round % 9; i++) {
			tcn_buf_z(&line, parts[random_below(&seed, parts_n)]);
		}
		tcn_buf_z(&line, round % 3 ? "}" : "\"}");
		taken += same(tcn_buf_view(&line));
	}
	ck_assert_uint_gt(taken, 500);
	tcn_buf_fini(&line);
}
END_TEST

/* A string of escapes alone must not cost a search of the line for each. */
START_TEST(many_escapes)
{
	struct tcn_buf line = { 0 };
	const cJSON *root;

	tcn_buf_z(&line, "{\"k\":\"");
	for (int i = 0; i < 500000; i++)
		tcn_buf_z(&line, i % 2 ? "\\n" : "\\\"x");
	tcn_buf_z(&line, "\"}");
	root = flat(tcn_buf_view(&line));
	ck_assert_ptr_nonnull(root);
	ck_assert_uint_eq(strlen(root->child->valuestring), 750000);
	tcn_buf_fini(&line);
}
END_TEST

TCN_TESTS(json_flat)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(by_hand, lines);
	tcase_add_test(tc, thrown_together);
	tcase_add_test(tc, many_escapes);
}
