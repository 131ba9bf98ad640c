#include "tools/serve/http/sessions.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <stdio.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/base/hex.h"
#include "tools/base/private.h"
#include "tools/base/safe.h"

#define LINE_BYTES 1024

static_assert(TCN_SESSIONS_DIGEST == SHA256_DIGEST_LENGTH, "a SHA-256");

struct tcn_sessions {
	char *file; /* NULL: in memory only */
	struct tcn_sessions_entry *at;
	size_t n, cap;
	bool changed; /* since the file was written */
};

void
tcn_sessions_free(struct tcn_sessions *s)
{
	if (!s)
		return;
	tcn_mem_free(s->at);
	tcn_mem_free(s->file);
	tcn_mem_free(s);
}

/* --- the file --- */

static void
write_line(const struct tcn_sessions_entry *session, struct tcn_buf *out)
{
	char id[2 * TCN_SESSIONS_DIGEST + 1],
	    token[2 * TCN_SESSIONS_DIGEST + 1];

	tcn_hex_write(session->id, TCN_SESSIONS_DIGEST, id);
	tcn_hex_write(session->token, TCN_SESSIONS_DIGEST, token);
	tcn_buf_printf(out, "session %s %s %s %" PRId64 " %" PRId64 " %s\n", id,
	    token, session->csrf, session->made_ms, session->seen_ms,
	    session->agent);
}

enum tcn_rc
tcn_sessions_save(struct tcn_sessions *s, struct tcn_err *err)
{
	struct tcn_buf text = { 0 };
	enum tcn_rc rc;

	if (!s->file || !s->changed)
		return TCN_OK;
	tcn_buf_z(&text,
	    "# Who is logged in at tocsin. Keep it to yourself.\n");
	for (size_t i = 0; i < s->n; i++)
		write_line(&s->at[i], &text);
	rc = tcn_private_write(s->file, tcn_buf_view(&text),
	    "the sessions cannot be saved", err);
	tcn_buf_fini(&text);
	s->changed = rc != TCN_OK;
	return rc;
}

static struct tcn_sessions_entry *
add_session(struct tcn_sessions *s, const struct tcn_sessions_entry *session)
{
	struct tcn_sessions_entry *at =
	    tcn_mem_grow(s->at, &s->cap, s->n + 1, sizeof *at);

	s->at = at;
	at[s->n] = *session;
	return &at[s->n++];
}

/* Sets the session's user agent to text, made safe to be shown. */
static void
set_agent(struct tcn_sessions_entry *session, struct tcn_str text)
{
	struct tcn_str clean = { 0 };
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	session->agent[0] = '\0';
	tcn_safe_text(&arena, text, TCN_SESSIONS_AGENT, &clean);
	if (clean.n < sizeof session->agent) {
		memcpy(session->agent, clean.at, clean.n);
		session->agent[clean.n] = '\0';
	}
	tcn_arena_fini(&arena);
}

static bool
read_session(const char *line, struct tcn_sessions_entry *session)
{
	char id[65], token[65], csrf[65];
	int used = 0;

	*session = (struct tcn_sessions_entry){ 0 };
	if (sscanf(line, "session %64s %64s %64s %" SCNd64 " %" SCNd64 "%n", id,
		token, csrf, &session->made_ms, &session->seen_ms, &used) != 5)
		return false;
	if (!tcn_hex_read(tcn_str(id), session->id, TCN_SESSIONS_DIGEST) ||
	    !tcn_hex_read(tcn_str(token), session->token,
		TCN_SESSIONS_DIGEST) ||
	    strlen(csrf) != TCN_SESSIONS_CHARS || session->made_ms < 0 ||
	    session->seen_ms < 0 || session->made_ms > INT64_MAX / 2 ||
	    session->seen_ms > INT64_MAX / 2)
		return false;
	memcpy(session->csrf, csrf, sizeof csrf);
	set_agent(session, tcn_str(line + used));
	return true;
}

static enum tcn_rc
read_line(struct tcn_sessions *s, const char *line, struct tcn_err *err)
{
	struct tcn_sessions_entry session;

	if (*line == '#' || *line == '\0')
		return TCN_OK;
	if (s->n == TCN_SESSIONS_MAX || !read_session(line, &session))
		return tcn_err_set(err, TCN_INVALID,
		    "a line is 'session ID TOKEN CSRF MADE SEEN AGENT', and "
		    "there are at most %d: all must log in again",
		    TCN_SESSIONS_MAX);
	add_session(s, &session);
	return TCN_OK;
}

static enum tcn_rc
read_lines(struct tcn_sessions *s, FILE *file, struct tcn_err *err)
{
	char line[LINE_BYTES];
	enum tcn_rc rc = TCN_OK;

	for (unsigned long n = 1; !rc && fgets(line, sizeof line, file); n++) {
		line[strcspn(line, "\r\n")] = '\0';
		rc = read_line(s, line, err);
		if (rc)
			tcn_err_at(err, s->file, n, 0);
	}
	return rc;
}

static enum tcn_rc
load(struct tcn_sessions *s, struct tcn_err *err)
{
	FILE *file = fopen(s->file, "re");
	struct stat info;
	enum tcn_rc rc;

	if (!file && errno == ENOENT)
		return TCN_OK;
	tcn_err_at(err, s->file, 0, 0);
	if (!file || fstat(fileno(file), &info) != 0)
		rc = tcn_err_set(err, TCN_IO,
		    "who was logged in cannot be read: %s", strerror(errno));
	else if (!tcn_private_is(s->file, info.st_mode))
		rc = tcn_err_set(err, TCN_IO,
		    "others may read who is logged in, so all must log in "
		    "again");
	else
		rc = read_lines(s, file, err);
	if (file)
		fclose(file);
	if (rc) {
		s->n = 0;
		s->changed = true;
	}
	return rc;
}

enum tcn_rc
tcn_sessions_open(const char *file, struct tcn_sessions **out,
    struct tcn_err *err)
{
	struct tcn_sessions *s = tcn_mem_calloc(1, sizeof *s);
	enum tcn_rc rc = TCN_OK;

	*out = NULL;
	if (file) {
		s->file = tcn_mem_dupz(file, strlen(file));
		rc = load(s, err);
	}
	*out = s;
	return rc;
}

/* --- the sessions --- */

int64_t
tcn_sessions_ends_ms(const struct tcn_sessions_entry *session)
{
	int64_t idle = session->seen_ms + TCN_SESSIONS_IDLE_MS;
	int64_t life = session->made_ms + TCN_SESSIONS_LIFE_MS;

	return idle < life ? idle : life;
}

static void
remove_session(struct tcn_sessions *s, size_t i)
{
	s->n--;
	memmove(s->at + i, s->at + i + 1, (s->n - i) * sizeof *s->at);
	s->changed = true;
}

static bool
has_token(const struct tcn_sessions_entry *session, const unsigned char *token)
{
	return !token ||
	    memcmp(session->token, token, TCN_SESSIONS_DIGEST) == 0;
}

/* Ends the least recently seen session of the token (NULL: of any token) if
 * there are `most` of them. */
static void
make_room(struct tcn_sessions *s, const unsigned char *token, size_t most)
{
	size_t n = 0, oldest = 0;

	for (size_t i = 0; i < s->n; i++) {
		if (!has_token(&s->at[i], token))
			continue;
		if (n++ == 0 || s->at[i].seen_ms < s->at[oldest].seen_ms)
			oldest = i;
	}
	if (n >= most)
		remove_session(s, oldest);
}

/* Draws a random number and writes it in hexadecimal digits. */
static bool
draw_secret(char to[TCN_SESSIONS_CHARS + 1])
{
	unsigned char bytes[TCN_SESSIONS_CHARS / 2];
	bool ok = RAND_bytes(bytes, sizeof bytes) == 1;

	tcn_hex_write(bytes, sizeof bytes, to);
	OPENSSL_cleanse(bytes, sizeof bytes);
	return ok;
}

const struct tcn_sessions_entry *
tcn_sessions_begin(struct tcn_sessions *s,
    const unsigned char token[TCN_SESSIONS_DIGEST], struct tcn_str agent,
    int64_t now_ms, char id[TCN_SESSIONS_CHARS + 1])
{
	struct tcn_sessions_entry session = { .made_ms = now_ms,
		.seen_ms = now_ms };

	if (!draw_secret(id) || !draw_secret(session.csrf))
		return NULL;
	SHA256((const unsigned char *)id, TCN_SESSIONS_CHARS, session.id);
	memcpy(session.token, token, TCN_SESSIONS_DIGEST);
	set_agent(&session, agent);
	make_room(s, token, TCN_SESSIONS_OF_TOKEN);
	make_room(s, NULL, TCN_SESSIONS_MAX);
	s->changed = true;
	return add_session(s, &session);
}

const struct tcn_sessions_entry *
tcn_sessions_of_digest(const struct tcn_sessions *s,
    const unsigned char id[TCN_SESSIONS_DIGEST], int64_t now_ms)
{
	const struct tcn_sessions_entry *found = NULL;

	for (size_t i = 0; i < s->n; i++)
		if (CRYPTO_memcmp(id, s->at[i].id, TCN_SESSIONS_DIGEST) == 0)
			found = &s->at[i];
	return found && now_ms < tcn_sessions_ends_ms(found) ? found : NULL;
}

const struct tcn_sessions_entry *
tcn_sessions_find(const struct tcn_sessions *s, struct tcn_str id,
    int64_t now_ms)
{
	unsigned char digest[TCN_SESSIONS_DIGEST];

	if (id.n != TCN_SESSIONS_CHARS)
		return NULL;
	SHA256((const unsigned char *)id.at, id.n, digest);
	return tcn_sessions_of_digest(s, digest, now_ms);
}

void
tcn_sessions_touch(struct tcn_sessions *s,
    const struct tcn_sessions_entry *session, int64_t now_ms)
{
	struct tcn_sessions_entry *at = &s->at[session - s->at];

	assert(session >= s->at && session < s->at + s->n);
	at->seen_ms = now_ms;
	s->changed = true;
}

size_t
tcn_sessions_end(struct tcn_sessions *s, int64_t now_ms,
    tcn_sessions_is_over_fn *is_over, void *ctx)
{
	const size_t before = s->n;

	for (size_t i = s->n; i-- > 0;)
		if (now_ms >= tcn_sessions_ends_ms(&s->at[i]) ||
		    (is_over && is_over(ctx, &s->at[i])))
			remove_session(s, i);
	return before - s->n;
}

size_t
tcn_sessions_n(const struct tcn_sessions *s)
{
	return s->n;
}

const struct tcn_sessions_entry *
tcn_sessions_at(const struct tcn_sessions *s, size_t i)
{
	assert(i < s->n);
	return &s->at[i];
}
