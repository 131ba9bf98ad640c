/* Messages in the language of their receiver. */
#include "tests/base/run.h"

#include <inttypes.h>
#include <openssl/evp.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "tests/base/temp.h"
#include "tests/tools/serve/deliver/newsroom.h"
#include "tools/base/file.h"
#include "tools/serve/deliver/channel.h"
#include "tools/serve/deliver/digest.h"
#include "tools/serve/deliver/message_words.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define MORNING_MS   INT64_C(1795296957312)

/* One of each kind that takes a language; each receiver is in each. */
static const char receivers_yaml[] =
    "receivers:\n"
    "  - {name: slack, kind: slack, url: https://x, language: %1$s}\n"
    "  - {name: teams, kind: teams, url: https://x, language: %1$s}\n"
    "  - {name: discord, kind: discord, url: https://x, language: %1$s}\n"
    "  - {name: alerts, kind: alertmanager, url: https://x, "
    "language: %1$s}\n"
    "  - {name: mail, kind: smtp, url: smtp://x, from: a@b.example, "
    "to: [c@d.example], language: %1$s}\n"
    "  - {name: hook, kind: webhook, url: https://x, language: %1$s, body: "
    "'{\"t\": \"{{word}}: {{headline}}, {{likely}}: {{why}}\", \"s\": "
    "\"{{severity}} {{state}}\"}'}\n";

static const struct tcn_event_part parts[] = {
	{ TCN_STR("name"), TCN_STR("most texts share a rare name"), 1.4 },
	{ TCN_STR("lift"),
	    TCN_STR("2.5 times as large as any story like it in the days "
		    "before"),
	    0.4 },
	{ TCN_STR("texts"), TCN_STR("only 9 different texts"), -0.9 },
};
static const struct tcn_event_reason reason = { 0.874, 0.5, parts, 3 };

static const struct tcn_message_item items[] = {
	{ TCN_STR("1"), TCN_STR("The Wire"), TCN_STR("Quake shakes coast"),
	    TCN_STR("https://wire.example/1"), MORNING_MS - 60000 },
	{ TCN_STR("2"), TCN_STR("El Hilo"), TCN_STR("Un sismo sacude"),
	    TCN_STR("https://hilo.example/2"), MORNING_MS },
};

static struct tcn_event event;

/* An event as a receiver may hear of it: by the number of a shape. */
static const char *const shapes[] = { "new", "update", "merged", "again",
	"closed since", "unacknowledged", "test", "digest" };

static struct tcn_message_content
shape(size_t i)
{
	static struct tcn_message_content lines[2];
	static struct tcn_digest_content digest;
	struct tcn_message_content message = {
		.event = &event,
		.severity = "critical",
		.headline = TCN_STR("Quake shakes coast"),
		.url = TCN_STR("https://wire.example/1"),
		.terms = TCN_STR("quake, coast"),
		.items = items,
		.items_n = 2,
		.report = TCN_STR("https://desk.example/v1/events/e1/report"),
		.merged = { TCN_STR(""), TCN_STR(""), TCN_STR("") },
		.key = TCN_STR("e1-3-r"),
		.now_ms = MORNING_MS,
		.first = i == 0 || i == 4 || i > 5,
		.step = i == 5,
		.test = i == 6,
	};

	event = (struct tcn_event){
		.id = "e1",
		.rule = TCN_STR("quakes"),
		.revision = 3,
		.state = i == 1 ? TCN_EVENT_UPDATED
		    : i == 2    ? TCN_EVENT_CLOSED
		    : i == 3    ? TCN_EVENT_REOPENED
		    : i == 4    ? TCN_EVENT_CLOSED
				: TCN_EVENT_OPEN,
		.severity = TCN_SEVERITY_CRITICAL,
		.fired_ms = MORNING_MS,
		.items = 1240,
		.origins = 12,
		.publishers = 1,
		.reason = &reason,
		.languages = { .at = { "en", "es" }, .n = 2 },
	};
	if (i == 2)
		message.merged = (struct tcn_message_merged){ TCN_STR("e2"),
			TCN_STR("Strong quake"),
			TCN_STR("https://desk.example/v1/events/e2/report") };
	if (i != 7)
		return message;
	lines[0] = lines[1] = message;
	lines[1].severity = "low";
	digest = (struct tcn_digest_content){
		.by = TCN_OUTBOX_HOLD_RULE_CAP,
		.lines = lines,
		.lines_n = 2,
		.told = 7,
		.acknowledged = 1,
		.silenced = 2,
		.resumes_ms = MORNING_MS + 3600000,
	};
	message.digest = &digest;
	message.headline = tcn_str("7");
	return message;
}

/* Sets the language of a message and of what it tells of. */
static void
speak(struct tcn_message_content *message, const struct tcn_words *words)
{
	message->words = words;
	for (size_t i = 0; message->digest && i < message->digest->lines_n; i++)
		((struct tcn_message_content *)(uintptr_t)&message->digest
			->lines[i])
		    ->words = words;
}

/* Appends a mail with its text readable. */
static void
add_mail(struct tcn_str mail, struct tcn_buf *out)
{
	const char *body = memmem(mail.at, mail.n, "\r\n\r\n", 4);
	unsigned char bytes[80];

	ck_assert_ptr_nonnull(body);
	for (const char *at = mail.at; at < body; at++)
		if (*at != '\r')
			tcn_buf_char(out, *at);
	tcn_buf_z(out, "\n\n");
	for (const char *at = body + 4, *next; *at; at = next) {
		int n = (int)strcspn(at, "\r");
		int pads = n && at[n - 1] == '=' ? 1 + (at[n - 2] == '=') : 0;

		next = at + n + 2;
		n = EVP_DecodeBlock(bytes, (const unsigned char *)at, n);
		ck_assert_int_ge(n, 0);
		tcn_buf_add(out, (const char *)bytes, (size_t)(n - pads));
	}
}

static struct tcn_receiver_set *
read_receivers(const char *language)
{
	struct tcn_receiver_set *all;
	struct tcn_err err = { 0 };
	char yaml[2048];

	snprintf(yaml, sizeof yaml, receivers_yaml, language);
	ck_assert_msg(!tcn_receiver_set_parse("r", tcn_str(yaml), &all, &err),
	    "%s", err.text);
	return all;
}

static void
write_all(const struct tcn_receiver_set *all, struct tcn_buf *out)
{
	for (size_t s = 0; s < COUNT(shapes); s++) {
		for (size_t i = 0; i < all->n; i++) {
			const struct tcn_receiver *r = &all->at[i];
			struct tcn_message_content message = shape(s);
			struct tcn_buf body = { 0 };

			speak(&message, r->words);
			r->channel->write(r, &message, &body);
			tcn_buf_printf(out, "== %s, %s\n", r->name, shapes[s]);
			if (strcmp(r->name, "mail") == 0)
				add_mail(tcn_buf_view(&body), out);
			else
				tcn_buf_str(out, tcn_buf_view(&body));
			tcn_buf_z(out, "\n");
			tcn_buf_fini(&body);
		}
	}
}

static const char *const languages[] = { "en", "de", "es", "fr" };

/*
 * All that is sent in a language is known. After a change on purpose, look at
 * got.messages.* in the build folder and copy it over
 * tests/tools/serve/deliver/golden.
 */
START_TEST(golden)
{
	struct tcn_receiver_set *all = read_receivers(languages[_i]);
	const char *top = getenv("top_srcdir");
	struct tcn_buf got = { 0 }, want = { 0 };
	char path[512], name[32];

	snprintf(path, sizeof path,
	    "%s/tests/tools/serve/deliver/golden/messages.%s", top ? top : "..",
	    languages[_i]);
	snprintf(name, sizeof name, "got.messages.%s", languages[_i]);
	write_all(all, &got);
	if (tcn_file_read(path, 1 << 20, &want, NULL) ||
	    !tcn_str_equal(tcn_buf_view(&want), tcn_buf_view(&got))) {
		temp_write(name, got.at);
		ck_abort_msg("differs from %s: see %s", path, name);
	}
	tcn_buf_fini(&got);
	tcn_buf_fini(&want);
	tcn_receiver_set_free(all);
}
END_TEST

START_TEST(a_receiver_without_a_language_speaks_the_newsrooms)
{
	struct tcn_receiver_set *all;

	ck_assert(!tcn_receiver_set_parse("r",
	    tcn_str("receivers:\n"
		    " - {name: a, kind: slack, url: https://x}\n"
		    " - {name: b, kind: slack, url: https://x, "
		    "language: es}\n"),
	    &all, NULL));
	ck_assert_str_eq(tcn_words_code(all->at[0].words), "en");
	ck_assert_str_eq(tcn_words_zone(all->at[0].words), "UTC");
	tcn_receiver_set_speak(all, TCN_WORDS_FR, "Europe/Madrid");
	ck_assert_str_eq(tcn_words_zone(all->at[0].words), "Europe/Madrid");
	ck_assert_str_eq(tcn_words_zone(all->at[1].words), "Europe/Madrid");
	ck_assert_str_eq(tcn_words_code(all->at[0].words), "fr");
	ck_assert_str_eq(tcn_words_code(all->at[1].words), "es");
	tcn_receiver_set_speak(all, TCN_WORDS_AUTO, NULL);
	ck_assert_str_eq(tcn_words_code(all->at[0].words), "en");
	tcn_receiver_set_free(all);
}
END_TEST

/* From the event to the outbox: new, held in the night, not acknowledged. */
START_TEST(what_is_held_is_told_in_the_receivers_language)
{
	newsroom_open();
	newsroom_with(" - {name: bote, kind: slack, url: https://x, "
		      "language: de}\n");
	newsroom_change(TCN_EVENT_OPEN, 50);
	NEWSROOM_HAS(newsroom_body("e", "bote"), "Neu (niedrig):");
	NEWSROOM_HAS(newsroom_body("e", "all"), "\"severity\":\"low\"");
	newsroom_quiet_until_ms = 100000;
	for (int i = 0; i < 7; i++)
		newsroom_change_of(i, TCN_EVENT_OPEN, 100 + i);
	newsroom_act("e5", TCN_STORE_ACTION_ACK, 2000);
	newsroom_release(100000);
	NEWSROOM_HAS(newsroom_body("digest-", "bote"),
	    "Sammelmeldung: 6 Ereignisse in der Ruhezeit (Regel watch)");
	NEWSROOM_HAS(newsroom_body("digest-", "bote"),
	    "; 1 inzwischen bestätigt");
	NEWSROOM_HAS(newsroom_body("digest-", "bote"), "Neu (kritisch):");
	NEWSROOM_HAS(newsroom_body("digest-", "news"),
	    "Digest: 6 events in quiet hours (rule watch)");
	newsroom_close();
}
END_TEST

TCN_TESTS(message_words)
{
	TCN_EACH(golden, languages);
	tcase_add_test(tc, a_receiver_without_a_language_speaks_the_newsrooms);
	tcase_add_test(tc, what_is_held_is_told_in_the_receivers_language);
}
