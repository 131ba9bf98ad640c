#include "tests/base/run.h"

#include "engine/text/reply.h"

static const struct {
	const char *post, *text;
} posts[] = {
	{ "@ann are you safe?", "are you safe?" },
	{ "@ann @bob_1 @c  the bridge is down", "the bridge is down" },
	{ " @ann: yes", "yes" },
	{ "RT @ann: bridge down", "bridge down" },
	{ "rt @ann @bob: RT is down", "RT is down" },
	{ "@ann@social.example it is", "it is" },
	{ "@ann", "" },
	{ "The bridge @ann named", "The bridge @ann named" },
	{ "RT is a channel", "RT is a channel" },
	{ "@ 5 dollars a piece", "@ 5 dollars a piece" },
	{ ".@ann is heard by all", ".@ann is heard by all" },
	{ "  plain", "  plain" },
	{ "", "" },
};

START_TEST(names_before_a_post_are_passed_over)
{
	struct tcn_str text = tcn_reply_text(tcn_str(posts[_i].post));

	ck_assert_msg(tcn_str_equal(text, tcn_str(posts[_i].text)),
	    "%s: '%.*s'", posts[_i].post, TCN_STR_ARG(text));
}
END_TEST

TCN_TESTS(reply)
{
	TCN_EACH(names_before_a_post_are_passed_over, posts);
}
