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
#include "tools/serve/client/client.h"
#include "tools/serve/daemon/daemon.h"

#define LOOK_MS    100 /* between two looks at what is due */
#define BATCH_MAX  ((size_t)4 << 20) /* bytes of a request */
#define GIVE_UP_MS 60000
#define PATH_BYTES 512
#define URL_BYTES  192
#define LEAD_S     20 /* of ours: so soon there is enough of the first event */
#define TOLD       12 /* events that are said to come */

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
	int64_t from_ms; /* where the clock begins, in the day */
	char url[URL_BYTES];
	pid_t feeder;
};

/* --- The feeder, a process of its own. --- */

struct feeder {
	struct live *live;
	struct tcn_client *client;
	struct tcn_buf batch;
	struct tcn_arena arena;
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
	enum tcn_rc rc = TCN_OK;

	if (f->batch.n)
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
wait_for(int64_t due_ms)
{
	static const struct timespec nap = { .tv_nsec = LOOK_MS * 1000000L };

	while (!tcn_stop_requested() && tcn_now_wall_ms() < due_ms)
		nanosleep(&nap, NULL);
	return !tcn_stop_requested();
}

/* Takes an article: sends what is due before it, when it is not yet due. */
static enum tcn_rc
take(struct feeder *f, struct tcn_str line, struct tcn_err *err)
{
	int64_t due_ms = due_at(&f->arena, line);
	enum tcn_rc rc = TCN_OK;

	if (due_ms > tcn_now_wall_ms() || f->batch.n > BATCH_MAX)
		rc = post(f, err);
	if (!rc && !wait_for(due_ms))
		return TCN_DONE;
	tcn_buf_str(&f->batch, line);
	tcn_buf_char(&f->batch, '\n');
	return rc;
}

/* Never returns. */
static void
feed(struct live *live, const char *sock)
{
	struct feeder f = { .live = live };
	const struct tcn_client_conf conf = {
		.url = sock ? "http://127.0.0.1" : live->url,
		.sock = sock,
		.give_up_ms = GIVE_UP_MS,
	};
	struct tcn_err err = { 0 };
	enum tcn_rc rc;

	prctl(PR_SET_PDEATHSIG, SIGTERM);
	tcn_stop_watch();
	tcn_arena_init(&f.arena, 0);
	rc = tcn_client_open(&conf, &f.client, &err);
	if (!rc) {
		struct tcn_str line;

		rc = TCN_OK;
		while (!rc && !(rc = tcn_demo_next(f.live->is->demo, &line)))
			rc = take(&f, line, &err);
		if (rc == TCN_DONE)
			rc = post(&f, &err);
	}
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
static void
make_args(struct live *live)
{
	const struct tcn_conf_args *given = live->is->conf;
	size_t n;

	live->sets = tcn_mem_calloc(given->set.n + 4, sizeof *live->sets);
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
}

/* The hidden event behind `after` (NULL: the first) in the order in which there
 * is enough of them to be found; NULL: there is none. */
static const struct tcn_demo_event *
next_event(const struct tcn_demo *demo, const struct tcn_demo_event *after)
{
	const struct tcn_demo_event *next = NULL, *events, *e;
	size_t n;

	events = tcn_demo_events(demo, &n);
	for (e = events; e < events + n; e++) {
		if (!e->threshold_ms ||
		    (after &&
			(e->threshold_ms < after->threshold_ms ||
			    (e->threshold_ms == after->threshold_ms &&
				e <= after))))
			continue;
		if (!next || e->threshold_ms < next->threshold_ms)
			next = e;
	}
	return next;
}

/* Where a browser on this machine finds the daemon. What listens on every
 * address is found on this machine's own. */
static void
write_url(struct live *live, const struct tcn_conf *conf, unsigned port)
{
	const char *at = conf->http.address ? conf->http.address : "127.0.0.1";
	bool v6;

	if (strcmp(at, "0.0.0.0") == 0)
		at = "127.0.0.1";
	else if (strcmp(at, "::") == 0)
		at = "::1";
	v6 = strchr(at, ':') != NULL;
	snprintf(live->url, sizeof live->url, "%s://%s%.100s%s:%u",
	    conf->http.tls_cert ? "https" : "http", v6 ? "[" : "", at,
	    v6 ? "]" : "", port);
}

/* What is to break, and when: by the reader's clock, and by the day's. */
static void
say_what_comes(const struct live *live)
{
	const struct tcn_demo_event *e = next_event(live->is->demo, NULL);
	char in[TCN_WHEN_BYTES], when[TCN_WHEN_BYTES];
	size_t n = 0, more = 0;

	if (e)
		printf("Events hidden in the day, each with the time from "
		       "which it can be found:\n");
	for (; e; e = next_event(live->is->demo, e)) {
		if (n++ >= TOLD) {
			more++;
			continue;
		}
		printf("  in %-10s  %s  %s\n",
		    tcn_when_span((e->threshold_ms - live->from_ms) /
			    live->is->speed,
			in),
		    tcn_when_short(e->threshold_ms, when), e->what);
	}
	if (more)
		printf("  and %zu more\n", more);
}

static void
say_where(const struct live *live, const struct tcn_conf *conf)
{
	char now[TCN_WHEN_BYTES], each[TCN_WHEN_BYTES], left[TCN_WHEN_BYTES];

	printf("%s/ shows what is breaking, as it happens.\n"
	       "The day is invented, and its clock is at %s UTC. A second here "
	       "is %s\nof it; it is over in %s. Ctrl-C ends it.\n",
	    live->url, tcn_when_short(live->from_ms, now),
	    tcn_when_span(live->is->speed * INT64_C(1000), each),
	    tcn_when_span((live->is->until_ms - live->from_ms) /
		    live->is->speed,
		left));
	say_what_comes(live);
	printf("store: %s   rules: %s\n", live->db,
	    conf->rules.file ? conf->rules.file : "of the settings");
	fflush(stdout);
}

/* Starts the feeder, when the daemon listens. */
static int
start_feeder(struct live *live, const struct tcn_conf *conf)
{
	char sock[PATH_BYTES + 16];

	snprintf(sock, sizeof sock, "%s.sock", live->db);
	live->feeder = fork();
	if (live->feeder == 0)
		feed(live, conf->http.socket ? sock : NULL);
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
	tcn_now_pace_set(live->from_ms, live->is->speed, live->is->until_ms);
	rc = tcn_daemon_open(conf, live->db, &daemon, &err);
	if (rc)
		return tcn_say_rc(rc, &err);
	tcn_daemon_enable_reload(daemon, &live->args);
	write_url(live, conf, tcn_daemon_port(daemon));
	say_where(live, conf);
	code = start_feeder(live, conf);
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
	const struct tcn_demo_event *first;

	if (strlen(is->dir) > PATH_BYTES - 100) {
		tcn_say("demo: --dir is too long");
		return TCN_EXIT_USAGE;
	}
	snprintf(live.db, sizeof live.db, "%s/live.db", is->dir);
	snprintf(live.rules, sizeof live.rules, "%s/rules.yaml", is->dir);
	snprintf(live.receivers, sizeof live.receivers, "%s/receivers.yaml",
	    is->dir);
	make_args(&live);
	rc = write_files(&live, &err);
	/* The clock begins shortly before there is enough of the first event.
	 * What the day has brought until then comes at once, so that the window
	 * is warm. */
	first = next_event(live.is->demo, NULL);
	live.from_ms = live.is->start_ms;
	if (first &&
	    first->threshold_ms - live.from_ms >
		LEAD_S * INT64_C(1000) * live.is->speed)
		live.from_ms = first->threshold_ms -
		    LEAD_S * INT64_C(1000) * live.is->speed;
	code = rc ? tcn_say_rc(rc, &err) : tcn_conf_start(&live.args, &conf);
	if (!rc) {
		if (!code)
			code = serve(&live, &conf);
		tcn_conf_fini(&conf);
	}
	tcn_mem_free(live.sets);
	return code;
}
