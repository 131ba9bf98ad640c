/*
 * Patterns where nothing that was written may be executed, as a unit of systemd
 * may have it (MemoryDenyWriteExecute): they are interpreted.
 */
#include "tests/base/run.h"

#include <sys/mman.h>
#include <sys/prctl.h>

#include "engine/base/mem.h"
#include "rules/pattern.h"

#define SET_MDWE    65 /* PR_SET_MDWE of kernels from 6.3 on */
#define REFUSE_GAIN 1

static const struct {
	const char *text, *in;
	bool matched, gives_up;
} tries[] = {
	{ "flood", "A flood in town", true, false },
	{ "Flood(s|ed)?\\b", "Flooded towns", true, false },
	{ "(?=flood)", "Flooded towns", false, false },
	{ "[0-9]{2}", "Route 66", true, false },
	{ "t(o|a)wn.*a", "The town of Acme", false, false },
	{ "(a+)+(a+)+(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab",
	    false, true },
};

/* An older kernel cannot be asked for it. */
static void
forbid_written_code(void)
{
	if (prctl(SET_MDWE, (unsigned long)REFUSE_GAIN, 0UL, 0UL, 0UL) != 0)
		return;
	ck_assert_ptr_eq(mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
	    MAP_FAILED);
}

/* First as it is, then interpreted: a process cannot take it back. */
START_TEST(patterns_match_however_they_run)
{
	struct tcn_pattern *pattern;

	if (_i % 2)
		forbid_written_code();
	ck_assert_int_eq(tcn_pattern_new(tcn_str(tries[_i / 2].text), 0,
			     &pattern, NULL),
	    TCN_OK);
	ck_assert_int_eq(tcn_pattern_matches(pattern,
			     tcn_str(tries[_i / 2].in)),
	    tries[_i / 2].matched);
	ck_assert_uint_eq(tcn_pattern_given_up(pattern),
	    tries[_i / 2].gives_up);
	tcn_pattern_free(pattern);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

TCN_TESTS(pattern)
{
	tcase_add_loop_test(tc, patterns_match_however_they_run, 0,
	    2 * (int)(sizeof tries / sizeof *tries));
}
