#include "tests/base/run.h"

#include <unistd.h>

#include "engine/base/mem.h"
#include "tools/base/path.h"

static const struct {
	const char *file, *path, *beside;
} paths[] = {
	{ "t.yaml", "rules.yaml", "rules.yaml" },
	{ "conf/t.yaml", "rules.yaml", "conf/rules.yaml" },
	{ "/etc/tocsin/t.yaml", "rules.yaml", "/etc/tocsin/rules.yaml" },
	{ "/t.yaml", "rules.yaml", "/rules.yaml" },
	{ "../t.yaml", "../r.yaml", "../../r.yaml" },
	{ "a/b/t.yaml", "./c/r.yaml", "a/b/./c/r.yaml" },
	{ "conf/t.yaml", "/etc/r.yaml", "/etc/r.yaml" },
	{ "conf/t.yaml", "", "" },
	{ "/dev/stdin", "r.yaml", "/dev/r.yaml" },
};

START_TEST(a_path_is_beside_the_file)
{
	struct tcn_arena arena;
	struct tcn_str out;

	tcn_arena_init(&arena, 0);
	tcn_path_beside(paths[_i].file, tcn_str(paths[_i].path), &arena, &out);
	ck_assert_str_eq(out.at, paths[_i].beside);
	ck_assert_uint_eq(out.n, strlen(paths[_i].beside));
	tcn_arena_fini(&arena);
}
END_TEST

START_TEST(a_path_is_made_absolute)
{
	struct tcn_buf out = { 0 };

	ck_assert_int_eq(chdir("/tmp"), 0);
	tcn_path_absolute("./a/b", &out);
	ck_assert_str_eq(out.at, "/tmp/a/b");
	tcn_buf_clear(&out);
	tcn_path_absolute("/a/b", &out);
	ck_assert_str_eq(out.at, "/a/b");
	tcn_buf_clear(&out);
	ck_assert_int_eq(chdir("/"), 0);
	tcn_path_absolute("a", &out);
	ck_assert_str_eq(out.at, "/a");
	tcn_buf_clear(&out);
	tcn_path_absolute("", &out);
	ck_assert_uint_eq(out.n, 0);
	tcn_buf_fini(&out);
}
END_TEST

TCN_TESTS(path)
{
	TCN_EACH(a_path_is_beside_the_file, paths);
	tcase_add_test(tc, a_path_is_made_absolute);
}
