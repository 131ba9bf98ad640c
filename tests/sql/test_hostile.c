/*
 * Files that are not what they should be: whatever is in them, each call
 * works or says what is wrong, and nothing is read or written out of bounds
 * (which the sanitizers would tell).
 */
#include "tests/base/run.h"

#include <stdio.h>

#include "tests/base/long.h"
#include "tests/base/random.h"
#include "tests/sql/fault_vfs.h"
#include "tests/sql/hostile.h"
#include "tests/sql/sample.h"

#define FILE_MAX (1 << 20)

static unsigned char good[FILE_MAX]; /* a sound database */
static unsigned char bad[FILE_MAX];
static size_t good_n;

static void
write_file(const unsigned char *bytes, size_t n)
{
	FILE *file;

	sample_unlink();
	file = fopen(sample_path(), "w");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes, 1, n, file), n);
	fclose(file);
}

static void
setup(void)
{
	fault_install();
	good_n = hostile_sound(good, sizeof good);
}

/* True when the file could be opened. */
static bool
try(size_t n)
{
	write_file(bad, n);
	return hostile_use(sample_path());
}

/* SQLite takes a file of one byte for an empty one. */
START_TEST(cut_short)
{
	memcpy(bad, good, good_n);
	for (size_t n = 2; n < good_n; n += n / 5 + 1) {
		bool opened = try(n);

		ck_assert(n >= 512 || !opened);
	}
}
END_TEST

START_TEST(noise)
{
	uint64_t seed = 7;

	for (size_t i = 0; i < 8192; i++) {
		random_next(&seed);
		bad[i] = (unsigned char)(seed >> 56);
	}
	for (size_t n = 2; n <= 8192; n *= 2)
		ck_assert(!try(n));
	memcpy(bad, good, 100);
	ck_assert(!try(8192));
}
END_TEST

START_TEST(flipped_bytes)
{
	uint64_t seed = 11;

	for (int round = 0; round < 120; round++) {
		memcpy(bad, good, good_n);
		for (int i = 0; i <= round / 4; i++) {
			random_next(&seed);
			bad[(seed >> 20) % good_n] ^=
			    (unsigned char)(seed >> 56);
		}
		try(good_n);
	}
}
END_TEST

START_TEST(pages_exchanged_or_blank)
{
	for (size_t page = 1; page < good_n / 4096; page += long_or(1, 3)) {
		memcpy(bad, good, good_n);
		if (page % 2)
			memset(bad + page * 4096, 0, 4096);
		else
			memcpy(bad + page * 4096, good + page * 4096 - 4096,
			    4096);
		try(good_n);
	}
}
END_TEST

TCN_TESTS(hostile)
{
	tcase_set_timeout(tc, 240);
	tcase_add_checked_fixture(tc, setup, sample_clean);
	tcase_add_test(tc, cut_short);
	tcase_add_test(tc, noise);
	tcase_add_test(tc, flipped_bytes);
	tcase_add_test(tc, pages_exchanged_or_blank);
}
