/* The file of receivers: what is read, what is refused, its secrets. */
#include "tests/base/run.h"

#include <stdio.h>
#include <sys/stat.h>

#include "engine/base/err.h"
#include "tests/base/temp.h"
#include "tools/base/secret.h"
#include "tools/serve/deliver/receiver.h"

static char dir[TEMP_BYTES];

static void
setup(void)
{
	temp_dir(dir);
}

static void
teardown(void)
{
	temp_drop(dir);
}

static const char *
write_secret(const char *name, const char *text, mode_t mode)
{
	static char path[TEMP_BYTES + 32];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	temp_write(path, text);
	ck_assert_int_eq(chmod(path, mode), 0);
	return path;
}

static struct tcn_receiver_set *
parse(const char *yaml)
{
	struct tcn_receiver_set *all;
	struct tcn_err err = { 0 };

	ck_assert_msg(tcn_receiver_set_parse("r.yaml", tcn_str(yaml), &all,
			  &err) == TCN_OK,
	    "%lu:%lu: %s", err.line, err.column, err.text);
	ck_assert_msg(tcn_receiver_set_check(all, &err) == TCN_OK, "%s",
	    err.text);
	return all;
}

START_TEST(a_file_is_read)
{
	char yaml[1024];
	struct tcn_receiver_set *all;
	const struct tcn_receiver *r;
	const struct tcn_receiver_desk *desk;

	snprintf(yaml, sizeof yaml,
	    "receivers:\n"
	    "  - {name: a, kind: slack, url_file: %s}\n"
	    "  - name: b\n"
	    "    kind: webhook\n"
	    "    url: https://b.example/x\n"
	    "    body: '{\"text\": \"{{headline}}\", \"n\": {{items}}}'\n"
	    "    headers: {X-One: eins, X-Two: zwei}\n"
	    "    send: [open, closed]\n"
	    "    timeout: 3s\n"
	    "    allow_private: true\n"
	    "  - {name: c, kind: exec, command: [/bin/true, --x]}\n"
	    "desks:\n"
	    "  world: [a, b]\n"
	    "  night: c\n",
	    write_secret("url", "https://hooks.example/T/B/secret\n", 0600));
	all = parse(yaml);
	ck_assert_uint_eq(all->n, 3);
	ck_assert_str_eq(all->at[0].url, "https://hooks.example/T/B/secret");
	ck_assert_uint_eq(all->at[0].sends,
	    TCN_RECEIVER_SENDS_OPEN | TCN_RECEIVER_SENDS_REOPENED);
	r = tcn_receiver_find(all, tcn_str("b"));
	ck_assert_uint_eq(r->sends,
	    TCN_RECEIVER_SENDS_OPEN | TCN_RECEIVER_SENDS_CLOSED);
	ck_assert_int_eq(r->timeout_ms, 3000);
	ck_assert(r->allowed.all);
	ck_assert_uint_eq(r->headers.n, 2);
	ck_assert_str_eq(r->headers.at[1], "X-Two: zwei");
	ck_assert_str_eq(all->at[2].command.at[1], "--x");
	ck_assert_ptr_null(all->at[2].command.at[2]);
	desk = tcn_receiver_desk_find(all, tcn_str("world"));
	ck_assert_uint_eq(desk->names.n, 2);
	ck_assert_ptr_eq(desk->receivers[1], r);
	ck_assert_ptr_null(tcn_receiver_find(all, tcn_str("d")));
	tcn_receiver_set_free(all);
}
END_TEST

/* A file that is wrong, where it is, and what the error must say. */
static const struct {
	const char *yaml;
	unsigned long line, column;
	const char *says;
} mistakes[] = {
	{ "receivers:\n - {name: a, kind: slak, url: https://x}\n", 2, 20,
	    "did you mean 'slack'" },
	{ "receivers:\n - {name: a, kind: slack, ulr: https://x}\n", 2, 27,
	    "did you mean 'url'" },
	{ "receivers:\n - {name: a, kind: slack}\n", 2, 4,
	    "needs url or url_file" },
	{ "receivers:\n - {name: a, kind: slack, url: ftp://x}\n", 2, 4,
	    "begins with https:// or http://" },
	{ "receivers:\n - {name: a, kind: file, path: /x, url: y}\n", 2, 36,
	    "has no 'url'" },
	{ "receivers:\n - {kind: file, path: /x}\n", 2, 4,
	    "needs a name and a kind" },
	{ "receivers:\n - {name: a b, kind: file, path: /x}\n", 2, 11,
	    "a name is" },
	{ "receivers:\n - {name: a, kind: file, path: /x}\n"
	  " - {name: a, kind: file, path: /y}\n",
	    3, 4, "two receivers called a" },
	{ "receivers:\n - {name: a, kind: webhook, url: https://x,\n"
	  "    body: '{\"t\": \"{{headlin}}\"}'}\n",
	    3, 19, "did you mean {{headline}}" },
	{ "receivers:\n - {name: a, kind: webhook, url: https://x,\n"
	  "    body: '{\"t\": {{headline}}}'}\n",
	    3, 11, "no JSON object" },
	{ "receivers:\n - {name: a, kind: webhook, url: https://x,\n"
	  "    timeout: 1h}\n",
	    3, 14, "timeout" },
	{ "receivers:\n - {name: a, kind: webhook, url: https://x,\n"
	  "    headers: {A: \"b\\nC: d\"}}\n",
	    3, 18, "control character" },
	{ "receivers:\n - {name: a, kind: smtp, url: smtp://x, from: a@b,\n"
	  "    to: [\"c@d>\\r\\nBcc: e@f\"]}\n",
	    3, 10, "control character" },
	{ "receivers:\n - {name: a, kind: smtp, url: smtp://x, from: 'a',\n"
	  "    to: [c@d]}\n",
	    2, 4, "one bare address" },
	{ "receivers:\n - {name: a, kind: webhook, url: https://x,\n"
	  "    secret_file: /nowhere/at/all}\n",
	    3, 18, "No such file" },
	{ "receivers:\n"
	  " - {name: a, kind: slack, url: https://x, language: dee}\n",
	    2, 53, "language: 'dee' is no choice; it takes en, de, es or fr" },
	{ "receivers:\n"
	  " - {name: a, kind: slack, url: https://x, language: it}\n",
	    2, 53, "it takes en, de, es or fr" },
	{ "receivers:\n - {name: a, kind: file, path: /x, language: de}\n", 2,
	    36, "has no 'language'" },
	{ "receivers: []\ndesks: {w: [a]}\n", 0, 0, "which is no receiver" },
	{ "recievers: []\n", 1, 1, "'receivers:' or 'desks:'" },
};

START_TEST(mistakes_are_said_with_their_place)
{
	struct tcn_receiver_set *all;
	struct tcn_err err = { 0 };

	ck_assert_int_ne(tcn_receiver_set_parse("r.yaml",
			     tcn_str(mistakes[_i].yaml), &all, &err),
	    TCN_OK);
	ck_assert_ptr_null(all);
	ck_assert_msg(strstr(err.text, mistakes[_i].says) != NULL, "%s",
	    err.text);
	ck_assert_uint_eq(err.line, mistakes[_i].line);
	ck_assert_uint_eq(err.column, mistakes[_i].column);
}
END_TEST

START_TEST(a_secret_that_others_may_read_is_refused)
{
	char yaml[512];
	struct tcn_receiver_set *all;
	struct tcn_err err = { 0 };

	snprintf(yaml, sizeof yaml,
	    "receivers:\n - {name: a, kind: slack, url_file: %s}\n",
	    write_secret("url", "https://x.example/secret", 0640));
	ck_assert_int_ne(tcn_receiver_set_parse("r", tcn_str(yaml), &all, &err),
	    TCN_OK);
	ck_assert_ptr_nonnull(strstr(err.text, "chmod 600"));
	ck_assert_ptr_null(strstr(err.text, "x.example"));
}
END_TEST

/* Secrets that systemd passes to a service have group bits set, and are
 * accepted; anywhere else those bits are refused. */
START_TEST(a_credential_is_a_secret)
{
	const char *path = write_secret("cred", "hush-hush\n", 0440);
	const char *secret = NULL;
	struct tcn_arena arena;
	struct tcn_err err = { 0 };

	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(setenv("CREDENTIALS_DIRECTORY", "/nowhere", 1), 0);
	ck_assert_int_eq(tcn_secret_read(path, &arena, &secret, &err), TCN_IO);
	ck_assert_int_eq(setenv("CREDENTIALS_DIRECTORY", dir, 1), 0);
	ck_assert_int_eq(tcn_secret_read(path, &arena, &secret, &err), TCN_OK);
	ck_assert_str_eq(secret, "hush-hush");
	path = write_secret("cred", "hush-hush\n", 0444);
	ck_assert_int_eq(tcn_secret_read(path, &arena, &secret, &err), TCN_IO);
	unsetenv("CREDENTIALS_DIRECTORY");
	tcn_arena_fini(&arena);
}
END_TEST

/* Relative paths are beside the file, wherever the program was started. */
START_TEST(relative_paths_are_beside_the_file)
{
	static const char yaml[] =
	    "receivers:\n"
	    " - {name: a, kind: webhook, url_file: sub/url, secret_file: key,\n"
	    "    ca_file: ca.pem}\n"
	    " - {name: b, kind: file, path: out.ndjson}\n"
	    " - {name: c, kind: exec, command: [./tell.sh, x/y]}\n"
	    " - {name: d, kind: exec, command: [cat, z]}\n"
	    " - {name: e, kind: file, path: /abs/out}\n";
	char file[TEMP_BYTES + 32], folder[TEMP_BYTES + 32], here[4096];
	char want[TEMP_BYTES + 64];
	struct tcn_receiver_set *all = NULL;
	struct tcn_err err = { 0 };

	snprintf(folder, sizeof folder, "%s/sub", dir);
	ck_assert_int_eq(mkdir(folder, 0700), 0);
	write_secret("sub/url", "https://hook.example/x\n", 0600);
	write_secret("key", "k\n", 0600);
	snprintf(file, sizeof file, "%s/r.yaml", dir);
	temp_write(file, yaml);
	ck_assert_ptr_nonnull(getcwd(here, sizeof here));
	ck_assert_int_eq(chdir("/"), 0);
	ck_assert_msg(tcn_receiver_set_read(file, &all, &err) == TCN_OK, "%s",
	    err.text);
	ck_assert_int_eq(chdir(here), 0);
	ck_assert_str_eq(all->at[0].url, "https://hook.example/x");
	ck_assert_str_eq(all->at[0].secret, "k");
	snprintf(want, sizeof want, "%s/ca.pem", dir);
	ck_assert_str_eq(all->at[0].ca_file, want);
	snprintf(want, sizeof want, "%s/out.ndjson", dir);
	ck_assert_str_eq(all->at[1].path, want);
	snprintf(want, sizeof want, "%s/./tell.sh", dir);
	ck_assert_str_eq(all->at[2].command.at[0], want);
	ck_assert_str_eq(all->at[2].command.at[1], "x/y");
	ck_assert_str_eq(all->at[3].command.at[0], "cat");
	ck_assert_str_eq(all->at[4].path, "/abs/out");
	tcn_receiver_set_free(all);
}
END_TEST

TCN_TESTS(receiver)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_file_is_read);
	TCN_EACH(mistakes_are_said_with_their_place, mistakes);
	tcase_add_test(tc, a_secret_that_others_may_read_is_refused);
	tcase_add_test(tc, a_credential_is_a_secret);
	tcase_add_test(tc, relative_paths_are_beside_the_file);
}
