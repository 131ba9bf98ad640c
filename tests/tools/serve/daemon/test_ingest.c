#include "tests/base/run.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "sql/store.h"
#include "sql/store_read.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tests/tools/serve/daemon/cert.h"
#include "tests/tools/serve/daemon/child.h"
#include "tools/base/json_out.h"

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

static char file[TEMP_BYTES + 16];
static const char *printed;

static void
setup(void)
{
	child_setup();
	snprintf(file, sizeof file, "%s/in.ndjson", child.dir);
}

static void
write_lines(const char *text)
{
	temp_write(file, text);
}

static int
ingest(const char *options)
{
	char line[1024];

	snprintf(line, sizeof line, "ingest --url http%s://127.0.0.1:%u %s %s",
	    child.ca ? "s" : "", child.port, options, file);
	return tcn_program(line, &printed);
}

static void
says(const char *text)
{
	ck_assert_msg(strstr(printed, text) != NULL, "no '%s' in: %s", text,
	    printed);
}

/* --- lines --- */

static const char mixed[] = "{\"id\":\"a\",\"title\":\"One\"}\n"
			    "no\n"
			    "\n"
			    "{\"id\":\"b\",\"title\":3}\n"
			    "{\"id\":\"c\",\"title\":\"Three\"\n"
			    "[{\"id\":\"d\",\"title\":\"Four\"}]\n"
			    "{\"id\":\"e\",\"title\":\"Five\"}{\"id\":\"f\"}\n"
			    "{\"id\":\"g\",\"title\":\"}{\"}\n"
			    "{\"id\":\"a\",\"title\":\"One\"}\n";

static const struct {
	const char *lines, *options;
	int code;
	const char *says[6];
} runs[] = {
	{ mixed, "", 0,
	    { "in.ndjson:2: ", "in.ndjson:4: title is a number",
		"in.ndjson:5: ", "in.ndjson:6: ", "in.ndjson:7: ",
		"2 stored, of these 0 copies; 1 known, 5 rejected\n" } },
	{ mixed, "--batch 1", 0,
	    { "2 stored, of these 0 copies; 1 known, 5 rejected\n" } },
	{ mixed, "--strict", 3,
	    { "in.ndjson:2: ", "1 stored", "1 rejected\n" } },
	{ mixed, "--batch 0", 2, { "--batch must be" } },
	{ mixed, "--token-file /nowhere", 4, { "/nowhere" } },
	{ "", "", 0, { "0 stored" } },
};

START_TEST(each_line_is_accounted_for)
{
	child_start(NULL);
	write_lines(runs[_i].lines);
	ck_assert_int_eq(ingest(runs[_i].options), runs[_i].code);
	for (int i = 0; i < COUNT(runs[_i].says) && runs[_i].says[i]; i++)
		says(runs[_i].says[i]);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

static void
write_many(int from, int n)
{
	FILE *out = fopen(file, "w");

	ck_assert_ptr_nonnull(out);
	for (int i = from; i < from + n; i++)
		fprintf(out,
		    "{\"id\":\"m%d\",\"source\":\"S%d\",\"title\":\"Report %d "
		    "about place%d and person%d\"}\n",
		    i, i % 7, i, i * 7, i * 11);
	ck_assert_int_eq(fclose(out), 0);
}

/* --- limits of the daemon's --- */

static void
three_at_a_time(struct tcn_conf *conf)
{
	conf->http.articles_max = 3;
}

static void
small_bodies(struct tcn_conf *conf)
{
	conf->http.body_max_bytes = 1024;
}

static child_change *const limits[] = { three_at_a_time, small_bodies };

START_TEST(batches_shrink_to_what_is_taken)
{
	child_start(limits[_i]);
	write_many(0, 100);
	ck_assert_int_eq(ingest(""), 0);
	says("100 stored, of these 0 copies; 0 known, 0 rejected");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(an_article_too_large_costs_itself)
{
	static char text[4000];
	FILE *out;

	child_start(small_bodies);
	memset(text, 'x', sizeof text - 1);
	out = fopen(file, "w");
	fprintf(out, "{\"title\":\"One\"}\n{\"title\":\"%s\"}\n", text);
	fprintf(out, "{\"title\":\"Three\"}\n");
	fclose(out);
	ck_assert_int_eq(ingest(""), 0);
	says("in.ndjson:2: the article is larger");
	says("2 stored");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* --- access --- */

static char key[TEMP_BYTES + 16], cert[TEMP_BYTES + 16];

static void
guarded(struct tcn_conf *conf)
{
	conf->http.tokens = child.secrets;
	conf->http.tls_cert = cert;
	conf->http.tls_key = key;
}

START_TEST(tokens_and_certificates_are_sent_and_checked)
{
	char token[TEMP_BYTES + 16], options[512];
	FILE *out;

	snprintf(cert, sizeof cert, "%s/cert.pem", child.dir);
	snprintf(key, sizeof key, "%s/key.pem", child.dir);
	snprintf(token, sizeof token, "%s/token", child.dir);
	cert_write(cert, key, 1);
	child_write_tokens("write writer-0123456789\n", 0600);
	child_start(guarded);
	child.ca = cert;
	write_many(0, 10);
	ck_assert_int_eq(ingest("--patience 0"), 4); /* trusts it not */
	snprintf(options, sizeof options, "--ca %s", cert);
	ck_assert_int_eq(ingest(options), 4);
	says("answered 401");
	says("--token-file");
	out = fopen(token, "w");
	fputs("writer-0123456789\n", out);
	fclose(out);
	ck_assert_int_eq(chmod(token, 0600), 0);
	snprintf(options, sizeof options, "--ca %s --token-file %s", cert,
	    token);
	ck_assert_int_eq(ingest(options), 0);
	says("10 stored");
	ck_assert_ptr_null(strstr(printed, "writer-0123456789"));
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* --- a daemon that is killed meanwhile --- */

#define MANY  3000
#define KILLS 5

static void
same_port(struct tcn_conf *conf)
{
	conf->http.port = child.port; /* as it was before the fork */
}

static pid_t
ingest_beside(void)
{
	pid_t pid = fork();

	ck_assert_int_ge(pid, 0);
	if (pid == 0)
		_exit(ingest("--batch 20 --patience 60"));
	return pid;
}

/* Every line is there, once, and in order. */
static void
holds_all(int n)
{
	struct tcn_store_item_list items;
	struct tcn_arena arena;
	struct tcn_store *st = child_store();
	uint64_t before = 0;
	char id[32];

	tcn_arena_init(&arena, 0);
	for (int i = 0; i < n; i++) {
		snprintf(id, sizeof id, "m%d", i);
		ck_assert_int_eq(tcn_store_items_by_id(st, tcn_str(id), &arena,
				     &items),
		    TCN_OK);
		ck_assert_msg(items.n == 1, "%s is there %zu times", id,
		    items.n);
		ck_assert_uint_gt(items.at[0].place.seq, before);
		before = items.at[0].place.seq;
		tcn_arena_reset(&arena);
	}
	tcn_store_close(st);
	tcn_arena_fini(&arena);
}

START_TEST(killed_meanwhile_nothing_is_lost_or_doubled)
{
	int status, ended = 0;
	pid_t sender;

	child_start(NULL);
	write_many(0, MANY);
	sender = ingest_beside();
	for (int i = 0; i < KILLS && !ended; i++) {
		/* in the middle of something, wherever that is */
		poll(NULL, 0, 20 + i * 13);
		child_stop(SIGKILL);
		ended = waitpid(sender, &status, WNOHANG) == sender;
		child_start(same_port);
	}
	if (!ended)
		ck_assert_int_eq(waitpid(sender, &status, 0), sender);
	ck_assert_int_eq(status, 0);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	holds_all(MANY);
}
END_TEST

TCN_TESTS(ingest)
{
	tcase_add_checked_fixture(tc, setup, child_teardown);
	tcase_set_timeout(tc, 300);
	TCN_EACH(each_line_is_accounted_for, runs);
	TCN_EACH(batches_shrink_to_what_is_taken, limits);
	tcase_add_test(tc, an_article_too_large_costs_itself);
	tcase_add_test(tc, tokens_and_certificates_are_sent_and_checked);
	tcase_add_test(tc, killed_meanwhile_nothing_is_lost_or_doubled);
}
