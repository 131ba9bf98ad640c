#include "tests/base/run.h"

#include "engine/item/page_key.h"

static uint64_t
key_of(const char *source, const char *url)
{
	struct tcn_arena arena;
	uint64_t key;

	tcn_arena_init(&arena, 0);
	tcn_page_key(&arena, tcn_str(source), tcn_str(url), &key);
	tcn_arena_fini(&arena);
	return key;
}

START_TEST(one_page_however_its_link_is_spelled)
{
	uint64_t key = key_of("wire", "https://example.com/a/b?id=7");

	ck_assert_uint_ne(key, 0);
	ck_assert_uint_eq(key,
	    key_of("wire",
		"HTTPS://Example.com:443/a/b?id=7&utm_source=x#top"));
	ck_assert_uint_ne(key, key_of("wire", "https://example.com/a/b?id=8"));
	ck_assert_uint_ne(key, key_of("wire", "https://example.com/a/c?id=7"));
	ck_assert_uint_ne(key, key_of("wires", "https://example.com/a/b?id=7"));
	ck_assert_uint_ne(key_of("", "https://example.com/?p=42"), 0);
}
END_TEST

START_TEST(a_front_page_is_no_page)
{
	static const char *const none[] = { "", "https://example.com",
		"https://example.com/", "http://www.example.com:8080/",
		"https://example.com/?utm_source=feed", "https://example.com#a",
		"mailto:desk@example.com", "no address/at all", "https://" };

	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		ck_assert_msg(key_of("wire", none[i]) == 0, "%s", none[i]);
}
END_TEST

TCN_TESTS(page_key)
{
	tcase_add_test(tc, one_page_however_its_link_is_spelled);
	tcase_add_test(tc, a_front_page_is_no_page);
}
