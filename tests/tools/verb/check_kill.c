/*
 * check-kill: the daemon as it is run, killed at random moments.
 *
 * Each run starts `tocsin run` on the store that the runs before have left,
 * posts articles (pairs that make an event, and old ones that retention soon
 * removes), and kills -9 the daemon: while it starts, takes articles in,
 * compacts, removes, or sends to a receiver, which is this program's and
 * fails now and then; or while `tocsin backup` copies the store, which is
 * killed as well. After each run:
 *
 *	what was acknowledged is stored, or was removed and is still known;
 *	the store passes its check;
 *	what the receiver was told has a key, the same in head and body, and is
 *	of a stored event;
 *	what the store calls sent, the receiver was told;
 *	a backup that has its name is whole.
 *
 * After so many runs the daemon is left alone: then all messages must have been
 * told, an acknowledged article that is posted again must be known, and a new
 * store is begun.
 *
 * check-memory is the same for memory: of each run a random allocation ends the
 * daemon, which must say so and end with the status for it.
 *
 *	RUNS=200 MEMORY=2000 SEED=1 ./check_kill
 *
 * in the build directory; what is not given is a part that `make check` has
 * time for, from seed 1. A failure prints the seed and the run, and leaves the
 * folder.
 */
#include "tests/base/run.h"

#include <curl/curl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/json_article.h"
#include "sql/outbox.h"
#include "sql/store_check.h"
#include "sql/store_read.h"
#include "sql/store_retain.h"
#include "tests/base/random.h"
#include "tests/base/temp.h"
#include "tests/base/web.h"
#include "tests/tools/verb/kill_child.h"

#define EPOCH     25 /* runs on one store */
#define LINES_MAX 60000 /* acknowledged in one epoch */
#define DAY_S     86400

enum plan {
	PLAN_START,
	PLAN_INTAKE,
	PLAN_DELIVERY,
	PLAN_SETTLE, /* and retention: the daemon is left alone first */
	PLAN_BACKUP,
	PLANS
};

/* Of a start that waits for articles and of what follows it: so many
 * allocations, about, as a power of two. */
#define ALLOCATIONS_LOG2 20

static const char *const plan_names[PLANS] = { "start", "intake", "delivery",
	"settle", "backup" };

static char dir[TEMP_BYTES];
static char db[TEMP_BYTES + 16], copy[TEMP_BYTES + 16];
static char heard[TEMP_BYTES + 16], conf[TEMP_BYTES + 16];
static char said[TEMP_BYTES + 16], receivers[TEMP_BYTES + 16];

static uint64_t seed;
static unsigned serial; /* of the next article */
static pid_t daemon_pid;
static unsigned port;
static CURL *easy;

static char *lines[LINES_MAX]; /* acknowledged in this epoch */
static size_t lines_n, checked_n;
static long heard_at; /* of the file: what was verified */

static struct {
	size_t acked, told, removed, backups, killed[PLANS], short_of;
} sums;

/* --- the daemon --- */

static void
write_conf(void)
{
	char text[1024];

	snprintf(text, sizeof text,
	    "receivers:\n - {name: r, kind: webhook, url: '%s', "
	    "allow_private: true, cap: 0}\n",
	    web_url("/"));
	temp_write(receivers, text);
	snprintf(text, sizeof text,
	    "http: {port: 0}\n"
	    "near: {horizon: 1h}\n"
	    "time: {lateness: 30m}\n"
	    "rules: {kind: similar, more_than: 1, within: 1h, quiet: 1h, "
	    "max_per_hour: 0, group: 0s}\n"
	    "store: {keep_articles: 1h}\n"
	    "deliver: {receivers: '%s', retry_least: 10ms, "
	    "retry_most: 50ms}\n",
	    receivers);
	temp_write(conf, text);
}

/* nth: the allocation that ends it; 0: none. */
static void
start_daemon(uint64_t nth)
{
	const char *const args[] = { "tocsin", "run", "--db", db, "-c", conf,
		NULL };

	unlink(said);
	daemon_pid =
	    nth ? kill_start_short(args, said, nth) : kill_start(args, said);
}

static void
find_port(void)
{
	int status;

	port = kill_find_port(daemon_pid, said, &status);
	ck_assert_msg(port != 0, "the daemon does not start: see %s", said);
}

/* --- articles --- */

static void
add_line(struct tcn_buf *body, const char *source, long long ts, unsigned text)
{
	tcn_buf_printf(body, "{\"id\":\"a%u\",\"source\":\"%s\",\"ts\":%lld,",
	    serial++, source, ts);
	tcn_buf_printf(body, "\"title\":\"");
	for (unsigned w = 0; w < 8; w++)
		tcn_buf_printf(body, "word%u ", text * 8 + w);
	tcn_buf_printf(body, "\",\"text\":\"The mayor of place%u spoke.\"}\n",
	    text);
}

/* A pair that makes an event, and some old articles. */
static void
make_body(struct tcn_buf *body)
{
	long long now = (long long)time(NULL);
	unsigned old = random_below(&seed, 12), text = serial;

	add_line(body, "A", now, text);
	add_line(body, "B", now, text);
	for (unsigned i = 0; i < old; i++)
		add_line(body, "C", now - 10 * DAY_S, serial);
}

static size_t
take(char *bytes, size_t size, size_t n, void *to)
{
	tcn_buf_add(to, bytes, size * n);
	return size * n;
}

static long
call(const char *path, const char *body, struct tcn_buf *answer)
{
	char url[128];
	long status = 0;

	snprintf(url, sizeof url, "http://127.0.0.1:%u%s", port, path);
	curl_easy_reset(easy);
	curl_easy_setopt(easy, CURLOPT_URL, url);
	curl_easy_setopt(easy, CURLOPT_PROXY, "");
	if (body)
		curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, body);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, answer);
	curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, 60000L);
	if (curl_easy_perform(easy) == CURLE_OK)
		curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
	tcn_buf_char(answer, '\0');
	return status;
}

/* Posts a body; notes its lines when they are acknowledged. */
static bool
post(void)
{
	struct tcn_buf body = { 0 }, answer = { 0 };
	bool acked;

	make_body(&body);
	acked = call("/v1/articles", body.at, &answer) == 200;
	for (char *at = body.at; acked && *at && lines_n < LINES_MAX;) {
		size_t n = strcspn(at, "\n");

		lines[lines_n++] = tcn_mem_dupz(at, n);
		sums.acked++;
		at += n + 1;
	}
	tcn_buf_fini(&body);
	tcn_buf_fini(&answer);
	return acked;
}

/* --- what must hold --- */

static void
print_finding(void *ctx, const char *finding)
{
	printf("%s: %s\n", (const char *)ctx, finding);
	fflush(stdout);
}

static struct tcn_store *
open_sound(const char *path, enum tcn_store_mode mode)
{
	struct tcn_store *st;
	struct tcn_err err = { 0 };

	ck_assert_msg(!tcn_store_open(path, mode, &st, &err), "%s: %s", path,
	    err.text);
	ck_assert_int_eq(tcn_store_check(st, print_finding,
			     (void *)(uintptr_t)path),
	    TCN_OK);
	return st;
}

/* An acknowledged line is stored; an old one may have been removed. */
static void
ck_line(const struct tcn_store *st, const char *line, struct tcn_arena *arena)
{
	struct tcn_article article;
	struct tcn_err err;
	uint64_t seq;
	int64_t met_ms;

	ck_assert_int_eq(tcn_json_article(tcn_str(line), NULL, arena, &article,
			     &err),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_find_key(st, article.id, article.key, &seq),
	    TCN_OK);
	if (seq)
		return;
	ck_assert_int_eq(tcn_store_find_removed(st, article.key, &seq, &met_ms),
	    TCN_OK);
	ck_assert_msg(seq != 0, "lost: %s", line);
	ck_assert_msg(strstr(line, "\"source\":\"C\"") != NULL,
	    "removed, but it is new: %s", line);
}

static void
ck_stored(const struct tcn_store *st, size_t from)
{
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	for (size_t i = from; i < lines_n; i++) {
		tcn_arena_reset(&arena);
		ck_line(st, lines[i], &arena);
	}
	tcn_arena_fini(&arena);
}

/* A line of the receiver's: its keys are one, and of a stored event. */
static void
ck_told_line(const struct tcn_store *st, const char *line,
    struct tcn_arena *arena)
{
	char head[256], body[256], id[TCN_EVENT_ID_BYTES];
	struct tcn_event *event;
	char *end;

	ck_assert_msg(sscanf(line, "%255s %255s", head, body) == 2 &&
		strcmp(head, body) == 0,
	    "told with the keys %s", line);
	/* EVENT-REVISION-RECEIVER, where an event has a dash. */
	for (int i = 0; i < 2; i++) {
		end = strrchr(head, '-');
		ck_assert_msg(end != NULL, "told with the key %s", line);
		*end = '\0';
	}
	snprintf(id, sizeof id, "%.31s", head);
	ck_assert_int_eq(tcn_store_event(st, id, arena, &event), TCN_OK);
	ck_assert_msg(event != NULL, "told of no stored event: %s", line);
	sums.told++;
}

/* What the receiver was told since the last time. */
static void
ck_told(const struct tcn_store *st)
{
	FILE *in = fopen(heard, "r");
	struct tcn_arena arena;
	char line[600];

	if (!in)
		return;
	ck_assert_int_eq(fseek(in, heard_at, SEEK_SET), 0);
	tcn_arena_init(&arena, 0);
	while (fgets(line, sizeof line, in)) {
		tcn_arena_reset(&arena);
		ck_told_line(st, line, &arena);
	}
	heard_at = ftell(in);
	tcn_arena_fini(&arena);
	fclose(in);
}

/* What is called sent was told; all: nothing else is left. */
static void
ck_sent(const struct tcn_store *st, bool all)
{
	const struct tcn_outbox_filter every = { 0 };
	struct tcn_outbox_list list;
	struct tcn_arena arena;
	char *text =
	    access(heard, R_OK) == 0 ? temp_read(heard) : tcn_mem_dupz("", 0);

	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_outbox_find(st, &every, &arena, &list), TCN_OK);
	for (size_t i = 0; i < list.n; i++) {
		const struct tcn_outbox_message *m = &list.at[i];
		char key[256];

		snprintf(key, sizeof key, "%.*s-%u-%.*s ",
		    TCN_STR_ARG(m->event), m->revision,
		    TCN_STR_ARG(m->receiver));
		ck_assert_msg(!all || m->state == TCN_OUTBOX_SENT, "%s is %s",
		    key, tcn_outbox_states[m->state]);
		ck_assert_msg(m->state != TCN_OUTBOX_SENT ||
			strstr(text, key) != NULL,
		    "not told: %s", key);
	}
	tcn_arena_fini(&arena);
	tcn_mem_free(text);
}

static void
verify(bool whole_epoch)
{
	struct tcn_store *st;
	struct stat file;

	/* It may have been killed before it made a store, or while it did: then
	 * the next start makes it. */
	if (!lines_n && (stat(db, &file) != 0 || !file.st_size))
		return;
	st = open_sound(db, lines_n ? TCN_STORE_EXISTING : TCN_STORE_CREATE);
	ck_stored(st, whole_epoch ? 0 : checked_n);
	checked_n = lines_n;
	ck_told(st);
	ck_sent(st, whole_epoch);
	tcn_store_close(st);
	if (stat(copy, &file) != 0)
		return;
	tcn_store_close(open_sound(copy, TCN_STORE_EXISTING));
	sums.backups++;
	unlink(copy);
}

/* --- runs --- */

/* A backup beside the daemon, which may be killed itself; then the daemon. */
static void
run_backup(void)
{
	const char *const args[] = { "tocsin", "backup", "-qf", "--db", db,
		copy, NULL };
	pid_t backup, killer = 0;

	usleep(random_below(&seed, 30000));
	backup = kill_start(args, "/dev/null");
	if (random_below(&seed, 2))
		killer = kill_later(backup, random_below(&seed, 30000));
	post();
	if (killer)
		kill_await(killer);
	if (random_below(&seed, 2)) {
		kill_await(backup);
		kill(daemon_pid, SIGKILL);
	} else {
		usleep(random_below(&seed, 30000));
		kill(daemon_pid, SIGKILL);
		kill_await(backup);
	}
	kill_await(daemon_pid);
}

static void
run_until_killed(unsigned posts, unsigned us)
{
	pid_t killer = kill_later(daemon_pid, us);

	for (unsigned i = 0; i < posts && post(); i++)
		;
	kill_await(killer);
	kill_await(daemon_pid);
}

static void
run_once(void)
{
	enum plan plan = (enum plan)random_below(&seed, PLANS);

	start_daemon(0);
	sums.killed[plan]++;
	if (plan == PLAN_START) {
		usleep(random_below(&seed, 60000));
		kill(daemon_pid, SIGKILL);
		kill_await(daemon_pid);
		return;
	}
	find_port();
	if (plan == PLAN_INTAKE)
		run_until_killed(10000, random_below(&seed, 120000));
	else if (plan == PLAN_DELIVERY)
		run_until_killed(2, random_below(&seed, 40000));
	else if (plan == PLAN_SETTLE)
		run_until_killed(8, random_below(&seed, 600000));
	else
		run_backup();
}

/* The daemon said that memory ran out, and ended with the status for it. */
static void
ck_ended(int status)
{
	char *text = temp_read(said);

	ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == TCN_MEM_EXIT,
	    "it ended with %#x: %s", (unsigned)status, text);
	ck_assert_ptr_nonnull(strstr(text, "tocsin: out of memory\n"));
	tcn_mem_free(text);
}

/*
 * An allocation ends the daemon: of its start, or of what it does while
 * articles come. As often at each order of magnitude; one that takes part in
 * few runs is killed.
 */
static void
run_short(void)
{
	uint64_t most = (uint64_t)1
	    << random_below(&seed, ALLOCATIONS_LOG2 + 1);
	uint64_t nth = 1 + random_below(&seed, (uint32_t)most);
	int status = 0;

	start_daemon(nth);
	port = kill_find_port(daemon_pid, said, &status);
	if (port) {
		for (int i = 0; i < 200 && post(); i++)
			;
		kill(daemon_pid, SIGKILL);
		ck_assert_int_eq(waitpid(daemon_pid, &status, 0), daemon_pid);
	}
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
		return; /* it had as much as it asked for */
	ck_ended(status);
	sums.short_of++;
}

/* An article of the epoch that comes again is known. */
static void
ck_known(void)
{
	for (int i = 0; i < 40 && lines_n; i++) {
		struct tcn_buf answer = { 0 };
		size_t at = random_below(&seed, (uint32_t)lines_n);

		ck_assert_int_eq(call("/v1/articles", lines[at], &answer), 200);
		ck_assert_msg(strstr(answer.at, "\"known\":1") != NULL,
		    "%s: %s", lines[at], answer.at);
		tcn_buf_fini(&answer);
	}
}

static void
ck_all_told(void)
{
	static const char none[] =
	    "tocsin_deliveries_waiting{receiver=\"r\"} 0\n";
	struct tcn_buf answer = { 0 };
	bool waits = true;

	for (int i = 0; waits && i < 3000; i++) {
		tcn_buf_clear(&answer);
		ck_assert_int_eq(call("/metrics", NULL, &answer), 200);
		waits = !strstr(answer.at, none);
		if (waits)
			usleep(20000);
	}
	ck_assert_msg(!waits, "messages wait: %s", answer.at);
	tcn_buf_fini(&answer);
}

/* A new store begins. */
static void
forget_epoch(void)
{
	static const char *const endings[] = { "", "-wal", "-shm", ".lock" };
	struct tcn_store_removed removed[TCN_STORE_KEPT_KINDS];
	struct tcn_store *st = open_sound(db, TCN_STORE_EXISTING);

	ck_assert_int_eq(tcn_store_removed(st, removed), TCN_OK);
	sums.removed += removed[TCN_STORE_KEPT_ITEMS].n;
	tcn_store_close(st);
	for (size_t i = 0; i < lines_n; i++)
		tcn_mem_free(lines[i]);
	lines_n = checked_n = 0;
	heard_at = 0;
	unlink(heard);
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		char name[TEMP_BYTES + 32];

		snprintf(name, sizeof name, "%s%s", db, endings[i]);
		unlink(name);
	}
}

/* The daemon is left alone, then ends in good order. */
static void
end_epoch(void)
{
	int status = 0;

	start_daemon(0);
	find_port();
	ck_known();
	ck_all_told();
	kill(daemon_pid, SIGTERM);
	ck_assert_int_eq(waitpid(daemon_pid, &status, 0), daemon_pid);
	ck_assert_int_eq(status, 0);
	verify(true);
	forget_epoch();
}

static unsigned long
number_of(const char *name, unsigned long otherwise)
{
	const char *text = getenv(name);

	return text && *text ? strtoul(text, NULL, 10) : otherwise;
}

static void
set_up(void)
{
	temp_dir(dir);
	snprintf(db, sizeof db, "%s/n.db", dir);
	snprintf(copy, sizeof copy, "%s/copy.db", dir);
	snprintf(heard, sizeof heard, "%s/heard", dir);
	snprintf(conf, sizeof conf, "%s/conf.yaml", dir);
	snprintf(said, sizeof said, "%s/log", dir);
	snprintf(receivers, sizeof receivers, "%s/receivers", dir);
	kill_heard = heard;
	web_start(kill_on_request);
	write_conf();
	easy = curl_easy_init();
}

static void
tear_down(void)
{
	for (int i = 0; i < PLANS; i++)
		printf("%s %zu, ", plan_names[i], sums.killed[i]);
	printf("short of memory %zu, acknowledged %zu, removed %zu, told %zu, "
	       "backups %zu\n",
	    sums.short_of, sums.acked, sums.removed, sums.told, sums.backups);
	curl_easy_cleanup(easy);
	web_stop();
	temp_drop(dir);
}

/* Check counts a test's microseconds in 32 bits, so that many runs are several
 * tests. */
#define PART   200
#define KILLS  10 /* of `make check` */
#define SHORTS 40

static unsigned
parts_of(const char *name, unsigned otherwise)
{
	return (unsigned)(number_of(name, otherwise) + PART - 1) / PART;
}

/* Runs a part of what the variable asks for; returns how many runs that are. */
static unsigned
run_part(const char *what, const char *name, unsigned otherwise, unsigned part,
    void (*run)(void))
{
	unsigned runs = (unsigned)number_of(name, otherwise) - part * PART;

	if (runs > PART)
		runs = PART;
	/* The targets that take longer give a SEED, if only an empty one. */
	seed = part +
	    (getenv("SEED") ? number_of("SEED", (unsigned long)time(NULL)) : 1);
	set_up();
	printf("%s: SEED=%" PRIu64 " %u runs in %s\n", what, seed, runs, dir);
	fflush(stdout);
	for (unsigned i = 1; i <= runs; i++) {
		run();
		verify(false);
		if (i % EPOCH && i < runs)
			continue;
		end_epoch();
		printf("%s: %u runs\n", what, part * PART + i);
		fflush(stdout);
	}
	tear_down();
	return runs;
}

START_TEST(killed_at_random_moments)
{
	run_part("check-kill", "RUNS", KILLS, (unsigned)_i, run_once);
}
END_TEST

START_TEST(short_of_memory_at_random_points)
{
	unsigned runs =
	    run_part("check-memory", "MEMORY", SHORTS, (unsigned)_i, run_short);

	ck_assert_uint_ge(sums.short_of, runs / 2);
}
END_TEST

TCN_TESTS(check_kill)
{
	tcase_set_timeout(tc, 1e9);
	tcase_add_loop_test(tc, killed_at_random_moments, 0,
	    (int)parts_of("RUNS", KILLS));
	tcase_add_loop_test(tc, short_of_memory_at_random_points, 0,
	    (int)parts_of("MEMORY", SHORTS));
}
