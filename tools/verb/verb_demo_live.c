/*
 * tocsin demo --live: the daemon, with its wall clock in the day of the
 * demonstration and going faster, and a second process that sends it the
 * articles when they are due. So all that a newsroom would see is seen, and
 * nothing in the daemon knows of it.
 */
#include "tools/verb/verb_demo_live.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "engine/item/record.h"
#include "tools/base/json_in.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/base/out.h"
#include "tools/base/say.h"
#include "tools/base/sock_path.h"
#include "tools/base/stop.h"
#include "tools/base/when.h"
#include "tools/client/client.h"
#include "tools/daemon/daemon.h"

#define LOOK_MS    100 /* between two looks at what is due */
#define BATCH_MAX  ((size_t)4 << 20) /* bytes of a request */
#define GIVE_UP_MS 60000
#define PATH_BYTES 512

static const char rules_text[] =
    "# The rules of this demonstration: edit and try them on /rules/try.\n"
    "rules:\n"
    "  - name: story\n"
    "    more_than: 15\n"
    "    within: 4h\n"
    "    notify: [desk]\n"
    "  - name: quakes\n"
    "    more_than: 5\n"
    "    within: 90m\n"
    "    where: {any: [earthquake, \"/s[\xc3\xa9"
    "e]isme|sismo/i\", terremoto]}\n"
    "    severity: critical\n"
    "    notify: [desk]\n";

struct live {
	const struct tcn_verb_demo_live *is;
	char db[PATH_BYTES], rules[PATH_BYTES], receivers[PATH_BYTES];
	char rules_set[PATH_BYTES + 32], receivers_set[PATH_BYTES + 32];
	char port_set[32], address_set[128];
	const char **sets;
	struct tcn_conf_args args; /* with these two before those given */
	int64_t from_ms; /* when its first article is due, in its day */
	struct tcn_buf first; /* that article */
	pid_t feeder;
};

/* --- The feeder, a process of its own. --- */

struct feeder {
	struct live *live;
	struct tcn_client *client;
	struct tcn_buf batch;
	struct tcn_arena arena;
	int64_t began_ms; /* by the monotonic clock */
};

/* When an article is due, in unix milliseconds of the day. */
static int64_t
due_at(struct tcn_arena *arena, struct tcn_str line)
{
	struct tcn_json_value article;

	tcn_arena_reset(arena);
	return tcn_json_read(line, arena, &article, NULL)
	    ? TCN_UNDATED
	    : tcn_json_in_ms(&article, "ts");
}

static enum tcn_rc
post(struct feeder *f, struct tcn_err *err)
{
	struct tcn_str answer;
	long status = 200;
	enum tcn_rc rc = f->batch.failed ? TCN_NOMEM : TCN_OK;

	if (!rc && f->batch.n)
		rc = tcn_client_post(f->client, "/v1/articles",
		    tcn_buf_view(&f->batch), &status, &answer, err);
	if (!rc && status != 200)
		rc = tcn_err_set(err, TCN_IO,
		    "the daemon answered %ld to articles: %.*s", status,
		    (int)(answer.n < 200 ? answer.n : 200), answer.at);
	tcn_buf_clear(&f->batch);
	return rc;
}

/* Waits until the day has come to that time; false: it was interrupted. */
static bool
wait_for(const struct feeder *f, int64_t due_ms)
{
	static const struct timespec nap = { .tv_nsec = LOOK_MS * 1000000L };
	int64_t ahead_ms = due_ms - f->live->from_ms;

	while (!tcn_stop_requested() &&
	    (tcn_now_monotonic_ms() - f->began_ms) * f->live->is->speed <
		ahead_ms)
		nanosleep(&nap, NULL);
	return !tcn_stop_requested();
}

/* Takes an article: sends what is due before it, when it is not yet due. */
static enum tcn_rc
take(struct feeder *f, struct tcn_str line, struct tcn_err *err)
{
	int64_t due_ms = due_at(&f->arena, line);
	int64_t now_ms = f->live->from_ms +
	    (tcn_now_monotonic_ms() - f->began_ms) * f->live->is->speed;
	enum tcn_rc rc = TCN_OK;

	if (due_ms > now_ms || f->batch.n > BATCH_MAX)
		rc = post(f, err);
	if (!rc && !wait_for(f, due_ms))
		return TCN_DONE;
	tcn_buf_str(&f->batch, line);
	tcn_buf_char(&f->batch, '\n');
	return rc;
}

static enum tcn_rc
feed_all(struct feeder *f, struct tcn_err *err)
{
	enum tcn_rc rc = take(f, tcn_buf_view(&f->live->first), err);
	struct tcn_str line;

	while (!rc && !(rc = tcn_demo_next(f->live->is->demo, &line)))
		rc = take(f, line, err);
	if (rc == TCN_DONE)
		rc = post(f, err);
	return rc;
}

/* Never returns. */
static void
feed(struct live *live, unsigned port, const char *sock)
{
	struct feeder f = { .live = live, .began_ms = tcn_now_monotonic_ms() };
	char url[64];
	const struct tcn_client_conf conf = {
		.url = url,
		.sock = sock,
		.give_up_ms = GIVE_UP_MS,
	};
	struct tcn_err err = { 0 };
	enum tcn_rc rc;

	prctl(PR_SET_PDEATHSIG, SIGTERM);
	snprintf(url, sizeof url, "http://127.0.0.1:%u", port);
	tcn_stop_watch();
	tcn_arena_init(&f.arena, 0);
	rc = tcn_client_open(&conf, &f.client, &err);
	if (!rc)
		rc = feed_all(&f, &err);
	if (rc && !tcn_stop_requested())
		tcn_say_rc(rc, &err);
	else if (!tcn_stop_requested())
		tcn_say("the day is over; the page stays until Ctrl-C");
	_exit(rc ? TCN_EXIT_FAILED : TCN_EXIT_OK);
}

/* --- The daemon. --- */

/* Writes a file unless there is one: who has edited it keeps it. */
static enum tcn_rc
write_once(const char *path, const char *text, struct tcn_err *err)
{
	return access(path, F_OK) == 0
	    ? TCN_OK
	    : tcn_out_write(path, tcn_str(text), err);
}

static enum tcn_rc
write_files(struct live *live, struct tcn_err *err)
{
	static const char *const ends[] = { "", "-wal", "-shm" };
	char text[PATH_BYTES + 128], path[PATH_BYTES + 8];
	enum tcn_rc rc = write_once(live->rules, rules_text, err);

	snprintf(text, sizeof text,
	    "receivers:\n  - {name: log, kind: file, path: messages.ndjson}\n"
	    "desks:\n  desk: [log]\n");
	if (!rc)
		rc = write_once(live->receivers, text, err);
	for (size_t i = 0; !rc && i < sizeof ends / sizeof *ends; i++) {
		snprintf(path, sizeof path, "%s%s", live->db, ends[i]);
		if (unlink(path) && errno != ENOENT)
			rc = tcn_err_set(err, TCN_IO, "cannot replace %s: %s",
			    path, strerror(errno));
	}
	return rc;
}

/* The settings: our files of rules and receivers, unless others are named. */
static enum tcn_rc
make_args(struct live *live)
{
	const struct tcn_conf_args *given = live->is->conf;
	size_t n;

	live->sets = tcn_mem_calloc(given->set.n + 4, sizeof *live->sets);
	if (!live->sets)
		return TCN_NOMEM;
	snprintf(live->rules_set, sizeof live->rules_set, "rules.file=%s",
	    live->rules);
	snprintf(live->receivers_set, sizeof live->receivers_set,
	    "deliver.receivers=%s", live->receivers);
	live->sets[0] = live->rules_set;
	live->sets[1] = live->receivers_set;
	for (size_t i = 0; i < given->set.n; i++)
		live->sets[i + 2] = given->set.at[i];
	n = given->set.n + 2;
	snprintf(live->port_set, sizeof live->port_set, "http.port=%d",
	    live->is->port);
	snprintf(live->address_set, sizeof live->address_set, "http.address=%s",
	    live->is->address ? live->is->address : "");
	if (live->is->port >= 0)
		live->sets[n++] = live->port_set;
	if (live->is->address)
		live->sets[n++] = live->address_set;
	live->args = (struct tcn_conf_args){ .file = given->file,
		.set = { .at = live->sets, .n = n } };
	return TCN_OK;
}

/* Reads the first article: the day begins with it. */
static enum tcn_rc
begin_day(struct live *live)
{
	struct tcn_arena arena;
	struct tcn_str line;
	enum tcn_rc rc = tcn_demo_next(live->is->demo, &line);

	if (rc)
		return rc;
	tcn_buf_str(&live->first, line);
	tcn_arena_init(&arena, 0);
	live->from_ms = due_at(&arena, line);
	tcn_arena_fini(&arena);
	return live->first.failed || live->from_ms == TCN_UNDATED ? TCN_NOMEM
								  : TCN_OK;
}

static void
say_where(const struct live *live, const struct tcn_conf *conf, unsigned port)
{
	char span[TCN_WHEN_BYTES];

	printf("http://127.0.0.1:%u/ shows what is breaking, as it happens.\n"
	       "A second here is %u of the day, which lasts %s. Ctrl-C ends "
	       "it.\nstore: %s   rules: %s\n",
	    port, live->is->speed,
	    tcn_when_span(TCN_DAY_MS / live->is->speed, span), live->db,
	    conf->rules.file ? conf->rules.file : "of the settings");
	fflush(stdout);
}

/* Starts the feeder, when the daemon listens. */
static int
start_feeder(struct live *live, const struct tcn_conf *conf, unsigned port)
{
	char sock[PATH_BYTES + 16];

	snprintf(sock, sizeof sock, "%s.sock", live->db);
	live->feeder = fork();
	if (live->feeder == 0)
		feed(live, port, conf->http.socket ? sock : NULL);
	if (live->feeder > 0)
		return TCN_EXIT_OK;
	tcn_say("demo: cannot start a process: %s", strerror(errno));
	return TCN_EXIT_FAILED;
}

static int
serve(struct live *live, const struct tcn_conf *conf)
{
	struct tcn_daemon *daemon;
	struct tcn_err err = { 0 };
	enum tcn_rc rc;
	int code;

	tcn_log_set_level(TCN_LOG_WARN);
	tcn_now_pace_set(live->from_ms, live->is->speed);
	rc = tcn_daemon_open(conf, live->db, &daemon, &err);
	if (rc)
		return tcn_say_rc(rc, &err);
	tcn_daemon_enable_reload(daemon, &live->args);
	say_where(live, conf, tcn_daemon_port(daemon));
	code = start_feeder(live, conf, tcn_daemon_port(daemon));
	if (!code)
		rc = tcn_daemon_run(daemon, &err);
	tcn_daemon_close(daemon);
	if (live->feeder > 0) {
		kill(live->feeder, SIGTERM);
		while (waitpid(live->feeder, NULL, 0) < 0 && errno == EINTR)
			continue;
	}
	return rc ? tcn_say_rc(rc, &err) : code;
}

int
tcn_verb_demo_live(const struct tcn_verb_demo_live *is)
{
	struct live live = { .is = is };
	struct tcn_conf conf;
	struct tcn_err err = { 0 };
	enum tcn_rc rc;
	int code;

	if (strlen(is->dir) > PATH_BYTES - 100) {
		tcn_say("demo: --dir is too long");
		return TCN_EXIT_USAGE;
	}
	snprintf(live.db, sizeof live.db, "%s/live.db", is->dir);
	snprintf(live.rules, sizeof live.rules, "%s/rules.yaml", is->dir);
	snprintf(live.receivers, sizeof live.receivers, "%s/receivers.yaml",
	    is->dir);
	rc = make_args(&live);
	if (!rc)
		rc = write_files(&live, &err);
	if (!rc)
		rc = begin_day(&live);
	code = rc ? tcn_say_rc(rc, &err) : tcn_conf_start(&live.args, &conf);
	if (!rc) {
		if (!code)
			code = serve(&live, &conf);
		tcn_conf_fini(&conf);
	}
	tcn_buf_fini(&live.first);
	tcn_mem_free(live.sets);
	return code;
}
