#include "tests/base/run.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "sql/outbox_hold.h"
#include "sql/store_silences.h"
#include "tests/base/web.h"
#include "tests/tools/serve/daemon/child.h"
#include "tools/base/now.h"

#define RUNS     25
#define STEP_US  900 /* each run is killed so much later, and a bit more */
#define EACH_RUN 4 /* articles' pairs that are posted */

static char heard[TEMP_BYTES + 16], file[TEMP_BYTES + 16];

/* --- the receiver notes the key of each request, and that in its body --- */

static void
on_request(struct evhttp_request *request, void *ctx)
{
	struct evbuffer *in = evhttp_request_get_input_buffer(request);
	const char *key =
	    evhttp_find_header(evhttp_request_get_input_headers(request),
		"Idempotency-Key");
	int fd = open(heard, O_WRONLY | O_APPEND | O_CREAT, 0600);
	char body[256] = "", line[512]; /* of the body, its beginning */
	const char *said;
	int n;

	(void)ctx;
	evbuffer_copyout(in, body, sizeof body - 1);
	said = strstr(body, "\"key\":\"");
	said = said ? said + 7 : "";
	n = snprintf(line, sizeof line, "%s %.*s\n", key ? key : "-",
	    (int)strcspn(said, "\""), said);
	if (fd < 0 || write(fd, line, (size_t)n) != n)
		_exit(1);
	close(fd);
	web_reply(request, 200, NULL, "ok");
}

/* Two items of one text are an event. */
static void
with_receiver(struct tcn_conf *conf)
{
	conf->rules.kind = TCN_CONF_RULE_SIMILAR;
	conf->rules.more_than = 1;
	conf->rules.max_per_hour = 0;
	conf->deliver.receivers = file;
	conf->deliver.retry_least_ms = 10;
}

static void
setup(void)
{
	FILE *out;

	child_setup();
	snprintf(heard, sizeof heard, "%s/heard", child.dir);
	snprintf(file, sizeof file, "%s/receivers", child.dir);
	web_start(on_request);
	out = fopen(file, "w");
	ck_assert_ptr_nonnull(out);
	fprintf(out,
	    "receivers:\n - {name: r, kind: webhook, url: '%s', "
	    "allow_private: true, cap: 0}\n",
	    web_url("/"));
	fclose(out);
}

static void
teardown(void)
{
	child_teardown();
	web_stop();
}

/* Posts the pair that makes one event; whether it was acknowledged. */
static bool
post(int run, int i)
{
	static const char *const words[] = { "harbour", "engine", "violet",
		"thunder", "paper", "glacier", "window", "cactus", "marble",
		"rocket", "candle", "falcon", "orchard", "pepper", "saddle",
		"tunnel" };
	struct tcn_buf body = { 0 };
	long status;

	for (int j = 0; j < 2; j++) {
		tcn_buf_printf(&body,
		    "{\"id\":\"p%d-%d-%d\",\"ts\":%lld,\"source\":\"S%d\","
		    "\"title\":\"",
		    run, i, j, (long long)time(NULL), j);
		for (int w = 0; w < 8; w++)
			tcn_buf_printf(&body, "%s%d ",
			    words[(run * 7 + i * 3 + w * (run % 5 + 1)) % 16],
			    (run * EACH_RUN + i) * 8 + w);
		tcn_buf_z(&body, "\"}\n");
	}
	status = child_call("POST", "/v1/articles", NULL, body.at);
	tcn_buf_fini(&body);
	return status == 200;
}

/* Somebody else ends the daemon, so long from now. */
static pid_t
kill_later(int us)
{
	pid_t killer = fork();

	ck_assert_int_ge(killer, 0);
	if (killer == 0) {
		usleep((useconds_t)us);
		kill(child.pid, SIGKILL);
		_exit(0);
	}
	return killer;
}

/* How often the receiver got this key; *agrees: the bodies had the same. */
static int
times_heard(const char *key, bool *agrees)
{
	FILE *in = fopen(heard, "r");
	char line[512], a[256], b[256];
	int n = 0;

	while (in && fgets(line, sizeof line, in)) {
		if (sscanf(line, "%255s %255s", a, b) != 2)
			continue;
		n += strcmp(a, key) == 0;
		*agrees &= strcmp(a, b) == 0;
	}
	if (in)
		fclose(in);
	return n;
}

/* All messages of the store were sent, and no others. */
static size_t
check_all_were_heard(void)
{
	const struct tcn_outbox_filter all_of_them = { 0 };
	struct tcn_outbox_list all;
	struct tcn_store *st = child_store();
	struct tcn_arena arena;
	bool agrees = true;
	size_t n;

	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_outbox_find(st, &all_of_them, &arena, &all),
	    TCN_OK);
	n = all.n;
	for (size_t i = 0; i < n; i++) {
		char key[256];

		snprintf(key, sizeof key, "%.*s-%u-%.*s",
		    TCN_STR_ARG(all.at[i].event), all.at[i].revision,
		    TCN_STR_ARG(all.at[i].receiver));
		ck_assert_int_eq(all.at[i].state, TCN_OUTBOX_SENT);
		ck_assert_msg(times_heard(key, &agrees) >= 1, "%s", key);
		ck_assert(agrees);
	}
	tcn_store_close(st);
	tcn_arena_fini(&arena);
	return n;
}

static void
wait_until_told(void)
{
	unsigned naps = 0;

	do {
		ck_assert_int_eq(child_call("GET", "/metrics", NULL, NULL),
		    200);
		if (strstr(child.answer.at,
			"tocsin_deliveries_waiting{receiver=\"r\"} 0\n"))
			return;
	} while (child_nap(&naps));
	ck_abort_msg("messages wait");
}

START_TEST(killed_at_any_moment_it_sends_what_it_acknowledged)
{
	size_t acknowledged = 0;

	for (int run = 0; run < RUNS; run++) {
		pid_t killer;

		child_start(with_receiver);
		killer = kill_later(run * STEP_US + run * run * STEP_US / 8 +
		    getpid() % STEP_US);
		for (int i = 0; i < EACH_RUN; i++)
			acknowledged += post(run, i);
		waitpid(killer, NULL, 0);
		child_stop(SIGKILL);
	}
	child_start(with_receiver);
	wait_until_told();
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	ck_assert_uint_gt(acknowledged, 0);
	ck_assert_uint_ge(check_all_were_heard(), acknowledged);
}
END_TEST

/* --- what was held, and is told of in a digest --- */

#define HOLD_RUNS 12
#define HELD      6 /* events a run; more than deliver.digest_over */

static void
silence_all(void)
{
	ck_assert_int_eq(child_call("POST", "/v1/silences", NULL,
			     "{\"kind\": \"rule\", \"value\": \"similar\","
			     " \"for\": \"1h\", \"author\": \"t\"}"),
	    200);
}

/* Ends every silence, in the store, as `tocsin silence end` does. */
static void
end_silences(void)
{
	struct tcn_store *st = child_store();
	struct tcn_store_tx *tx;
	bool found = true;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	for (uint64_t id = 1; id <= HOLD_RUNS; id++)
		ck_assert_int_eq(tcn_store_end_silence(tx, id,
				     tcn_now_wall_ms(), tcn_str("t"), &found),
		    TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	tcn_store_close(st);
}

/* Each message was sent, or a digest that was sent tells of it; *digests. */
static size_t
check_all_were_told(size_t *digests)
{
	const struct tcn_outbox_filter all_of_them = { 0 };
	struct tcn_outbox_list all;
	struct tcn_outbox_message *digest;
	struct tcn_store *st = child_store();
	struct tcn_arena arena;
	bool agrees = true;
	char key[256];
	size_t n;

	*digests = 0;
	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_outbox_find(st, &all_of_them, &arena, &all),
	    TCN_OK);
	n = all.n;
	for (size_t i = 0; i < n; i++) {
		const struct tcn_outbox_message *m = &all.at[i];

		*digests += m->kind == TCN_OUTBOX_DIGEST;
		if (m->digest) {
			ck_assert_int_eq(tcn_outbox_get(st, m->digest, &arena,
					     &digest),
			    TCN_OK);
			ck_assert_ptr_nonnull(strstr(digest->body.at,
			    m->event.at));
			m = digest;
		}
		snprintf(key, sizeof key, "%.*s-%u-%.*s", TCN_STR_ARG(m->event),
		    m->revision, TCN_STR_ARG(m->receiver));
		ck_assert_int_eq(m->state, TCN_OUTBOX_SENT);
		ck_assert_msg(times_heard(key, &agrees) >= 1, "%s", key);
		ck_assert(agrees);
	}
	tcn_store_close(st);
	tcn_arena_fini(&arena);
	return n;
}

START_TEST(killed_while_it_releases_it_tells_all_once)
{
	size_t digests, told, acknowledged = 0;

	for (int run = 0; run < HOLD_RUNS; run++) {
		child_start(with_receiver);
		silence_all();
		for (int i = 0; i < HELD; i++)
			acknowledged +=
			    post(100 + run * 2 + i / EACH_RUN, i % EACH_RUN);
		child_stop(SIGKILL);
		end_silences();
		child_start(with_receiver); /* releases at once */
		usleep((useconds_t)(run * 1500));
		child_stop(SIGKILL);
	}
	child_start(with_receiver);
	wait_until_told();
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	ck_assert_uint_eq(acknowledged, HOLD_RUNS * HELD);
	/* A kill before the release leaves the events to the next digest. */
	told = check_all_were_told(&digests);
	ck_assert_uint_eq(told, acknowledged + digests);
	ck_assert_uint_ge(digests, 1);
	ck_assert_uint_le(digests, HOLD_RUNS);
}
END_TEST

TCN_TESTS(deliver_kill)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, killed_at_any_moment_it_sends_what_it_acknowledged);
	tcase_add_test(tc, killed_while_it_releases_it_tells_all_once);
}
