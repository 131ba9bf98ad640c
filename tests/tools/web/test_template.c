#include "tests/base/run.h"

#include <string.h>

#include "engine/base/mem.h"
#include "tools/web/web_template.h"

START_TEST(what_is_built_in_compiles)
{
	struct tcn_mustache set;
	struct tcn_err err = { .text = "" };
	char place[TCN_ERR_PLACE_BYTES];
	enum tcn_rc rc = tcn_web_template_init(&set, &err);

	ck_assert_msg(rc == TCN_OK, "%s%s", tcn_err_place(&err, place),
	    err.text);
	tcn_mustache_fini(&set);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

TCN_TESTS(template)
{
	tcase_add_test(tc, what_is_built_in_compiles);
}
