#include "tests/base/run.h"

#include "engine/base/buf.h"
#include "tests/base/sound.h"

START_TEST(buffer_grows_and_formats)
{
	struct tcn_buf buf = { 0 };

	for (int i = 0; i < 1000; i++) {
		tcn_buf_printf(&buf, "%d,", i % 10);
		ck_sound(tcn_buf_check, &buf);
	}
	ck_assert_uint_eq(buf.n, 2000);
	ck_assert_int_eq(buf.at[1998], '9');
	tcn_buf_fini(&buf);
}
END_TEST

START_TEST(json_escapes)
{
	struct tcn_buf buf = { 0 };

	tcn_buf_json(&buf, tcn_str("a\"b\\c\n\t\x01\x7f é/"));
	ck_sound(tcn_buf_check, &buf);
	ck_assert_str_eq(buf.at, "\"a\\\"b\\\\c\\n\\t\\u0001\\u007f é/\"");
	tcn_buf_fini(&buf);
}
END_TEST

START_TEST(validator_sees_damage)
{
	struct tcn_buf buf = { 0 };
	size_t cap;

	tcn_buf_z(&buf, "four");
	ck_sound(tcn_buf_check, &buf);
	buf.n = 3; /* where no NUL stands */
	ck_broken(tcn_buf_check, &buf);
	buf.n = 4;
	cap = buf.cap;
	buf.cap = 4; /* no room for the NUL */
	ck_broken(tcn_buf_check, &buf);
	buf.cap = cap;
	tcn_buf_fini(&buf);
	ck_sound(tcn_buf_check, &buf);
	buf.n = 1; /* of nothing */
	ck_broken(tcn_buf_check, &buf);
}
END_TEST

TCN_TESTS(buf)
{
	tcase_add_test(tc, buffer_grows_and_formats);
	tcase_add_test(tc, json_escapes);
	tcase_add_test(tc, validator_sees_damage);
}
