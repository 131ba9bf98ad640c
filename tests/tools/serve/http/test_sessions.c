/*
 * Sessions: from the beginning to the end, and over a start of the daemon.
 */
#include "tests/base/run.h"

#include <openssl/sha.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "tests/base/temp.h"
#include "tools/serve/http/sessions.h"

#define NOW  ((int64_t)1764000000000)
#define HOUR ((int64_t)3600 * 1000)
#define DAY  (24 * HOUR)

static const unsigned char token[32] = "a token's digest", other[32] = "b";
static char dir[TEMP_BYTES], file[TEMP_BYTES + 16];
static struct tcn_sessions *sessions;
static struct tcn_err err;

static void
reopen(void)
{
	tcn_sessions_free(sessions);
	ck_assert_msg(tcn_sessions_open(file, &sessions, &err) == TCN_OK, "%s",
	    err.text);
}

static void
setup(void)
{
	temp_dir(dir);
	snprintf(file, sizeof file, "%s/a.sessions", dir);
	sessions = NULL;
	reopen();
}

static void
teardown(void)
{
	tcn_sessions_free(sessions);
	temp_drop(dir);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

/* Begins a session; returns what the browser keeps, until the next. */
static const char *
begin(const unsigned char *of, int64_t now_ms)
{
	static char id[TCN_SESSIONS_CHARS + 1];

	ck_assert_ptr_nonnull(tcn_sessions_begin(sessions, of,
	    tcn_str("Mozilla/5.0 (X11)"), now_ms, id));
	return id;
}

static const struct tcn_sessions_entry *
find(const char *id, int64_t now_ms)
{
	return tcn_sessions_find(sessions, tcn_str(id), now_ms);
}

START_TEST(a_session_is_found_by_what_the_browser_keeps)
{
	const char *id = begin(token, NOW);
	const struct tcn_sessions_entry *session = find(id, NOW);
	unsigned char digest[32];
	char wrong[TCN_SESSIONS_CHARS + 1];

	ck_assert_ptr_nonnull(session);
	ck_assert_uint_eq(strlen(id), 64);
	ck_assert_mem_eq(session->token, token, 32);
	ck_assert_str_eq(session->agent, "Mozilla/5.0 (X11)");
	ck_assert_uint_eq(strlen(session->csrf), 64);
	ck_assert_str_ne(session->csrf, id);
	SHA256((const unsigned char *)id, 64, digest);
	ck_assert_mem_eq(session->id, digest, 32);
	ck_assert_ptr_eq(tcn_sessions_of_digest(sessions, digest, NOW),
	    session);
	memcpy(wrong, id, sizeof wrong);
	wrong[63] ^= 1;
	ck_assert_ptr_null(find(wrong, NOW));
	wrong[63] = '\0';
	ck_assert_ptr_null(find(wrong, NOW));
	ck_assert_ptr_null(find("", NOW));
	ck_assert_ptr_null(find(session->csrf, NOW));
}
END_TEST

START_TEST(it_ends_when_it_is_not_used_and_in_any_case)
{
	const char *id = begin(token, NOW);
	int64_t now = NOW;

	ck_assert_ptr_nonnull(find(id, NOW + 12 * HOUR - 1));
	ck_assert_ptr_null(find(id, NOW + 12 * HOUR));
	for (; now < NOW + 30 * DAY; now += 11 * HOUR) {
		ck_assert_ptr_nonnull(find(id, now));
		tcn_sessions_touch(sessions, find(id, now), now);
		ck_assert_uint_eq(tcn_sessions_end(sessions, now, NULL, NULL),
		    0);
	}
	ck_assert_ptr_null(find(id, NOW + 30 * DAY));
	ck_assert_uint_eq(tcn_sessions_end(sessions, NOW + 30 * DAY, NULL,
			      NULL),
	    1);
	ck_assert_uint_eq(tcn_sessions_n(sessions), 0);
}
END_TEST

static bool
is_of(void *ctx, const struct tcn_sessions_entry *session)
{
	return memcmp(session->token, ctx, 32) == 0;
}

START_TEST(it_is_there_after_a_start_and_its_secret_is_in_no_file)
{
	char id[TCN_SESSIONS_CHARS + 1], csrf[TCN_SESSIONS_CHARS + 1];
	struct stat info;
	char *text;

	snprintf(id, sizeof id, "%s", begin(token, NOW));
	snprintf(csrf, sizeof csrf, "%s", find(id, NOW)->csrf);
	begin(other, NOW + 1);
	ck_assert_int_eq(access(file, F_OK), -1);
	ck_assert_int_eq(tcn_sessions_save(sessions, &err), TCN_OK);
	ck_assert_int_eq(stat(file, &info), 0);
	ck_assert_uint_eq(info.st_mode & 0777, 0600);
	text = temp_read(file);
	ck_assert_ptr_null(strstr(text, id));
	tcn_mem_free(text);
	reopen();
	ck_assert_uint_eq(tcn_sessions_n(sessions), 2);
	ck_assert_str_eq(find(id, NOW)->csrf, csrf);
	ck_assert_str_eq(find(id, NOW)->agent, "Mozilla/5.0 (X11)");
	ck_assert_int_eq(find(id, NOW)->made_ms, NOW);
	ck_assert_uint_eq(tcn_sessions_end(sessions, NOW, is_of,
			      (void *)(uintptr_t)token),
	    1);
	ck_assert_ptr_null(find(id, NOW));
	ck_assert_int_eq(tcn_sessions_save(sessions, &err), TCN_OK);
	reopen();
	ck_assert_uint_eq(tcn_sessions_n(sessions), 1);
}
END_TEST

START_TEST(there_are_not_too_many)
{
	char first[TCN_SESSIONS_CHARS + 1], seen[TCN_SESSIONS_CHARS + 1];
	unsigned char of[32] = { 0 };

	snprintf(first, sizeof first, "%s", begin(token, NOW));
	snprintf(seen, sizeof seen, "%s", begin(token, NOW));
	tcn_sessions_touch(sessions, find(seen, NOW), NOW + HOUR);
	for (int i = 2; i < TCN_SESSIONS_OF_TOKEN; i++)
		begin(token, NOW + i);
	ck_assert_ptr_nonnull(find(first, NOW));
	begin(token, NOW + 1000);
	ck_assert_ptr_null(find(first, NOW));
	ck_assert_ptr_nonnull(find(seen, NOW));
	ck_assert_uint_eq(tcn_sessions_n(sessions), TCN_SESSIONS_OF_TOKEN);
	for (int i = 0; i < TCN_SESSIONS_MAX; i++) {
		of[0] = (unsigned char)(i >> 8);
		of[1] = (unsigned char)(i + 1);
		begin(of, NOW + 2 * HOUR);
	}
	ck_assert_uint_eq(tcn_sessions_n(sessions), TCN_SESSIONS_MAX);
	ck_assert_int_eq(tcn_sessions_save(sessions, &err), TCN_OK);
	reopen();
	ck_assert_uint_eq(tcn_sessions_n(sessions), TCN_SESSIONS_MAX);
}
END_TEST

START_TEST(an_agent_is_made_fit_to_be_shown)
{
	static const char hostile[] =
	    "a\x1b[31m\r\nsession b\xe2\x80\xae\xff<b>";
	static char agent[5000];
	char id[TCN_SESSIONS_CHARS + 1];
	const struct tcn_sessions_entry *session;

	memset(agent, 'x', sizeof agent);
	memcpy(agent, hostile, sizeof hostile - 1);
	session = tcn_sessions_begin(sessions, token,
	    (struct tcn_str){ agent, sizeof agent }, NOW, id);
	ck_assert_ptr_null(strpbrk(session->agent, "\x1b\r\n\xff"));
	ck_assert_uint_le(strlen(session->agent), 4 * TCN_SESSIONS_AGENT);
	ck_assert_int_eq(tcn_sessions_save(sessions, &err), TCN_OK);
	reopen();
	ck_assert_uint_eq(tcn_sessions_n(sessions), 1);
	ck_assert_ptr_nonnull(find(id, NOW));
}
END_TEST

#define HEX64 "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

static const char *const broken[] = {
	"nonsense\n",
	"session\n",
	"session " HEX64 " " HEX64 " " HEX64 " 1\n",
	"session " HEX64 " " HEX64 " short 1 2 a\n",
	"session x" HEX64 " " HEX64 " " HEX64 " 1 2 a\n",
	"session " HEX64 " " HEX64 " " HEX64 " -1 2 a\n",
	"session " HEX64 " " HEX64 " " HEX64 " 1 9223372036854775807 a\n",
};

START_TEST(a_broken_file_is_told_and_replaced)
{
	temp_write(file, broken[_i]);
	ck_assert_int_eq(chmod(file, 0600), 0);
	tcn_sessions_free(sessions);
	ck_assert_int_eq(tcn_sessions_open(file, &sessions, &err), TCN_INVALID);
	ck_assert_str_eq(err.file, file);
	ck_assert_uint_eq(err.line, 1);
	ck_assert_uint_eq(tcn_sessions_n(sessions), 0);
	begin(token, NOW);
	ck_assert_int_eq(tcn_sessions_save(sessions, &err), TCN_OK);
	reopen();
	ck_assert_uint_eq(tcn_sessions_n(sessions), 1);
}
END_TEST

START_TEST(a_file_that_others_may_read_is_not_believed)
{
	begin(token, NOW);
	ck_assert_int_eq(tcn_sessions_save(sessions, &err), TCN_OK);
	ck_assert_int_eq(chmod(file, 0640), 0);
	tcn_sessions_free(sessions);
	ck_assert_int_eq(tcn_sessions_open(file, &sessions, &err), TCN_IO);
	ck_assert_ptr_nonnull(strstr(err.text, "others may read"));
	ck_assert_uint_eq(tcn_sessions_n(sessions), 0);
}
END_TEST

START_TEST(a_folder_that_cannot_be_written_is_told)
{
	char id[TCN_SESSIONS_CHARS + 1];

	tcn_sessions_free(sessions);
	ck_assert_int_eq(tcn_sessions_open("/nonexistent/a", &sessions, &err),
	    TCN_OK);
	snprintf(id, sizeof id, "%s", begin(token, NOW));
	ck_assert_int_eq(tcn_sessions_save(sessions, &err), TCN_IO);
	ck_assert_ptr_nonnull(strstr(err.text, "cannot be saved"));
	ck_assert_ptr_nonnull(find(id, NOW));
}
END_TEST

TCN_SUITE(sessions)
{
	Suite *s = suite_create("sessions");
	TCase *tc = tcase_create("sessions");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_session_is_found_by_what_the_browser_keeps);
	tcase_add_test(tc, it_ends_when_it_is_not_used_and_in_any_case);
	tcase_add_test(tc,
	    it_is_there_after_a_start_and_its_secret_is_in_no_file);
	tcase_add_test(tc, there_are_not_too_many);
	tcase_add_test(tc, an_agent_is_made_fit_to_be_shown);
	TCN_EACH(a_broken_file_is_told_and_replaced, broken);
	tcase_add_test(tc, a_file_that_others_may_read_is_not_believed);
	tcase_add_test(tc, a_folder_that_cannot_be_written_is_told);
	suite_add_tcase(s, tc);
	return s;
}
