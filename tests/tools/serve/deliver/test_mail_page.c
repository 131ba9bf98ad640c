/*
 * The page that a mail carries is printed when the mail is sent: by a shell
 * script in the place of a browser.
 */
#include "tests/base/run.h"

#include <dirent.h>
#include <event2/event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/base/mem.h"
#include "tests/tools/serve/deliver/heard.h"
#include "tests/tools/serve/deliver/mailbox.h"
#include "tools/base/log.h"
#include "tools/base/mime64.h"
#include "tools/serve/deliver/mail_page.h"
#include "tools/serve/deliver/transport.h"

static char dir[TEMP_BYTES], program[TEMP_BYTES + 16];
static struct tcn_buf mail;

static void
setup(void)
{
	temp_dir(dir);
	heard_init(dir);
	ck_assert(!setenv("TMPDIR", dir, 1));
	snprintf(program, sizeof program, "%s/browser", dir);
	mail = (struct tcn_buf){ 0 };
	tcn_log_set_level(TCN_LOG_ERROR);
}

static void
teardown(void)
{
	tcn_buf_fini(&mail);
	unsetenv("TMPDIR");
	temp_drop(dir);
}

/* A mail with a page of so many bytes. */
static void
write_mail(size_t bytes)
{
	struct tcn_buf page = { 0 };

	tcn_buf_z(&page, "<p>News");
	while (page.n < bytes)
		tcn_buf_char(&page, (char)('a' + page.n % 26));
	tcn_buf_z(&mail, "Subject: x\r\n");
	tcn_mail_page_open(&mail);
	tcn_buf_z(&mail, "Content-Type: text/plain\r\n\r\nHello\r\n");
	tcn_mail_page_add(tcn_str("morning-12"), tcn_buf_view(&page), &mail);
	tcn_buf_fini(&page);
}

START_TEST(a_page_is_found_and_replaced)
{
	static const size_t sizes[] = { 7, 8, 9, 57, 58, 100000 };
	struct tcn_mail_page page;
	struct tcn_buf html = { 0 }, out = { 0 };

	write_mail(sizes[_i]);
	ck_assert(tcn_mail_page_find(tcn_buf_view(&mail), &page));
	ck_assert(tcn_str_equal(page.name, tcn_str("morning-12")));
	ck_assert(tcn_mail_page_html(&page, &html));
	ck_assert_uint_eq(html.n, sizes[_i]);
	ck_assert(!strncmp(html.at, "<p>News", 7));
	tcn_mail_page_put(&page, tcn_str("%PDF-1.4 x"), &out);
	ck_assert_str_eq(out.at,
	    "Subject: x\r\n"
	    "Content-Type: multipart/mixed;\r\n boundary=\"--mixed-parts\""
	    "\r\n\r\n----mixed-parts\r\n"
	    "Content-Type: text/plain\r\n\r\nHello\r\n"
	    "----mixed-parts\r\nContent-Type: application/pdf;\r\n"
	    " name=\"morning-12.pdf\"\r\n"
	    "Content-Transfer-Encoding: base64\r\n"
	    "Content-Disposition: attachment;\r\n"
	    " filename=\"morning-12.pdf\"\r\n\r\n"
	    "JVBERi0xLjQgeA==\r\n----mixed-parts--\r\n");
	ck_assert(!tcn_mail_page_find(tcn_buf_view(&out), &page));
	tcn_buf_fini(&html);
	tcn_buf_fini(&out);
}
END_TEST

/* Wherever a mail is cut off, its page is found whole or not at all. */
START_TEST(a_damaged_mail_has_no_page)
{
	struct tcn_mail_page page;
	struct tcn_buf damaged = { 0 };

	write_mail(200);
	for (size_t n = 0; n < mail.n; n++) {
		struct tcn_buf html = { 0 };
		bool found =
		    tcn_mail_page_find((struct tcn_str){ mail.at, n }, &page);

		ck_assert(!found ||
		    (tcn_mail_page_html(&page, &html) && html.n == 200));
		tcn_buf_fini(&html);
	}
	mail.at[mail.n - 30] = '!';
	ck_assert(tcn_mail_page_find(tcn_buf_view(&mail), &page));
	ck_assert(!tcn_mail_page_html(&page, &damaged));
	tcn_buf_fini(&damaged);
}
END_TEST

START_TEST(what_is_packed_is_unpacked)
{
	char bytes[300];

	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (char)(i * 7);
	for (size_t n = 0; n <= sizeof bytes; n++) {
		struct tcn_buf packed = { 0 }, back = { 0 };

		tcn_mime64_pack((struct tcn_str){ bytes, n }, &packed);
		ck_assert(tcn_mime64_unpack(tcn_buf_view(&packed), &back));
		ck_assert(tcn_str_equal(tcn_buf_view(&back),
		    (struct tcn_str){ bytes, n }));
		for (const char *at = packed.n ? packed.at : ""; *at;
		     at = strchr(at, '\n') + 1)
			ck_assert_uint_le(strcspn(at, "\r"), 76);
		tcn_buf_fini(&packed);
		tcn_buf_fini(&back);
	}
	ck_assert(!tcn_mime64_unpack(tcn_str("abc"), &(struct tcn_buf){ 0 }));
	ck_assert(!tcn_mime64_unpack(tcn_str("===="), &(struct tcn_buf){ 0 }));
}
END_TEST

/* --- sent --- */

static bool done, ok;

static void
on_result(void *ctx, const struct tcn_transport_result *result)
{
	(void)ctx;
	done = true;
	ok = result->ok;
}

/* A browser that prints by these lines, in which $pdf and $page are files. */
static void
write_browser(const char *does)
{
	FILE *file = fopen(program, "w");

	ck_assert(file);
	fprintf(file,
	    "#!/bin/sh\nfor word; do case $word in\n"
	    "--print-to-pdf=*) pdf=${word#*=} ;;\n*) page=$word ;;\n"
	    "esac; done\n%s\n",
	    does);
	fclose(file);
	ck_assert(!chmod(program, 0700));
}

/* Nothing of the printing is left: there are the program and what was heard. */
static void
must_be_tidy(void)
{
	struct dirent *entry;
	DIR *all = opendir(dir);
	int n = 0;

	while ((entry = readdir(all)))
		n += strncmp(entry->d_name, "tocsin-", 7) == 0;
	closedir(all);
	ck_assert_int_eq(n, 0);
}

static struct tcn_receiver_set *
read_receiver(unsigned port)
{
	struct tcn_receiver_set *all;
	struct tcn_err err = { 0 };
	char yaml[256];

	snprintf(yaml, sizeof yaml,
	    "receivers:\n - {name: r, kind: smtp, url: 'smtp://127.0.0.1:%u', "
	    "allow_private: true, from: a@b.example, to: [c@d.example]}\n",
	    port);
	ck_assert_msg(!tcn_receiver_set_parse("r", tcn_str(yaml), &all, &err),
	    "%s", err.text);
	return all;
}

/* Sends the mail, or lets go of it while the browser is at work. */
static void
send_mail(const char *browser, bool waits)
{
	struct event_base *base = event_base_new();
	struct tcn_receiver_set *all =
	    read_receiver(mailbox_start(heard, "250 ok"));
	const struct tcn_channel_outgoing outgoing = { .receiver = &all->at[0],
		.event = TCN_STR("edition-morning"),
		.revision = 12,
		.body = tcn_buf_view(&mail) };
	struct tcn_transport *transport;
	size_t n;

	transport = tcn_transport_new(base, "test");
	tcn_transport_set_browser(transport, browser);
	done = ok = false;
	ck_assert(!tcn_transport_send(transport, &outgoing, on_result, NULL));
	while (waits && !done) {
		ck_assert(!tcn_transport_check(transport, &n, NULL));
		ck_assert_uint_eq(n, 1);
		event_base_loop(base, EVLOOP_ONCE);
	}
	ck_assert(!tcn_transport_check(transport, &n, NULL));
	tcn_transport_free(transport);
	mailbox_stop();
	tcn_receiver_set_free(all);
	event_base_free(base);
	must_be_tidy();
}

static const struct {
	const char *does;
	bool prints;
} browsers[] = {
	{ "grep -q '<p>News' $page && printf '%%PDF-1.4 x' >$pdf", true },
	/* What it leaves behind ends with it. */
	{ "printf '%%PDF-1.4 x' >$pdf; sleep 1000 & :", true },
	{ "exit 1", false },
	{ ":", false },
	{ "echo none >$pdf", false },
	{ "kill -9 $$", false },
	{ "test -z \"$TOCSIN_KEY\" && test -d \"$HOME\" && "
	  "printf '%%PDF-1.4 x' >$pdf",
	    true },
};

/* The mail goes out, with the print or with the page. */
START_TEST(a_mail_is_printed)
{
	write_mail(40);
	write_browser(browsers[_i].does);
	send_mail(program, true);
	ck_assert(ok);
	ck_assert_int_eq(strstr(all_heard(), "morning-12.pdf") != NULL,
	    browsers[_i].prints);
	ck_assert_int_eq(strstr(all_heard(), "JVBERi0xLjQgeA==") != NULL,
	    browsers[_i].prints);
	ck_assert_int_eq(strstr(all_heard(), "morning-12.html") != NULL,
	    !browsers[_i].prints);
}
END_TEST

START_TEST(without_a_browser_the_page_is_sent)
{
	write_mail(40);
	send_mail("/none/such", true);
	ck_assert(ok);
	ck_assert_ptr_nonnull(strstr(all_heard(), "morning-12.html"));
}
END_TEST

/* Who stops while a page is printed leaves no browser and no folder. */
START_TEST(a_printing_is_aborted)
{
	write_mail(40);
	write_browser("sleep 1000");
	send_mail(program, false);
	ck_assert(!done);
}
END_TEST

TCN_TESTS(mail_page)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, a_page_is_found_and_replaced, 0, 6);
	tcase_add_test(tc, a_damaged_mail_has_no_page);
	tcase_add_test(tc, what_is_packed_is_unpacked);
	TCN_EACH(a_mail_is_printed, browsers);
	tcase_add_test(tc, without_a_browser_the_page_is_sent);
	tcase_add_test(tc, a_printing_is_aborted);
}
