#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "tests/base/temp.h"
#include "tools/intake/kafka/kafka.h"

#define PLUGIN "./tocsin-kafka.so" /* in the build directory */

static struct tcn_conf conf;
static struct tcn_err err;

/* Opens with these settings; the error, "" when there is none. */
static const char *
open_with(const char *yaml)
{
	struct tcn_kafka *kafka = NULL;
	enum tcn_rc rc;

	err = (struct tcn_err){ .text = "" };
	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	ck_assert_msg(tcn_conf_read(&conf, "t.yaml", tcn_str(yaml), &err) ==
		TCN_OK,
	    "%s", err.text);
	err.text[0] = '\0';
	rc = tcn_kafka_open(&conf, &kafka, &err);
	ck_assert_int_eq(rc == TCN_OK, kafka != NULL);
	if (!rc)
		err.text[0] = '\0';
	tcn_kafka_close(kafka);
	tcn_conf_fini(&conf);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
	return err.text;
}

static bool
has_plugin(void)
{
	if (access(PLUGIN, R_OK) == 0)
		return true;
	fputs("test_kafka: skipped, as librdkafka was not there\n", stderr);
	return false;
}

static void
says(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "'%s' has no '%s'", text,
	    part);
}

START_TEST(what_is_missing_is_named_with_its_mend)
{
	struct tcn_buf out = { 0 };

	says(open_with("kafka: { plugin: ./none.so }"), "kafka.brokers: ");
	says(open_with("kafka: { brokers: a:1, plugin: ./none.so }"),
	    "install the package tocsin-kafka");
	says(open_with("kafka: { brokers: a:1, security: sasl_ssl }"),
	    "kafka.user and kafka.password");
	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	ck_assert_int_eq(tcn_conf_set(&conf, "kafka.plugin=./none.so", NULL),
	    TCN_OK);
	tcn_kafka_text(&conf, &out);
	ck_assert_str_eq(out.at, "none (install tocsin-kafka)");
	tcn_buf_fini(&out);
	tcn_conf_fini(&conf);
}
END_TEST

/* Another library in its place is refused. */
START_TEST(a_stranger_is_no_client)
{
	ck_assert(open_with("kafka: { brokers: a:1, plugin: libz.so.1 }")[0]);
}
END_TEST

#define FROM "kafka:\n  brokers: localhost:1\n  plugin: ./tocsin-kafka.so\n"

static const struct {
	const char *options; /* the fourth line */
	const char *says; /* NULL: it is taken */
} tries[] = {
	{ "  options: [socket.keepalive.enable=true, linger.ms=7]", NULL },
	/* A comma within a value is part of it. */
	{ "  options: debug=broker,topic,linger.ms=7", NULL },
	{ "  options: \"\"", NULL },
	{ "  options: [no.such.option=1]", "no.such.option" },
	{ "  options: [linger.ms=soon]", "Invalid value" },
	{ "  options: [group.id=x]", "group.id is set by kafka.group" },
	{ "  options: [enable.auto.commit=true]", "set by the program" },
	{ "  options: [linger.ms]", "NAME=VALUE" },
	{ "  options: [=7]", "NAME=VALUE" },
};

START_TEST(options_are_tried_and_named_with_their_line)
{
	char yaml[512];

	if (!has_plugin())
		return;
	snprintf(yaml, sizeof yaml, FROM "%s\n", tries[_i].options);
	open_with(yaml);
	if (!tries[_i].says) {
		ck_assert_str_eq(err.text, "");
		return;
	}
	says(err.text, "kafka.options: ");
	says(err.text, tries[_i].says);
	ck_assert_uint_eq(err.line, 4);
}
END_TEST

/* A password that others may read is refused. */
START_TEST(a_password_is_a_secret)
{
	char path[TEMP_BYTES], yaml[1024];
	int fd;

	if (!has_plugin())
		return;
	fd = temp_file(path);
	ck_assert_int_eq(write(fd, "secret\n", 7), 7);
	close(fd);
	snprintf(yaml, sizeof yaml,
	    FROM "  security: sasl_plaintext\n  mechanism: PLAIN\n"
		 "  user: me\n  password: %s\n",
	    path);
	ck_assert_int_eq(chmod(path, 0644), 0);
	says(open_with(yaml), path);
	ck_assert_uint_eq(err.line, 7);
	ck_assert_int_eq(chmod(path, 0600), 0);
	ck_assert_str_eq(open_with(yaml), "");
	unlink(path);
}
END_TEST

TCN_TESTS(kafka)
{
	tcase_add_test(tc, what_is_missing_is_named_with_its_mend);
	tcase_add_test(tc, a_stranger_is_no_client);
	TCN_EACH(options_are_tried_and_named_with_their_line, tries);
	tcase_add_test(tc, a_password_is_a_secret);
}
