/*
 * Detectors and workers of different versions on one log: whatever version a
 * record is of, the store comes to the same, row by row, as from the articles.
 */
#include "tests/base/in_arena.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/wire.h"
#include "engine/item/json_article.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tests/tools/pipeline/piped.h"
#include "tools/conf/conf.h"
#include "tools/intake/kafka/log_message.h"
#include "tools/pipeline/setup.h"

enum form {
	ARTICLES,
	WHOLE, /* records of this version */
	SHORT,
	OLDER, /* of the version before */
	LATER, /* of the next, with a field that is not known */
	OTHER, /* of other settings */
	FORMS,
};

static struct tcn_prepare_conf prepare_conf;
static struct tcn_prepare *prep;
static struct tcn_log_message message;
static char dir[TEMP_BYTES];

static void
begin(void)
{
	const struct tcn_article_limits limits = { 0 };
	struct tcn_pipeline_conf pipe_conf;
	struct tcn_conf conf;
	char line[TEMP_BYTES + 256];

	setup();
	temp_dir(dir);
	snprintf(line, sizeof line,
	    "%s demo --print --items 3000 --events 2 --seed 7 > %s/lines",
	    tcn_program_path(), dir);
	ck_assert_int_eq(system(line), 0);
	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	tcn_setup_pipeline(&conf, &pipe_conf);
	tcn_conf_fini(&conf);
	prepare_conf = pipe_conf.prepare;
	prepare_conf.textcat_dir = NULL;
	prep = tcn_prepare_new(&prepare_conf);
	tcn_log_message_open(&message, &limits, &prepare_conf, 1 << 20);
}

static void
end(void)
{
	tcn_log_message_close(&message);
	tcn_prepare_free(prep);
	temp_drop(dir);
	teardown();
}

/* Changes the version of a record; one that is later has a field more. */
static void
make_version(struct tcn_buf *record, int version)
{
	struct tcn_wire_in in = tcn_wire_in(tcn_buf_view(record)), fields;
	struct tcn_buf article = { 0 }, out = { 0 };

	record->at[4] = (char)version;
	if (version < TCN_DOC_RECORD_VERSION)
		return;
	tcn_buf_str(&out, tcn_wire_read_bytes(&in, 13));
	fields = tcn_wire_in(tcn_wire_read_text(&in));
	tcn_wire_varint(&article, tcn_wire_read_varint(&fields) | 1u << 20);
	tcn_buf_str(&article,
	    tcn_wire_read_bytes(&fields, tcn_wire_left(&fields)));
	tcn_wire_text(&article, tcn_str("a byline"));
	tcn_wire_text(&out, tcn_buf_view(&article));
	tcn_buf_str(&out, tcn_wire_read_bytes(&in, tcn_wire_left(&in)));
	tcn_buf_fini(&article);
	tcn_buf_fini(record);
	*record = out;
}

/* What a worker makes of a line. */
static void
work(struct tcn_str line, enum form form, struct tcn_buf *out)
{
	struct tcn_article article;
	struct tcn_doc doc;
	struct tcn_err err;
	uint64_t mark = message.mark + (form == OTHER);

	tcn_buf_clear(out);
	if (form == ARTICLES) {
		tcn_buf_str(out, line);
		return;
	}
	ck_assert_int_eq(tcn_json_article(line, NULL, &arena, &article, &err),
	    TCN_OK);
	tcn_prepare(prep, &article, &arena, &doc);
	ck_assert_int_eq(form == SHORT
		? tcn_doc_record_write_short(message.record, &doc, mark, out)
		: tcn_doc_record_write(message.record, &doc, mark, out),
	    TCN_OK);
	if (form == OLDER || form == LATER)
		make_version(out,
		    TCN_DOC_RECORD_VERSION + (form == LATER ? 1 : -1));
}

/* And a detector of that. */
static void
decide(struct tcn_pipeline *pipe, struct tcn_str value, enum form form,
    size_t *events)
{
	struct tcn_log_message_article one;
	struct tcn_pipeline_outcome outcome;
	struct tcn_err err = { .text = "" };

	tcn_log_message_begin(&message, value);
	ck_assert_msg(!tcn_log_message_next(&message, &arena, &one, &err), "%s",
	    err.text);
	ck_assert_int_eq(one.prepared, form == WHOLE);
	ck_assert_int_eq(one.other,
	    form == OLDER || form == LATER || form == OTHER);
	ck_assert_int_eq(one.prepared ? tcn_pipeline_doc(pipe, &one.doc,
					    TCN_CLOCK_NO_BOUND, &outcome, &err)
				      : tcn_pipeline_article(pipe, &one.article,
					    TCN_CLOCK_NO_BOUND, &outcome, &err),
	    TCN_OK);
	*events += outcome.changes.events_n;
}

static uint64_t
run(enum form form)
{
	static const char *const settings[] = { NULL };
	struct tcn_pipeline *pipe;
	struct tcn_buf out = { 0 };
	char path[TEMP_BYTES + 16], line[1 << 16];
	size_t events = 0;
	FILE *file;

	snprintf(path, sizeof path, "%s/%d.db", dir, form);
	pipe = piped_open(path, settings, 0);
	snprintf(path, sizeof path, "%s/lines", dir);
	file = fopen(path, "r");
	ck_assert_ptr_nonnull(file);
	while (fgets(line, sizeof line, file)) {
		tcn_arena_reset(&arena);
		work(tcn_str(line), form, &out);
		decide(pipe, tcn_buf_view(&out), form, &events);
	}
	fclose(file);
	tcn_buf_fini(&out);
	ck_assert_uint_ge(events, 2);
	return piped_finish(pipe);
}

START_TEST(records_of_any_version_come_to_the_same)
{
	uint64_t want = run(ARTICLES);

	for (int form = WHOLE; form < FORMS; form++)
		ck_assert_msg(run((enum form)form) == want, "form %d", form);
}
END_TEST

TCN_TESTS(log_versions)
{
	tcase_add_checked_fixture(tc, begin, end);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, records_of_any_version_come_to_the_same);
}
