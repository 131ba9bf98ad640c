/*
 * Packing: what is packed in pieces, by any cut, unpacks to what it was; a
 * secret stands apart; who takes gzip.
 */
#include "tests/base/run.h"

#include <string.h>

#include "engine/base/mem.h"
#include "tools/base/pack.h"
#include "tools/base/unpack.h"

static char text[70000];

static void
fill(void)
{
	uint32_t n = 1;

	for (size_t i = 0; i < sizeof text; i++) {
		n = n * 1103515245 + 12345;
		text[i] =
		    i % 64 < 40 ? "abcdefgh"[i % 8] : (char)(n >> 16 & 0xff);
	}
}

static void
unpacks_to(struct tcn_str packed, struct tcn_str raw)
{
	struct tcn_buf out = { 0 };

	ck_assert_int_eq(tcn_unpack(packed, 1 << 20, &out), TCN_OK);
	ck_assert_uint_eq(out.n, raw.n);
	ck_assert_int_eq(memcmp(out.at, raw.at, raw.n), 0);
	tcn_buf_fini(&out);
}

/* Cuts the text at all multiples of step; every third piece was kept, every
 * fifth is stored. */
START_TEST(pieces_are_one_text)
{
	static const size_t steps[] = { 1, 7, 255, 16384, 16385, 65535, 70000 };
	size_t step = steps[_i], n = step == 1 ? 200 : sizeof text;
	struct tcn_pack pack = { .level = TCN_PACK_QUICK };
	size_t k = 0;

	fill();
	for (size_t i = 0; i < n; i += step, k++) {
		struct tcn_str raw = { text + i, n - i < step ? n - i : step };
		struct tcn_pack_piece piece = { 0 };

		tcn_pack_piece(&piece, raw, TCN_PACK_BEST);
		if (k % 3 == 0)
			tcn_pack_add_piece(&pack, &piece);
		else if (k % 5 == 0)
			tcn_pack_add_plain(&pack, raw);
		else
			tcn_pack_add(&pack, raw);
		tcn_pack_piece_fini(&piece);
	}
	tcn_pack_end(&pack);
	unpacks_to(tcn_buf_view(&pack.out), (struct tcn_str){ text, n });
	tcn_buf_fini(&pack.out);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* More than one stored block holds. */
START_TEST(plain_is_as_long_as_it_is)
{
	struct tcn_pack pack = { .level = TCN_PACK_QUICK };
	struct tcn_str raw = { text, sizeof text };

	fill();
	tcn_pack_add_plain(&pack, raw);
	tcn_pack_end(&pack);
	ck_assert_uint_eq(pack.out.n, 10 + 2 * 5 + raw.n + 2 + 8);
	unpacks_to(tcn_buf_view(&pack.out), raw);
	tcn_buf_fini(&pack.out);
}
END_TEST

START_TEST(nothing_is_packed_too)
{
	const struct tcn_pack_piece none = { 0 };
	struct tcn_pack pack = { .level = TCN_PACK_QUICK };

	tcn_pack_add(&pack, (struct tcn_str){ 0 });
	tcn_pack_add_piece(&pack, &none);
	tcn_pack_end(&pack);
	unpacks_to(tcn_buf_view(&pack.out), tcn_str(""));
	tcn_buf_fini(&pack.out);
}
END_TEST

/* A text beside a secret is as long whether it is like it or not. */
START_TEST(a_secret_tells_nothing_by_its_length)
{
	static const char secret[] = "0123456789abcdef0123456789abcdef";
	static const char *const guesses[] = { secret,
		"fedcba9876543210fedcba9876543210" };
	size_t n[2];

	for (int i = 0; i < 2; i++) {
		struct tcn_pack pack = { .level = TCN_PACK_QUICK };

		tcn_pack_add(&pack, tcn_str(guesses[i]));
		tcn_pack_add_plain(&pack, tcn_str(secret));
		tcn_pack_add(&pack, tcn_str(guesses[i]));
		tcn_pack_end(&pack);
		n[i] = pack.out.n;
		tcn_buf_fini(&pack.out);
	}
	ck_assert_uint_eq(n[0], n[1]);
}
END_TEST

static const struct {
	const char *header;
	bool takes;
} headers[] = {
	{ NULL, false },
	{ "", false },
	{ "gzip", true },
	{ "GZIP", true },
	{ "x-gzip", true },
	{ "gzip, deflate, br, zstd", true },
	{ "br ,\tgzip", true },
	{ "gzip;q=0.5", true },
	{ "gzip;q=0", false },
	{ "gzip; q=0.000, *", false },
	{ "deflate, br", false },
	{ "notgzip, gzipped", false },
	{ "identity", false },
	{ "*", true },
	{ "*;q=0", false },
	{ ",,,", false },
	{ ";;,=", false },
};

START_TEST(who_takes_gzip)
{
	ck_assert_msg(tcn_pack_is_accepted(headers[_i].header) ==
		headers[_i].takes,
	    "%s", headers[_i].header);
}
END_TEST

TCN_TESTS(pack)
{
	tcase_add_loop_test(tc, pieces_are_one_text, 0, 7);
	tcase_add_test(tc, plain_is_as_long_as_it_is);
	tcase_add_test(tc, nothing_is_packed_too);
	tcase_add_test(tc, a_secret_tells_nothing_by_its_length);
	TCN_EACH(who_takes_gzip, headers);
}
