#include "tools/serve/client/session.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <pwd.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/json_nesting.h"
#include "tools/base/json_out.h"
#include "tools/base/json_split.h"
#include "tools/base/say.h"
#include "tools/base/secret.h"
#include "tools/base/sock_path.h"
#include "tools/base/store_file.h"
#include "tools/base/target.h"
#include "tools/pipeline/desk.h"
#include "tools/pipeline/setup.h"

#define PATIENCE_MS 60000
#define UNIX        "unix:"
#define LOCALHOST   "http://localhost" /* by a socket */

/* --- open --- */

/* Takes the address: HTTP, HTTPS or a Unix socket. */
static enum tcn_rc
take_url(const char *url, struct tcn_client_conf *conf, struct tcn_err *err)
{
	conf->url = url;
	if (strncmp(url, UNIX, strlen(UNIX)) == 0) {
		conf->sock = url + strlen(UNIX);
		conf->url = LOCALHOST;
		return *conf->sock ? TCN_OK
				   : tcn_err_set(err, TCN_INVALID,
					 "--url unix:PATH names a socket");
	}
	return strncmp(url, "http://", 7) && strncmp(url, "https://", 8)
	    ? tcn_err_set(err, TCN_INVALID,
		  "--url %s: a daemon's address is like "
		  "http://127.0.0.1:8093",
		  url)
	    : TCN_OK;
}

/* The variable, unless it is empty. */
static const char *
environment(const char *name)
{
	const char *value = getenv(name);

	return value && *value ? value : NULL;
}

static const char *
token_file_of(const struct tcn_session_args *args)
{
	return args->token_file ? args->token_file
				: environment("TOCSIN_TOKEN_FILE");
}

/* Opens a daemon that the options or the environment name. */
static enum tcn_rc
open_url(struct tcn_session *session, const struct tcn_session_args *args,
    const char *url)
{
	struct tcn_client_conf conf = {
		.ca = args->ca,
		.give_up_ms = PATIENCE_MS,
	};
	enum tcn_rc rc;

	session->token_file = token_file_of(args);
	snprintf(session->url, sizeof session->url, "%s", url);
	rc = take_url(url, &conf, &session->err);
	if (!rc && session->token_file)
		rc = tcn_secret_read(session->token_file, &session->arena,
		    &conf.token, &session->err);
	return rc ? rc
		  : tcn_client_open(&conf, &session->client, &session->err);
}

/* Whether a daemon holds the store and listens on the socket at path. */
static bool
is_served(const char *db, char path[static TCN_SOCK_PATH_BYTES])
{
	struct tcn_store_holder holder;
	struct stat info;

	tcn_store_lock_holder(db, &holder);
	return holder.held && holder.serves &&
	    !tcn_store_lock_path(db, TCN_SOCK_PATH_SUFFIX, path,
		TCN_SOCK_PATH_BYTES) &&
	    lstat(path, &info) == 0 && S_ISSOCK(info.st_mode);
}

/* Opens the store, or the socket of the daemon that holds it. */
static enum tcn_rc
open_store(struct tcn_session *session, const char *db,
    const struct tcn_conf *conf, enum tcn_session_use use, const char *verb)
{
	static const enum tcn_store_mode modes[] = {
		[TCN_SESSION_READS] = TCN_STORE_READ_ONLY,
		[TCN_SESSION_WRITES] = TCN_STORE_EXISTING,
		[TCN_SESSION_MAKES] = TCN_STORE_CREATE,
	};
	struct tcn_client_conf client = {
		.url = LOCALHOST,
		.give_up_ms = PATIENCE_MS,
	};
	char path[TCN_SOCK_PATH_BYTES];
	enum tcn_rc rc = TCN_OK;

	if (use != TCN_SESSION_READS && is_served(db, path)) {
		client.sock = path;
		snprintf(session->url, sizeof session->url, UNIX "%s", path);
		return tcn_client_open(&client, &session->client,
		    &session->err);
	}
	if (use == TCN_SESSION_MAKES)
		tcn_store_file_make(db,
		    conf ? tcn_setup_store_mode(conf) : TCN_STORE_FILE_MODE);
	if (use != TCN_SESSION_READS)
		rc = tcn_store_lock_take_beside(db, verb, &session->lock,
		    &session->err);
	return rc ? rc
		  : tcn_api_local_open(db, modes[use], conf, &session->local,
			&session->err);
}

enum tcn_rc
tcn_session_client(const struct tcn_session_args *args, const char *usual,
    struct tcn_arena *arena, struct tcn_client_conf *conf, struct tcn_err *err)
{
	const char *url = args->url ? args->url : environment("TOCSIN_URL");
	char path[TCN_SOCK_PATH_BYTES];
	struct tcn_str copy;
	enum tcn_rc rc;

	conf->ca = args->ca;
	if (args->db && args->url)
		return tcn_err_set(err, TCN_INVALID,
		    "--db is a store and --url a daemon: name one of them");
	if (args->db && !is_served(args->db, path))
		return tcn_err_set(err, TCN_IO,
		    "no daemon holds %s, or it has no socket: start 'tocsin "
		    "run --db', or name one with --url",
		    args->db);
	if (args->db) {
		tcn_arena_str(arena, tcn_str(path), &copy);
		conf->sock = copy.at;
		conf->url = LOCALHOST;
		return TCN_OK;
	}
	assert(url || usual);
	rc = take_url(url ? url : usual, conf, err);
	return rc || !token_file_of(args)
	    ? rc
	    : tcn_secret_read(token_file_of(args), arena, &conf->token, err);
}

enum tcn_rc
tcn_session_open(struct tcn_session *session,
    const struct tcn_session_args *args, const struct tcn_conf *conf,
    enum tcn_session_use use, const char *verb)
{
	const char *url = args->url;
	enum tcn_rc rc;

	*session = (struct tcn_session){ 0 };
	tcn_arena_init(&session->arena, 0);
	if (args->db && url)
		return tcn_err_set(&session->err, TCN_INVALID,
		    "--db is a store and --url a daemon: name one of them");
	if (!args->db && !url)
		url = environment("TOCSIN_URL");
	if (!args->db && !url)
		return tcn_err_set(&session->err, TCN_INVALID,
		    "which store? Name it with --db FILE, or with --url URL "
		    "the daemon that holds it");
	rc = args->db ? open_store(session, args->db, conf, use, verb)
		      : open_url(session, args, url);
	if (!rc) /* later errors have nothing to do with the file */
		session->err = (struct tcn_err){ 0 };
	return rc;
}

bool
tcn_session_finds_daemon(const struct tcn_session_args *args)
{
	char path[TCN_SOCK_PATH_BYTES];

	if (args->db)
		return !args->url && is_served(args->db, path);
	return args->url || environment("TOCSIN_URL");
}

int
tcn_session_close(struct tcn_session *session, enum tcn_rc rc)
{
	int code =
	    rc ? tcn_say_rc(rc, &session->err) : tcn_say_out(&session->out);

	tcn_api_local_close(session->local);
	tcn_store_lock_release(session->lock);
	tcn_client_close(session->client);
	tcn_buf_fini(&session->out);
	tcn_buf_fini(&session->target);
	tcn_buf_fini(&session->body);
	tcn_buf_fini(&session->answer);
	tcn_arena_fini(&session->arena);
	return session->not_found && (!rc || rc == TCN_INVALID) ? TCN_EXIT_NO
								: code;
}

/* --- a call --- */

void
tcn_session_path(struct tcn_session *session, const char *path, ...)
{
	va_list args;

	tcn_buf_clear(&session->target);
	tcn_buf_clear(&session->body);
	va_start(args, path);
	for (; *path; path++) {
		if (strncmp(path, "{}", 2) == 0) {
			tcn_target_segment(&session->target,
			    tcn_str(va_arg(args, const char *)));
			path++;
		} else {
			tcn_buf_char(&session->target, *path);
		}
	}
	va_end(args);
}

void
tcn_session_param(struct tcn_session *session, const char *name,
    const char *value)
{
	tcn_target_param(&session->target, name, tcn_str(value));
}

void
tcn_session_param_choice(struct tcn_session *session, const char *name,
    const char *value, const char *usual)
{
	tcn_session_param(session, name, value && !*value ? usual : value);
}

void
tcn_session_param_uint(struct tcn_session *session, const char *name,
    uint64_t value)
{
	char digits[24];

	snprintf(digits, sizeof digits, "%" PRIu64, value);
	tcn_session_param(session, name, digits);
}

/* Notes why there was no answer. */
static enum tcn_rc
unreached(struct tcn_session *session)
{
	char why[sizeof session->err.text];

	snprintf(why, sizeof why, "%s", session->err.text);
	return tcn_err_set(&session->err, TCN_IO, "%s: %s", session->url, why);
}

/* The sentence of an answer that is an error; empty: it has none. */
static struct tcn_str
sentence_of(struct tcn_session *session)
{
	struct tcn_json_value root, why = { 0 };

	if (!tcn_json_read(tcn_buf_view(&session->answer), &session->arena,
		&root, NULL))
		why = tcn_json_member(&root, "error");
	return why.s;
}

/* Makes an error of an answer that no daemon would give. */
static enum tcn_rc
foreign(struct tcn_session *session)
{
	return tcn_err_set(&session->err, TCN_IO,
	    "what answers at %s (status %d) is no tocsin daemon", session->url,
	    session->status);
}

/* Makes an error of an answer whose status is not 2xx. */
static enum tcn_rc
refused(struct tcn_session *session)
{
	const struct tcn_str why = sentence_of(session);
	struct tcn_err *err = &session->err;
	const char *file = session->token_file;
	enum tcn_rc rc;

	if (!why.n)
		return foreign(session);
	if (session->client && session->status == 404 &&
	    strncmp(why.at, "no such path", 12) == 0)
		return tcn_err_set(err, TCN_IO,
		    "the daemon at %s does not know %.*s: it is of another "
		    "version than this program (" TCN_VERSION ")",
		    session->url, (int)strcspn(session->target.at, "?"),
		    session->target.at);
	if (session->status == 401 || session->status == 403)
		return tcn_err_set(err, TCN_IO, "%s: %.*s (%s%s)", session->url,
		    TCN_STR_ARG(why),
		    file ? "the token is that of "
			 : "name one with "
			   "--token-file FILE",
		    file ? file : "");
	rc = session->status == 404                            ? TCN_DONE
	    : session->status == 400 || session->status == 422 ? TCN_INVALID
							       : TCN_IO;
	return tcn_err_set(err, rc, "%.*s", TCN_STR_ARG(why));
}

static enum tcn_rc
call_daemon(struct tcn_session *session, const char *method)
{
	struct tcn_str answer;
	long status;
	enum tcn_rc rc =
	    tcn_client_call(session->client, method, session->target.at,
		tcn_buf_view(&session->body), &status, &answer, &session->err);

	if (rc)
		return rc == TCN_IO ? unreached(session) : rc;
	session->status = (int)status;
	tcn_buf_str(&session->answer, answer);
	return TCN_OK;
}

static enum evhttp_cmd_type
method_of(const char *name)
{
	static const struct {
		const char *name;
		enum evhttp_cmd_type method;
	} methods[] = {
		{ "GET", EVHTTP_REQ_GET },
		{ "POST", EVHTTP_REQ_POST },
		{ "PATCH", EVHTTP_REQ_PATCH },
		{ "DELETE", EVHTTP_REQ_DELETE },
	};
	size_t i = 0;

	while (strcmp(methods[i].name, name) != 0)
		i++;
	return methods[i].method;
}

static enum tcn_rc
call(struct tcn_session *session, const char *method,
    struct tcn_json_value *object)
{
	enum tcn_rc rc = TCN_OK;

	assert(session->local || session->client);
	session->err = (struct tcn_err){ 0 };
	tcn_buf_clear(&session->answer);
	if (session->local)
		session->status = tcn_api_local_call(session->local,
		    method_of(method), session->target.at,
		    tcn_buf_view(&session->body), &session->answer);
	else
		rc = call_daemon(session, method);
	if (rc)
		return rc;
	if (session->status / 100 != 2)
		return refused(session);
	if (!object)
		return TCN_OK;
	rc = tcn_json_read(tcn_buf_view(&session->answer), &session->arena,
	    object, NULL);
	return rc == TCN_INVALID ? foreign(session) : rc;
}

enum tcn_rc
tcn_session_get(struct tcn_session *session, struct tcn_json_value *object)
{
	return call(session, "GET", object);
}

enum tcn_rc
tcn_session_post(struct tcn_session *session, struct tcn_json_value *object)
{
	return tcn_session_send(session, "POST", object);
}

enum tcn_rc
tcn_session_send(struct tcn_session *session, const char *method,
    struct tcn_json_value *object)
{
	enum tcn_rc rc = call(session, method, object);

	tcn_buf_clear(&session->body);
	return rc;
}

enum tcn_rc
tcn_session_miss(struct tcn_session *session, enum tcn_rc rc)
{
	if (rc != TCN_DONE)
		return rc;
	tcn_say("%s", session->err.text);
	session->not_found = true;
	return TCN_OK;
}

/* --- answers --- */

/* Where the value that begins at `at` ends: a comma, or the bracket of what
 * holds it. */
static const char *
value_end(const char *at, const char *end)
{
	struct tcn_json_nesting state = { 0 };

	for (; at < end; at++) {
		bool outside = !state.depth && !state.in_string;

		if (outside && (*at == ',' || *at == '}' || *at == ']'))
			break;
		tcn_json_nesting_step(&state, *at);
	}
	return at;
}

struct tcn_str
tcn_session_member(const struct tcn_session *session, const char *name)
{
	const struct tcn_str all = tcn_str_trim(tcn_buf_view(&session->answer));
	const char *at = all.at, *end = all.at + all.n;
	size_t n = strlen(name);

	if (!all.n || *at++ != '{')
		return (struct tcn_str){ 0 };
	while (at < end && *at == '"') {
		const char *key = at + 1;
		const char *colon = value_end(at, end);

		colon = memchr(key, ':', (size_t)(colon - key));
		if (!colon)
			break;
		at = value_end(colon + 1, end);
		if (strncmp(key, name, n) == 0 && key[n] == '"')
			return (struct tcn_str){ colon + 1,
				(size_t)(at - colon - 1) };
		at += at < end;
	}
	return (struct tcn_str){ 0 };
}

enum tcn_rc
tcn_session_each(struct tcn_session *session, const char *name, bool json,
    tcn_session_row_fn *fn, void *ctx)
{
	const struct tcn_str list = tcn_session_member(session, name);
	struct tcn_json_split split;
	struct tcn_json_value row;
	struct tcn_arena arena;
	struct tcn_str object;
	enum tcn_rc rc;

	if (!list.n || *list.at != '[')
		return foreign(session);
	tcn_arena_init(&arena, 0);
	tcn_json_split_init(&split, list);
	while (!(rc = tcn_json_split_next(&split, &object, &session->err))) {
		tcn_arena_reset(&arena);
		if (json) {
			tcn_json_one_line(&session->out, object);
			continue;
		}
		rc = tcn_json_read(object, &arena, &row, &session->err);
		if (rc)
			break;
		fn(ctx, &row, &session->out);
	}
	tcn_arena_fini(&arena);
	if (rc == TCN_INVALID)
		rc = foreign(session);
	return rc == TCN_DONE ? TCN_OK : rc;
}

enum tcn_rc
tcn_session_expect(struct tcn_session *session,
    const struct tcn_json_value *answer, const char *name)
{
	return tcn_json_member(answer, name).kind == TCN_JSON_ABSENT
	    ? foreign(session)
	    : TCN_OK;
}

/* --- arguments --- */

/* A container often has a user without a name in its environment. */
static const char *
user(void)
{
	const char *name = getenv("USER");
	const struct passwd *entry;

	if (name && *name)
		return name;
	entry = getpwuid(geteuid());
	return entry ? entry->pw_name : "";
}

enum tcn_rc
tcn_session_author(struct tcn_session *session, const char *name)
{
	struct tcn_str author;
	enum tcn_rc rc;

	if (!name && session->token_file)
		return TCN_OK;
	rc = tcn_desk_clean_text("the author (--author NAME)",
	    tcn_str(name ? name : user()), TCN_DESK_NAME_CHARS, &session->arena,
	    &author, &session->err);
	if (!rc)
		tcn_json_str(&session->body, name ? "author" : "user", author);
	return rc;
}

enum tcn_rc
tcn_session_number(struct tcn_session *session, const char *text,
    const char *mend, uint64_t *number)
{
	char *end;

	assert(text && mend);
	errno = 0;
	*number = strtoull(text, &end, 10);
	if (errno || *end || *text < '0' || *text > '9')
		return tcn_err_set(&session->err, TCN_INVALID,
		    "'%s' is no number: '%s' shows them", text, mend);
	return TCN_OK;
}
