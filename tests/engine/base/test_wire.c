#include "tests/base/run.h"

#include "engine/base/mem.h"
#include "engine/base/wire.h"

static const int64_t numbers[] = { 0, 1, -1, 63, 64, -64, -65, 127, 128, 16383,
	16384, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN };

START_TEST(numbers_come_back)
{
	struct tcn_buf out = { 0 };
	struct tcn_wire_in in;
	int64_t n = numbers[_i];

	tcn_wire_varint(&out, (uint64_t)n);
	tcn_wire_signed(&out, n);
	tcn_wire_fixed8(&out, (uint64_t)n);
	tcn_wire_fixed4(&out, (uint32_t)n);
	tcn_wire_text(&out, tcn_str("end"));
	in = tcn_wire_in(tcn_buf_view(&out));
	ck_assert_uint_eq(tcn_wire_read_varint(&in), (uint64_t)n);
	ck_assert_int_eq(tcn_wire_read_signed(&in), n);
	ck_assert_uint_eq(tcn_wire_read_fixed8(&in), (uint64_t)n);
	ck_assert_uint_eq(tcn_wire_read_fixed4(&in), (uint32_t)n);
	ck_assert(tcn_str_equal(tcn_wire_read_text(&in), tcn_str("end")));
	ck_assert(!in.bad && !tcn_wire_left(&in));
	tcn_buf_fini(&out);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

static const char *const damaged[] = {
	"", /* nothing */
	"\x80", /* more is promised */
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", /* above 64 bits */
	"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", /* too long */
};

START_TEST(what_is_no_number_is_bad_for_good)
{
	struct tcn_wire_in in = tcn_wire_in(tcn_str(damaged[_i]));

	ck_assert_uint_eq(tcn_wire_read_varint(&in), 0);
	ck_assert(in.bad && !tcn_wire_left(&in));
	ck_assert_uint_eq(tcn_wire_read_fixed8(&in), 0);
	ck_assert_uint_eq(tcn_wire_read_text(&in).n, 0);
	ck_assert(in.bad);
}
END_TEST

/* Of no bytes at all there are none; UBSan looks at where they would be. */
START_TEST(nothing_can_be_read_of_nothing)
{
	struct tcn_wire_in in = tcn_wire_in((struct tcn_str){ NULL, 0 });

	ck_assert_uint_eq(tcn_wire_read_bytes(&in, 0).n, 0);
	ck_assert(!in.bad);
	ck_assert_uint_eq(tcn_wire_read_bytes(&in, 1).n, 0);
	ck_assert(in.bad);
}
END_TEST

START_TEST(bounds_are_kept)
{
	struct tcn_wire_in in = tcn_wire_in(tcn_str("\x05"
						    "abcd"));

	ck_assert_uint_eq(tcn_wire_read_text(&in).n, 0);
	ck_assert(in.bad);
	in = tcn_wire_in(tcn_str("\x05"));
	ck_assert_uint_eq(tcn_wire_read_upto(&in, 4), 0);
	ck_assert(in.bad);
	in = tcn_wire_in(tcn_str("\x05"));
	ck_assert_uint_eq(tcn_wire_read_upto(&in, 5), 5);
	ck_assert(!in.bad);
	in = tcn_wire_in(tcn_str("abc"));
	ck_assert_uint_eq(tcn_wire_read_fixed4(&in), 0);
	ck_assert(in.bad);
}
END_TEST

TCN_TESTS(wire)
{
	TCN_EACH(numbers_come_back, numbers);
	TCN_EACH(what_is_no_number_is_bad_for_good, damaged);
	tcase_add_test(tc, nothing_can_be_read_of_nothing);
	tcase_add_test(tc, bounds_are_kept);
}
