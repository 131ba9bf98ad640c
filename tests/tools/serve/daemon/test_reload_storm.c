/*
 * Reloads one after the other, while articles are posted, commits gather and
 * messages are on their way: nothing is lost, told twice under two keys, or
 * leaked. TOCSIN_RELOADS says how many (make check-reload: 10,000).
 */
#include "tests/base/run.h"

#include <event2/http.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>

#include "engine/base/mem.h"
#include "sql/outbox_hold.h"
#include "sql/store_read.h"
#include "tests/base/web.h"
#include "tests/tools/serve/daemon/child.h"

#define RELOADS   300
#define QUIET     100 /* further ones, with nothing else to do */
#define ROUNDS    5
#define LEAK_MAX  65536
#define PAIRS_MAX 20000

/* Shared with the poster. */
struct load {
	volatile bool stop;
	volatile int acknowledged; /* pairs */
};
static struct load *load;

static char heard[TEMP_BYTES + 16], receivers[TEMP_BYTES + 16];
static char rules[TEMP_BYTES + 16];

/* The receiver notes the key of each message. */
static void
on_request(struct evhttp_request *request, void *ctx)
{
	const char *key =
	    evhttp_find_header(evhttp_request_get_input_headers(request),
		"Idempotency-Key");
	int fd = open(heard, O_WRONLY | O_APPEND | O_CREAT, 0600);
	char line[512];
	int n = snprintf(line, sizeof line, "%s\n", key ? key : "-");

	(void)ctx;
	if (fd < 0 || write(fd, line, (size_t)n) != n)
		_exit(1);
	close(fd);
	web_reply(request, 200, NULL, "ok");
}

/* Replaces a file at one moment: a signal's reload may just read it. */
static void
replace(const char *path, const char *text)
{
	char fresh[TEMP_BYTES + 32];

	snprintf(fresh, sizeof fresh, "%s.new", path);
	temp_write(fresh, text);
	ck_assert_int_eq(rename(fresh, path), 0);
}

/* What is read at reload number i; every seventh is broken. */
static void
write_files(int i)
{
	char text[768];

	snprintf(text, sizeof text,
	    "receivers:\n - {name: r, kind: webhook, url: '%s',"
	    " allow_private: true, cap: 0, timeout: %ds}\n",
	    web_url("/"), 5 + i % 5);
	replace(receivers, text);
	snprintf(text, sizeof text,
	    "rules:\n"
	    " - {name: near, count: similar, more_than: 1, within: 2h,"
	    " max_per_hour: 0}\n"
	    " - {name: other%d, watch: true, where: {any: [never%d]}}\n%s",
	    i % 3, i, i % 7 == 6 ? " - {name: [}\n" : "");
	replace(rules, text);
	snprintf(text, sizeof text,
	    "http:\n  commit_delay: %dms\n  pending_max: %d\n"
	    "rules:\n  file: %s\ndeliver:\n  receivers: %s\n",
	    1 + i % 9, 100 + i % 3, rules, receivers);
	replace(child.conf, text);
}

static void
with_rules(struct tcn_conf *conf)
{
	conf->rules.file = rules;
	conf->deliver.receivers = receivers;
	conf->deliver.retry_least_ms = 10;
	conf->http.commit_delay_ms = 5;
}

static void
setup(void)
{
	child_setup();
	load = mmap(NULL, sizeof *load, PROT_READ | PROT_WRITE,
	    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ck_assert_ptr_ne(load, MAP_FAILED);
	*load = (struct load){ 0 };
	snprintf(heard, sizeof heard, "%s/heard", child.dir);
	snprintf(receivers, sizeof receivers, "%s/receivers", child.dir);
	snprintf(rules, sizeof rules, "%s/rules", child.dir);
	web_start(on_request);
	write_files(0);
}

static void
teardown(void)
{
	child_teardown();
	web_stop();
	munmap(load, sizeof *load);
}

/* Posts pairs of one text, each of which is an event, until it is stopped. */
static void
post_pairs(void)
{
	struct tcn_buf body = { 0 };

	for (int i = 0; !load->stop && i < PAIRS_MAX; i++) {
		tcn_buf_clear(&body);
		for (int j = 0; j < 2; j++)
			tcn_buf_printf(&body,
			    "{\"id\":\"p%d-%d\",\"ts\":%lld,\"source\":\"S%d\","
			    "\"title\":\"harbour%d engine%d violet%d thunder%d "
			    "paper%d glacier%d\"}\n",
			    i, j, (long long)time(NULL), j, i, i, i, i, i, i);
		if (child_call("POST", "/v1/articles", NULL, body.at) != 200)
			_exit(1);
		load->acknowledged++;
	}
	tcn_buf_fini(&body);
	_exit(0);
}

/* Reload number i, by HTTP or by a signal. */
static void
reload(int i)
{
	long status;

	write_files(i);
	if (i % 4 == 3) {
		ck_assert_int_eq(kill(child.pid, SIGHUP), 0);
		return;
	}
	status = child_call("POST", "/v1/reload", NULL, "");
	ck_assert_msg(status == (i % 7 == 6 ? 422 : 200), "reload %d: %ld: %s",
	    i, status, child.answer.at ? child.answer.at : "");
}

/* A figure of /metrics. */
static double
metric(const char *name)
{
	const char *at;
	char line[128];

	ck_assert_int_eq(child_call("GET", "/metrics", NULL, NULL), 200);
	snprintf(line, sizeof line, "\n%s ", name);
	at = strstr(child.answer.at, line);
	ck_assert_msg(at != NULL, "%s", name);
	return strtod(at + strlen(line), NULL);
}

static void
wait_until_told(void)
{
	unsigned naps = 0;

	do {
		if (metric("tocsin_deliveries_waiting{receiver=\"r\"}") == 0)
			return;
	} while (child_nap(&naps));
	ck_abort_msg("messages wait");
}

/* All messages of the store have been heard, and there is one of each event. */
static void
check_messages(int events)
{
	const struct tcn_outbox_filter all_of_them = { 0 };
	char *keys = temp_read(heard), key[256];
	struct tcn_store *st = child_store();
	struct tcn_outbox_list all;
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_outbox_find(st, &all_of_them, &arena, &all),
	    TCN_OK);
	ck_assert_int_eq(all.n, events);
	for (size_t i = 0; i < all.n; i++) {
		ck_assert_int_eq(all.at[i].state, TCN_OUTBOX_SENT);
		snprintf(key, sizeof key, "%.*s-%u-r\n",
		    TCN_STR_ARG(all.at[i].event), all.at[i].revision);
		ck_assert_msg(strstr(keys, key) != NULL, "%s", key);
	}
	tcn_mem_free(keys);
	tcn_arena_fini(&arena);
	tcn_store_close(st);
}

static void
check_articles(int pairs)
{
	struct tcn_store *st = child_store();
	uint64_t last;

	ck_assert_int_eq(tcn_store_last_seq(st, &last), TCN_OK);
	ck_assert_int_eq(last, 2 * pairs);
	tcn_store_close(st);
}

static int
reloads(void)
{
	const char *n = getenv("TOCSIN_RELOADS");

	return n ? atoi(n) : RELOADS;
}

/*
 * Reloads hold no memory. What else the daemon does beside them may take some
 * once, as the cache of its store does; a leak shows in each round.
 */
static void
check_flat(void)
{
	double bytes = 0, after = 0;

	for (int round = 0; round < ROUNDS; round++) {
		bytes = metric("tocsin_memory_bytes");
		for (int i = 0; i < QUIET; i++) {
			write_files(0);
			ck_assert_int_eq(child_call("POST", "/v1/reload", NULL,
					     ""),
			    200);
		}
		after = metric("tocsin_memory_bytes");
		if (after <= bytes + LEAK_MAX)
			return;
	}
	ck_assert_double_le(after, bytes + LEAK_MAX);
}

START_TEST(reloads_under_load_lose_nothing)
{
	int n = reloads(), status;
	double bytes;
	pid_t poster;

	child_start(with_rules);
	poster = fork();
	if (poster == 0)
		post_pairs();
	for (int i = 0; i < n; i++)
		reload(i);
	load->stop = true;
	ck_assert_int_eq(waitpid(poster, &status, 0), poster);
	ck_assert_int_eq(status, 0);
	write_files(0);
	wait_until_told();
	ck_assert_int_eq(child_call("POST", "/v1/reload", NULL, ""), 200);
	check_flat();
	bytes = metric("tocsin_memory_bytes");
	fprintf(stderr, "%d reloads, %d pairs acknowledged, %.0f bytes\n", n,
	    load->acknowledged, bytes);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	ck_assert_int_gt(load->acknowledged, 0);
	check_articles(load->acknowledged);
	check_messages(load->acknowledged);
}
END_TEST

TCN_TESTS(reload_storm)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 1800);
	tcase_add_test(tc, reloads_under_load_lose_nothing);
}
