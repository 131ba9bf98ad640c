#include "tests/tools/serve/daemon/child.h"
#include "tests/base/temp.h"

#include <curl/curl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tools/base/log.h"
#include "tools/serve/daemon/daemon.h"

struct child child;

/* Of the daemon's process: what its loop came to, and the memory that the test
 * held before. */
static enum tcn_rc ended;
static size_t held;

static void
end_process(void)
{
	size_t now = tcn_mem_live_bytes();

	if (now != held)
		fprintf(stderr, "the daemon kept memory: %zu bytes of %zu\n",
		    now, held);
	_exit(ended || now != held ? 1 : 0);
}

/*
 * The daemon does not wait for a line that is being appended to a file
 * (tools/serve/deliver/file_writer.h): the thread that does it has its memory
 * until the disk has answered. So the last thread to end asks what was kept.
 */
_Noreturn static void
end_with_last_thread(enum tcn_rc rc)
{
	ended = rc;
	if (atexit(end_process) != 0)
		_exit(1);
	pthread_exit(NULL);
}

_Noreturn static void
serve(child_change *change, int to)
{
	struct tcn_daemon *daemon;
	struct tcn_conf conf;
	const struct tcn_conf_args args = { .file = child.conf };
	struct tcn_err err = { 0 };
	unsigned number;
	enum tcn_rc rc;

	held = tcn_mem_live_bytes();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGPIPE, SIG_IGN); /* as the program does */
	tcn_log_set_level(TCN_LOG_OFF);
	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	conf.http.port = 0;
	conf.http.body_max_bytes = 400000;
	if (change)
		change(&conf);
	rc = tcn_daemon_open(&conf, child.db, &daemon, &err);
	if (rc)
		_exit(1);
	tcn_daemon_enable_reload(daemon, &args);
	number = tcn_daemon_port(daemon);
	if (write(to, &number, sizeof number) != sizeof number)
		_exit(1);
	close(to);
	if (child.hook)
		child.hook(daemon);
	rc = tcn_daemon_run(daemon, &err);
	if (rc)
		fprintf(stderr, "the daemon failed: %s\n", err.text);
	tcn_daemon_close(daemon);
	tcn_conf_fini(&conf);
	end_with_last_thread(rc);
}

void
child_start(child_change *change)
{
	int ends[2];

	ck_assert_int_eq(pipe(ends), 0);
	child.pid = fork();
	ck_assert_int_ge(child.pid, 0);
	if (child.pid == 0) {
		close(ends[0]);
		serve(change, ends[1]);
	}
	close(ends[1]);
	ck_assert_int_eq(read(ends[0], &child.port, sizeof child.port),
	    sizeof child.port);
	close(ends[0]);
}

void
child_keep_log(void)
{
	ck_assert_ptr_nonnull(freopen(child.log, "w", stderr));
	tcn_log_set_level(TCN_LOG_WARN);
}

unsigned
child_logged(const char *text)
{
	char *all = temp_read(child.log);
	unsigned times = 0;

	for (const char *at = all; (at = strstr(at, text)); at++)
		times++;
	tcn_mem_free(all);
	return times;
}

bool
child_nap(unsigned *naps)
{
	const struct timespec moment = { .tv_nsec = 10000000 };

	nanosleep(&moment, NULL);
	return ++*naps < 10000;
}

int
child_stop(int number)
{
	int status = 0;

	if (child.pid > 0) {
		kill(child.pid, number);
		waitpid(child.pid, &status, 0);
	}
	child.pid = 0;
	return status;
}

void
child_setup(void)
{
	temp_dir(child.dir);
	snprintf(child.db, sizeof child.db, "%s/news.db", child.dir);
	snprintf(child.secrets, sizeof child.secrets, "%s/tokens", child.dir);
	snprintf(child.conf, sizeof child.conf, "%s/conf.yaml", child.dir);
	snprintf(child.log, sizeof child.log, "%s/log", child.dir);
	child.ca = NULL;
	child.hook = NULL;
	child.tls = CURL_SSLVERSION_DEFAULT;
}

void
child_teardown(void)
{
	child_stop(SIGKILL);
	temp_drop(child.dir);
	tcn_buf_fini(&child.answer);
	tcn_buf_fini(&child.head);
	child.answer = (struct tcn_buf){ 0 };
}

void
child_with_tokens(struct tcn_conf *conf)
{
	conf->http.tokens = child.secrets;
}

static void
write_file(const char *path, const char *text, mode_t mode)
{
	temp_write(path, text);
	ck_assert_int_eq(chmod(path, mode), 0);
}

void
child_write_tokens(const char *text, mode_t mode)
{
	write_file(child.secrets, text, mode);
}

void
child_write_conf(const char *yaml)
{
	write_file(child.conf, yaml, 0644);
}

size_t
child_append(char *bytes, size_t size, size_t n, void *to)
{
	tcn_buf_add(to, bytes, size * n);
	return size * n;
}

const char *
child_header(const char *name)
{
	static char value[256];
	size_t n = strlen(name);

	for (const char *at = child.head.at; at && *at;
	     at += strcspn(at, "\n"), at += *at == '\n') {
		if (strncasecmp(at, name, n) != 0 || at[n] != ':')
			continue;
		at += n + 1;
		at += strspn(at, " ");
		snprintf(value, sizeof value, "%.*s", (int)strcspn(at, "\r\n"),
		    at);
		return value;
	}
	return NULL;
}

long
child_call(const char *method, const char *path, const char *header,
    const char *body)
{
	CURL *easy = curl_easy_init();
	struct curl_slist *headers =
	    header ? curl_slist_append(NULL, header) : NULL;
	char url[512];
	long status = 0;

	tcn_buf_clear(&child.answer);
	tcn_buf_clear(&child.head);
	snprintf(url, sizeof url, "http%s://127.0.0.1:%u%s",
	    child.ca ? "s" : "", child.port, path);
	curl_easy_setopt(easy, CURLOPT_CAINFO, child.ca);
	curl_easy_setopt(easy, CURLOPT_SSLVERSION, child.tls);
	curl_easy_setopt(easy, CURLOPT_URL, url);
	curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, method);
	curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
	if (body)
		curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, body);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, child_append);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, &child.answer);
	curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, child_append);
	curl_easy_setopt(easy, CURLOPT_HEADERDATA, &child.head);
	curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, 60000L);
	curl_easy_setopt(easy, CURLOPT_PROXY, "");
	if (curl_easy_perform(easy) == CURLE_OK)
		curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
	curl_slist_free_all(headers);
	curl_easy_cleanup(easy);
	return status;
}

void
child_wants(const char *text)
{
	ck_assert_msg(child.answer.at && strstr(child.answer.at, text) != NULL,
	    "no '%s' in: %s", text, child.answer.at ? child.answer.at : "");
}

void
child_own_words(int number, char words[OWN_WORDS])
{
	size_t at = 0;

	for (int i = 0; i < 20; i++)
		at += (size_t)snprintf(words + at, OWN_WORDS - at, " own%c%d",
		    'a' + i, number);
}

struct tcn_store *
child_store(void)
{
	struct tcn_store *st;

	ck_assert_int_eq(tcn_store_open(child.db, TCN_STORE_EXISTING, &st,
			     NULL),
	    TCN_OK);
	return st;
}

void
child_post_pair(void)
{
	char body[512];
	long long now = (long long)time(NULL);
	static const char title[] = "Harbour engine violet thunder paper "
				    "glacier window cactus marble rocket";

	snprintf(body, sizeof body,
	    "[{\"id\":\"a\",\"source\":\"A\",\"ts\":%lld,\"title\":\"%s\"},"
	    "{\"id\":\"b\",\"source\":\"B\",\"ts\":%lld,\"title\":\"%s\"}]",
	    now, title, now, title);
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body), 200);
}
