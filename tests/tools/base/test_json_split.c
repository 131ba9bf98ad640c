#include "tests/base/run.h"

#include "engine/base/err.h"
#include "tools/base/json_split.h"

static const struct {
	const char *body; /* % stands for a NUL */
	int objects;
	enum tcn_rc end;
} bodies[] = {
	{ "", 0, TCN_DONE },
	{ "\xef\xbb\xbf {} ", 1, TCN_DONE },
	{ "{}{}\n{}", 3, TCN_DONE },
	{ "[{},{}]", 2, TCN_DONE },
	{ " [ {} , {} ] ", 2, TCN_DONE },
	{ "[]", 0, TCN_DONE },
	{ "[{}", 1, TCN_INVALID },
	{ "[{},]", 1, TCN_INVALID },
	{ "[{}{}]", 1, TCN_INVALID },
	{ "[{}]x", 1, TCN_INVALID },
	{ "[{}] {}", 1, TCN_INVALID },
	{ "{\"a\":\"}\\\"}\",\"b\":[{}]}", 1, TCN_DONE },
	{ "{\"a\":\"", 0, TCN_INVALID },
	{ "[1]", 0, TCN_INVALID },
	{ "{", 0, TCN_INVALID },
	{ "{}\\", 1, TCN_INVALID },
	{ "%", 0, TCN_INVALID },
	{ "%{}", 0, TCN_INVALID },
	{ "{}%{}", 1, TCN_INVALID },
	{ "[{}]%", 1, TCN_INVALID },
};

START_TEST(bodies_are_split)
{
	struct tcn_json_split split;
	struct tcn_str object;
	struct tcn_err err = { 0 };
	size_t bytes = strlen(bodies[_i].body);
	char body[64];
	enum tcn_rc rc;
	int n = 0;

	for (size_t i = 0; i < bytes; i++)
		body[i] = bodies[_i].body[i] == '%' ? '\0' : bodies[_i].body[i];
	tcn_json_split_init(&split, (struct tcn_str){ body, bytes });
	while (!(rc = tcn_json_split_next(&split, &object, &err))) {
		ck_assert(object.at[0] == '{');
		ck_assert(object.at[object.n - 1] == '}');
		n++;
	}
	ck_assert_int_eq(n, bodies[_i].objects);
	ck_assert_int_eq(rc, bodies[_i].end);
	ck_assert_int_eq(err.text[0] != 0, rc == TCN_INVALID);
}
END_TEST

TCN_TESTS(json_split)
{
	TCN_EACH(bodies_are_split, bodies);
}
