/*
 * What all pages have: the frame, what goes wrong, and the files they load.
 */
#include "tests/base/run.h"

#include <string.h>

#include "engine/base/mem.h"
#include "tests/tools/serve/web/pages.h"
#include "tools/base/unpack.h"
#include "tools/serve/web/web_impl.h"

/* The budgets, bytes: of a file as it is, and of all packed. */
static const size_t raw_max[TCN_WEB_ASSETS] = {
	[TCN_WEB_ASSET_STYLE] = 34 * 1024, /* with the sheet of the reports */
	[TCN_WEB_ASSET_SCRIPT] = 44 * 1024,
	[TCN_WEB_ASSET_LISTS] = 10 * 1024,
	[TCN_WEB_ASSET_BOARD] = 10 * 1024,
	[TCN_WEB_ASSET_ICON] = 4 * 1024,
	[TCN_WEB_ASSET_WORDS + TCN_WORDS_DE] = 16 * 1024,
	[TCN_WEB_ASSET_WORDS + TCN_WORDS_ES] = 16 * 1024,
	[TCN_WEB_ASSET_WORDS + TCN_WORDS_FR] = 16 * 1024,
};
#define PACKED_MAX       ((size_t)23 * 1024)
#define WORDS_PACKED_MAX ((size_t)6 * 1024) /* of one language */

START_TEST(files_keep_their_budget)
{
	struct tcn_web_asset assets[TCN_WEB_ASSETS];
	struct tcn_words *words[TCN_WORDS_LANGUAGES];
	size_t packed = 0;

	for (int i = 0; i < TCN_WORDS_LANGUAGES; i++)
		ck_assert(!tcn_words_new((enum tcn_words_language)i, "UTC",
		    &words[i], NULL));
	tcn_web_asset_init(words, assets);
	for (int i = 0; i < TCN_WEB_ASSETS; i++) {
		struct tcn_buf raw = { 0 };

		if (i == TCN_WEB_ASSET_WORDS + TCN_WORDS_EN)
			continue;
		ck_assert_uint_gt(assets[i].raw.n, 0);
		ck_assert_uint_le(assets[i].raw.n, raw_max[i]);
		/* Those of lists and of Now are loaded by these alone. */
		if (i >= TCN_WEB_ASSET_WORDS)
			ck_assert_uint_le(assets[i].packed.n, WORDS_PACKED_MAX);
		else if (i != TCN_WEB_ASSET_LISTS && i != TCN_WEB_ASSET_BOARD)
			packed += assets[i].packed.n;
		ck_assert_int_eq(tcn_unpack(tcn_buf_view(&assets[i].packed),
				     raw_max[i], &raw),
		    TCN_OK);
		ck_assert_str_eq(raw.at, assets[i].raw.at);
		tcn_buf_fini(&raw);
	}
	ck_assert_uint_le(packed, PACKED_MAX);
	tcn_web_asset_fini(assets);
	for (int i = 0; i < TCN_WORDS_LANGUAGES; i++)
		tcn_words_free(words[i]);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(files_are_found_by_the_names_in_the_page)
{
	char path[80] = "";
	const char *at = pages_get("/keys", 200);

	pages_check_html(at);
	at = strstr(at, "src=\"/a/page.");
	ck_assert_ptr_nonnull(at);
	memcpy(path, at + 5, strcspn(at + 5, "\""));
	pages_has(pages_get(path, 200), "use strict");
	pages_get("/a/page.0000000000000000.js", 404);
	pages_done();
}
END_TEST

START_TEST(a_refusal_is_a_page)
{
	const char *page;

	pages_answer("/v1/now", 503, "{\"error\":\"out of <memory>\"}");
	page = pages_get("/", 503);
	pages_check_html(page);
	pages_has(page, "out of &lt;memory&gt;");
	pages_answer("/v1/now", 200, "no JSON");
	pages_check_html(pages_get("/", 503));
	pages_done();
}
END_TEST

TCN_TESTS(frame)
{
	tcase_add_test(tc, files_keep_their_budget);
	tcase_add_test(tc, files_are_found_by_the_names_in_the_page);
	tcase_add_test(tc, a_refusal_is_a_page);
}
