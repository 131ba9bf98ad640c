#include "tests/base/run.h"

#include "engine/text/reply_names.h"

static const struct {
	const char *post, *rest;
} posts[] = {
	{ "@ada Yes, indeed", "Yes, indeed" },
	{ "@ada @bob_2  @eve@town.example Yes", "Yes" },
	{ " @ada\nYes ", "Yes" },
	{ "@ada @bob", "@bob" }, /* who is named last is what is written */
	{ "@ada", "@ada" },
	{ "@ada ", "@ada " },
	{ "@ada: yes", "@ada: yes" }, /* who says it, as in a list */
	{ "@adá yes", "@adá yes" },
	{ "@ yes", "@ yes" },
	{ "Yes, @ada indeed", "Yes, @ada indeed" },
	{ "RT @ada: yes", "RT @ada: yes" },
	{ "#tag @ada yes", "#tag @ada yes" },
	{ "", "" },
};

START_TEST(names_before_a_post_are_passed_over)
{
	struct tcn_str rest = tcn_reply_names_skip(tcn_str(posts[_i].post));

	ck_assert_msg(tcn_str_equal(rest, tcn_str(posts[_i].rest)),
	    "'%s': '%.*s'", posts[_i].post, TCN_STR_ARG(rest));
}
END_TEST

TCN_TESTS(reply_names)
{
	TCN_EACH(names_before_a_post_are_passed_over, posts);
}
