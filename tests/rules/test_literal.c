#include "tests/base/run.h"

#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"
#include "rules/literal.h"
#include "rules/pattern.h"

static const struct {
	const char *pattern;
	unsigned flags;
	const char *literals; /* each behind a '|' */
} literals[] = {
	{ "earthquake", 0, "|earthquake" },
	{ "Earth\\s+Quake", 0, "|earth" },
	{ "ab?cdef", 0, "|cdef" },
	{ "abc+def", 0, "|abc" },
	{ "abcd*efgh", 0, "|efgh" },
	{ "abcd{0,2}xy", 0, "|abc" },
	{ "abcd{2}xy", 0, "|abcd" },
	{ "flood|storm", 0, "|flood|storm" },
	{ "flood|", 0, "" },
	{ "flood|[0-9]+", 0, "" },
	{ "x(flood|storm)s", 0, "|flood|storm" },
	{ "warning (flood|storm)", 0, "|warning " },
	{ "(flood)?s", 0, "|s" },
	{ "(?:wild)?fires", 0, "|fires" },
	{ "(a|b(cde|fgh))xx", 0, "|xx" },
	{ "\\bacme\\b", 0, "|acme" },
	{ "^a\\.b\\/c$", 0, "|a.b/c" },
	{ "[abc]def[^]x]ghij", 0, "|ghij" },
	{ "a.bcd", 0, "|bcd" },
	{ "s\u00c9isme", TCN_PATTERN_CASELESS, "|s\u00e9isme" },
	{ "\u5730\u9707", TCN_PATTERN_CASELESS, "|\u5730\u9707" },
	{ "\u10a0\u10a1abc", TCN_PATTERN_CASELESS, "|abc" },
	/* What is not understood gives nothing. */
	{ "(?i)flood", 0, "" },
	{ "(?=flood)f", 0, "" },
	{ "(?!flood)storm", 0, "" },
	{ "(*UCP)flood", 0, "" },
	{ "\\Qa|b\\E", 0, "" },
	{ "\\x66lood", 0, "" },
	{ "(a)\\1flood", 0, "" },
	{ "[[:alpha:]]flood", 0, "" },
	{ "flood{,3}", 0, "" },
	{ "fl ood", TCN_PATTERN_SPACED, "" },
	{ "\\p{Lu}flood\\pLx", 0, "|flood" },
	{ "((((((((((flood))))))))))", 0, "" },
};

START_TEST(literals_of_patterns)
{
	struct tcn_literal_set got;
	struct tcn_buf text = { 0 };

	tcn_literal_from_pattern(tcn_str(literals[_i].pattern),
	    literals[_i].flags, &got);
	for (unsigned i = 0; i < got.n; i++) {
		struct tcn_literal want;
		const char *at = literals[_i].literals;

		for (unsigned k = 0; k <= i; k++)
			at = at ? strchr(at, '|') + 1 : NULL;
		ck_assert(tcn_literal_from_text((struct tcn_str){ at,
						    strcspn(at, "|") },
		    &want));
		ck_assert_uint_eq(got.at[i].n, want.n);
		ck_assert(memcmp(got.at[i].c, want.c,
			      want.n * sizeof *want.c) == 0);
		tcn_buf_char(&text, '|');
	}
	for (const char *p = literals[_i].literals; *p; p++)
		if (*p == '|')
			got.n--;
	ck_assert_uint_eq(got.n, 0);
	tcn_buf_fini(&text);
}
END_TEST

TCN_TESTS(literal)
{
	TCN_EACH(literals_of_patterns, literals);
}
