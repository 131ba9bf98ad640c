/* The bodies, requests and signatures of each kind of receiver. */
#include "tests/base/run.h"

#include <openssl/evp.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/json_value.h"
#include "tests/base/schema.h"
#include "tools/serve/deliver/channel.h"
#include "tools/serve/deliver/digest.h"
#include "tools/serve/deliver/template.h"
#include "tools/tell/words/words.h"

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

static struct tcn_event event;
static struct tcn_message_content message;
static struct tcn_words *english;
static struct tcn_buf out; /* what a channel wrote */

/* A message as hostile as its sources can make it. */
static void
make_message(void)
{
	static const struct tcn_message_item items[] = {
		{ TCN_STR("1"), TCN_STR("A <b> & \"c\" *d*"),
		    TCN_STR("<!channel> \\ |x| @everyone [y](http://z)"),
		    TCN_STR("https://x.example/a|b>c?d=e&f"), 1000 },
	};

	tcn_message_sample(english, &event, &message);
	message.test = false;
	message.items = items;
	message.headline =
	    tcn_str("Erdbeben \"\xc3\xbc\" <https://evil.example|x> @here");
	message.key = tcn_str("e-1-r");
}

static void
setup(void)
{
	english = tcn_words_in_zone(TCN_WORDS_EN, NULL);
	make_message();
}

static void
teardown(void)
{
	tcn_words_free(english);
	tcn_buf_fini(&out);
	out = (struct tcn_buf){ 0 };
}

static void
write_with(const char *kind)
{
	static const char *to[] = { "a@b.example", "c@d.example", NULL };
	const struct tcn_receiver r = {
		.name = "r",
		.channel = tcn_channel_find(kind),
		.url = "https://x",
		.from = "me@paper.example",
		.to = { to, 2 },
	};

	tcn_buf_clear(&out);
	r.channel->write(&r, &message, &out);
}

static const char *const json_kinds[] = { "slack", "teams", "discord",
	"webhook", "exec", "file" };
#define CHATS 3 /* of them: where text may be taken for markup */

START_TEST(each_kind_writes_json)
{
	struct tcn_json_value object;
	struct tcn_arena arena;
	struct tcn_err err = { 0 };

	tcn_arena_init(&arena, 0);
	write_with(json_kinds[_i]);
	ck_assert_msg(tcn_json_read(tcn_str_trim(tcn_buf_view(&out)), &arena,
			  &object, &err) == TCN_OK,
	    "%s: %s", err.text, out.at);
	if (_i < CHATS) {
		ck_assert_ptr_null(strstr(out.at, "<!channel>"));
		ck_assert_ptr_null(strstr(out.at, "<https://evil"));
	}
	tcn_arena_fini(&arena);
}
END_TEST

/* The length, in UTF-16 units, of the string behind a name in JSON. */
static size_t
units_of(const char *json, const char *name)
{
	const char *at = strstr(json, name);
	size_t n = 0;

	ck_assert_msg(at != NULL, "%s", json);
	for (at += strlen(name); *at != '"'; at++) {
		at += *at == '\\';
		n += ((unsigned char)*at & 0xc0) != 0x80;
		n += (unsigned char)*at >= 0xf0;
	}
	return n;
}

static const struct {
	const char *kind, *name;
	size_t most;
} limits[] = {
	{ "slack", "\"mrkdwn\",\"text\":\"", 3000 },
	{ "discord", "\"title\":\"", 256 },
	{ "discord", "\"description\":\"", 4096 },
};

/* A service refuses a longer text, and nobody would get the message. */
START_TEST(no_text_is_longer_than_its_receiver_takes)
{
	static const char *const fills[] = { "&", "*", "\xf0\x9f\x94\xa5",
		"a" };
	struct tcn_message_item items[5];
	struct tcn_buf text = { 0 }, url = { 0 };

	for (int f = 0; f < COUNT(fills); f++) {
		tcn_buf_clear(&text);
		tcn_buf_clear(&url);
		tcn_buf_z(&url, "https://x.example/");
		for (int i = 0; i < 300;
		     i++) /* the most that message.c keeps */
			tcn_buf_z(&text, fills[f]);
		while (url.n < 2000)
			tcn_buf_z(&url, "&");
		make_message();
		for (int i = 0; i < COUNT(items); i++)
			items[i] =
			    (struct tcn_message_item){ .source =
							   tcn_buf_view(&text),
				    .title = tcn_buf_view(&text),
				    .url = tcn_buf_view(&url) };
		message.items = items;
		message.items_n = COUNT(items);
		message.headline = message.terms = tcn_buf_view(&text);
		message.url = tcn_buf_view(&url);
		message.report = tcn_str("");
		write_with(limits[_i].kind);
		ck_assert_uint_le(units_of(out.at, limits[_i].name),
		    limits[_i].most);
		ck_assert_uint_ge(units_of(out.at, limits[_i].name), 32);
	}
	tcn_buf_fini(&text);
	tcn_buf_fini(&url);
}
END_TEST

START_TEST(an_alert_has_its_labels)
{

	write_with("alertmanager");
	ck_assert_ptr_nonnull(strstr(out.at, "\"alertname\":\"tocsin\""));
	ck_assert_int_eq(out.at[0], '[');
}
END_TEST

/* What the message is turned into, for the tests of all kinds of it. */
static const char *const shapes[] = { "event", "merged", "digest" };

static void
shape(int i)
{
	static struct tcn_message_content lines[2];
	static struct tcn_digest_content digest;

	if (i == 1)
		message.merged = (struct tcn_message_merged){ TCN_STR("e2"),
			TCN_STR("<b>Other</b>"), TCN_STR("https://x/e2") };
	lines[0] = lines[1] = message;
	lines[1].severity = "critical";
	digest = (struct tcn_digest_content){
		.by = TCN_OUTBOX_HOLD_RULE_CAP,
		.lines = lines,
		.lines_n = 2,
		.told = 7,
		.acknowledged = 1,
		.resumes_ms = 3600000,
	};
	if (i == 2)
		message.digest = &digest;
}

START_TEST(every_kind_writes_every_shape)
{
	for (size_t k = 0; tcn_channel_at(k); k++) {
		const char *kind = tcn_channel_at(k)->name;
		cJSON *value;

		make_message();
		shape(_i);
		write_with(kind);
		if (strcmp(kind, "smtp") == 0)
			continue;
		value = cJSON_Parse(out.at);
		ck_assert_msg(value != NULL, "%s %s: %s", kind, shapes[_i],
		    out.at);
		cJSON_Delete(value);
		if (strcmp(kind, "slack") == 0)
			ck_assert_ptr_null(strstr(out.at, "<!channel>"));
		if (_i == 1)
			ck_assert_msg(strstr(out.at, "e2") ||
				strstr(out.at, "Other"),
			    "%s: %s", kind, out.at);
	}
}
END_TEST

START_TEST(the_message_keeps_to_its_schema)
{
	const char *top = getenv("top_srcdir");
	char path[512], text[16384];
	struct schema_fault fault;
	cJSON *schema, *value;
	FILE *file;

	snprintf(path, sizeof path, "%s/man/tocsin-message.schema.json",
	    top ? top : "..");
	file = fopen(path, "r");
	ck_assert_ptr_nonnull(file);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	shape(_i);
	tcn_message_json(&message, &out);
	schema = cJSON_Parse(text);
	value = cJSON_Parse(out.at);
	ck_assert_ptr_nonnull(schema);
	ck_assert_ptr_nonnull(value);
	ck_assert_msg(schema_holds(schema, schema, value, &fault), "%s",
	    fault.text);
	ck_assert_ptr_null(strchr(out.at, '\n'));
	cJSON_Delete(schema);
	cJSON_Delete(value);
}
END_TEST

/* Every header of a mail is one that we wrote. */
START_TEST(no_text_adds_a_header_to_a_mail)
{
	const char *end;

	message.headline = tcn_str("x\r\nBcc: evil@evil.example\r\n\r\nbody");
	write_with("smtp");
	end = strstr(out.at, "\r\n\r\n");
	ck_assert_ptr_nonnull(end);
	for (const char *at = out.at; at < end; at = strstr(at, "\r\n") + 2) {
		static const char *const ours[] = { "From: ", "To: ",
			"\tc@d.example", "Subject: ", " =?UTF-8?B?",
			"Date: ", "Message-ID: <e-1-r@paper.example>",
			"References: <test-r@paper.example>",
			"In-Reply-To: <test-r@paper.example>", "MIME-Version",
			"Content-T", "Auto-Submitted" };
		bool known = false;

		for (int i = 0; i < COUNT(ours); i++)
			known |= strncmp(at, ours[i], strlen(ours[i])) == 0;
		ck_assert_msg(known, "%.60s", at);
		ck_assert_int_le(strstr(at, "\r\n") - at, 78);
	}
	ck_assert_ptr_null(strstr(out.at, "evil@"));
}
END_TEST

START_TEST(a_headline_that_is_no_utf8_is_cut_all_the_same)
{
	struct tcn_buf text = { 0 };

	for (int i = 0; i < 4000; i++)
		tcn_buf_char(&text, (char)0x80);
	message.headline = tcn_buf_view(&text);
	write_with("smtp");
	for (const char *at = out.at; *at;) {
		size_t n = strcspn(at, "\n");

		ck_assert_uint_le(n, 79);
		at += n + (at[n] == '\n');
	}
	tcn_buf_fini(&text);
}
END_TEST

START_TEST(the_same_event_is_the_same_thread)
{

	event.state = TCN_EVENT_UPDATED;
	event.revision = 2;
	message.key = tcn_str("e-2-r");
	write_with("smtp");
	ck_assert_ptr_nonnull(strstr(out.at, "<e-2-r@paper.example>"));
	ck_assert_ptr_nonnull(strstr(out.at,
	    "References: <test-r@paper.example>"));
}
END_TEST

START_TEST(discord_edits_what_it_posted)
{
	const struct tcn_receiver r = {
		.name = "r",
		.channel = tcn_channel_find("discord"),
		.url = "https://discord.example/api/webhooks/1/t?thread_id=5",
	};
	struct tcn_channel_outgoing outgoing = { .receiver = &r };
	struct tcn_channel_request request = { .method = "POST" };
	struct tcn_buf handle = { 0 };

	r.channel->request(&outgoing, &request);
	ck_assert_str_eq(request.url.at,
	    "https://discord.example/api/webhooks/1/t?thread_id=5&wait=true");
	r.channel->handle(tcn_str("{\"id\": \"123\", \"x\": 1}"), &handle);
	ck_assert_str_eq(handle.at, "123");
	outgoing.handle = tcn_buf_view(&handle);
	r.channel->request(&outgoing, &request);
	ck_assert_str_eq(request.method, "PATCH");
	ck_assert_str_eq(request.url.at,
	    "https://discord.example/api/webhooks/1/t/messages/123"
	    "?thread_id=5&wait=true");
	tcn_buf_clear(&handle);
	r.channel->handle(tcn_str("{\"id\": \"1/../../2\"}"), &handle);
	ck_assert_uint_eq(handle.n, 0);
	tcn_buf_fini(&handle);
	tcn_buf_fini(&request.url);
}
END_TEST

/* RFC 4231's way of computing it, by hand: inner and outer hash. */
static void
hmac_by_hand(const char *key, const char *text, char hex[65])
{
	unsigned char pad[2][64], inner[32], outer[32];
	EVP_MD_CTX *md = EVP_MD_CTX_new();

	for (int i = 0; i < 64; i++) {
		char k = i < (int)strlen(key) ? key[i] : '\0';

		pad[0][i] = (unsigned char)(k ^ 0x36);
		pad[1][i] = (unsigned char)(k ^ 0x5c);
	}
	EVP_DigestInit_ex(md, EVP_sha256(), NULL);
	EVP_DigestUpdate(md, pad[0], 64);
	EVP_DigestUpdate(md, text, strlen(text));
	EVP_DigestFinal_ex(md, inner, NULL);
	EVP_DigestInit_ex(md, EVP_sha256(), NULL);
	EVP_DigestUpdate(md, pad[1], 64);
	EVP_DigestUpdate(md, inner, 32);
	EVP_DigestFinal_ex(md, outer, NULL);
	EVP_MD_CTX_free(md);
	for (int i = 0; i < 32; i++)
		snprintf(hex + 2 * i, 3, "%02x", outer[i]);
}

START_TEST(a_webhook_is_signed)
{
	const struct tcn_receiver r = {
		.name = "r",
		.channel = tcn_channel_find("webhook"),
		.url = "https://x",
		.secret = "a key of some length",
	};
	const struct tcn_channel_outgoing outgoing = {
		.receiver = &r,
		.body = TCN_STR("{\"a\":1}"),
		.now_ms = 1795296957312,
	};
	struct tcn_channel_request request = { .method = "POST" };
	char hex[65], header[128];

	r.channel->request(&outgoing, &request);
	hmac_by_hand(r.secret, "1795296957.{\"a\":1}", hex);
	snprintf(header, sizeof header, "X-Tocsin-Signature: v1=%s\n", hex);
	ck_assert_ptr_nonnull(strstr(request.headers.at, header));
	ck_assert_ptr_nonnull(strstr(request.headers.at,
	    "X-Tocsin-Timestamp: 1795296957\n"));
	tcn_buf_fini(&request.headers);
}
END_TEST

START_TEST(a_template_quotes_what_it_fills_in)
{

	event.languages =
	    (struct tcn_event_languages){ .at = { "en", "es" }, .n = 2 };
	message.headline = tcn_str("a \"b\" \\ {{key}}");
	tcn_template_write(tcn_str("{\"t\": \"{{ headline }}\", \"n\": "
				   "{{items}}, \"k\": \"{{key}}\", "
				   "\"l\": \"{{languages}}\"}"),
	    &message, &out);
	ck_assert_str_eq(out.at,
	    "{\"t\": \"a \\\"b\\\" \\\\ {{key}}\", \"n\": 1, "
	    "\"k\": \"e-1-r\", \"l\": \"en, es\"}");
}
END_TEST

static const struct tcn_event_part parts[] = {
	{ TCN_STR("name"), TCN_STR("most texts share a rare name"), 1.4 },
	{ TCN_STR("texts"), TCN_STR("only 9 *different* <texts>"), -0.9 },
	{ TCN_STR("lift"), TCN_STR("3 times as large"), 0.4 },
	{ TCN_STR("label"), TCN_STR("too little to be told"), 0.01 },
};
static const struct tcn_event_reason reason = { 0.874, 0.5, parts, 4 };

/* Decodes the lines of base64 after the header of a mail, in place. */
static void
open_mail(void)
{
	char *body = strstr(out.at, "\r\n\r\n"), *to;
	unsigned char bytes[80];

	ck_assert_ptr_nonnull(body);
	to = body += 4;
	for (char *at = body, *next; *at; at = next) {
		int n = (int)strcspn(at, "\r");

		next = at + n + 2;
		n = EVP_DecodeBlock(bytes, (const unsigned char *)at, n);
		ck_assert_int_ge(n, 0);
		memcpy(to, bytes, (size_t)n);
		to += n;
	}
	*to = '\0';
}

/* To people in words, to programs as figures; what a service takes for markup
 * is none. */
START_TEST(every_kind_says_how_sure_it_is)
{
	static const char *const words[] = { "slack", "teams", "discord",
		"alertmanager", "smtp" };
	static const char *const programs[] = { "webhook", "exec", "file" };

	event.reason = &reason;
	for (int i = 0; i < COUNT(words); i++) {
		write_with(words[i]);
		if (i == COUNT(words) - 1)
			open_mail();
		ck_assert_msg(strstr(out.at,
				  "87 % likely news (the rule asks for 50 "
				  "%)") ||
			strstr(out.at,
			    "87 % likely news \\\\(the rule asks for 50 "
			    "%\\\\)"),
		    "%s: %s", words[i], out.at);
		ck_assert_msg(strstr(out.at,
				  "most texts share a rare name; 3 "
				  "times as large; against: only") != NULL,
		    "%s: %s", words[i], out.at);
		ck_assert_ptr_null(strstr(out.at, "too little"));
		if (i < CHATS)
			ck_assert_ptr_null(strstr(out.at, " *different"));
	}
	for (int i = 0; i < COUNT(programs); i++) {
		write_with(programs[i]);
		ck_assert_ptr_nonnull(strstr(out.at,
		    "\"probability\":0.874,\"least\":0.5,"));
		ck_assert_ptr_nonnull(strstr(out.at, "\"part\":-0.9,"));
	}
	event.reason = NULL;
	for (size_t k = 0; tcn_channel_at(k); k++) {
		write_with(tcn_channel_at(k)->name);
		if (strcmp(tcn_channel_at(k)->name, "smtp") == 0)
			open_mail();
		ck_assert_ptr_null(strstr(out.at, "likely"));
	}
}
END_TEST

START_TEST(a_template_says_how_sure_it_is)
{
	static const char text[] =
	    "{\"p\": {{probability}}, \"least\": {{least}}, \"t\": "
	    "\"{{likely}} {{kind}}: {{why}}\"}";

	event.reason = &reason;
	tcn_template_write(tcn_str(text), &message, &out);
	ck_assert_str_eq(out.at,
	    "{\"p\": 0.874, \"least\": 0.5, \"t\": \"87 % news: most texts "
	    "share a rare name; 3 times as large; against: only 9 *different* "
	    "<texts>\"}");
	event.reason = NULL;
	tcn_buf_clear(&out);
	tcn_template_write(tcn_str(text), &message, &out);
	ck_assert_str_eq(out.at,
	    "{\"p\": 0.0, \"least\": 0.0, \"t\": \" news: \"}");
}
END_TEST

TCN_TESTS(channel)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(each_kind_writes_json, json_kinds);
	tcase_add_test(tc, an_alert_has_its_labels);
	TCN_EACH(the_message_keeps_to_its_schema, shapes);
	TCN_EACH(every_kind_writes_every_shape, shapes);
	tcase_add_test(tc, no_text_adds_a_header_to_a_mail);
	tcase_add_test(tc, a_headline_that_is_no_utf8_is_cut_all_the_same);
	tcase_add_test(tc, the_same_event_is_the_same_thread);
	TCN_EACH(no_text_is_longer_than_its_receiver_takes, limits);
	tcase_add_test(tc, discord_edits_what_it_posted);
	tcase_add_test(tc, a_webhook_is_signed);
	tcase_add_test(tc, a_template_quotes_what_it_fills_in);
	tcase_add_test(tc, every_kind_says_how_sure_it_is);
	tcase_add_test(tc, a_template_says_how_sure_it_is);
}
