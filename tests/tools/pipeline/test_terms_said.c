/*
 * What an event is told to be about is said in the words of its own articles,
 * also where the stream met another word of the same stem first.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "sql/store_read.h"
#include "sql/store_reasons.h"
#include "tests/base/temp.h"
#include "tests/tools/pipeline/piped.h"
#include "tools/pipeline/pipeline.h"

static const char *const before[] = {
	"Jared gana un premio en Cannes",
	"Judas y otras historias en el teatro",
	"Nueva comunicaci\xc3\xb3n por cable submarino",
};

static const char *const titles[] = {
	"La comunidad jud\xc3\xad"
	"a recibe a Jara en la sinagoga",
	"Jara visita la sinagoga de la comunidad jud\xc3\xad"
	"a",
	"Jara promete en la sinagoga seguridad a la comunidad jud\xc3\xad"
	"a",
	"Visita de Jara a la sinagoga: la comunidad jud\xc3\xad"
	"a agradece",
	"Comunidad jud\xc3\xad"
	"a y Jara, juntos en la sinagoga",
};

static char dir[64], db[96], id[TCN_EVENT_ID_BYTES];

static void
setup(void)
{
	temp_dir(dir);
	snprintf(db, sizeof db, "%s/news.db", dir);
	*id = '\0';
}

static void
teardown(void)
{
	temp_drop(dir);
}

/* The words of an event's terms, with a blank around each. */
static void
write_terms(const struct tcn_event *event, struct tcn_buf *out)
{
	tcn_buf_char(out, ' ');
	for (size_t i = 0; i < event->terms_n; i++) {
		tcn_buf_str(out, event->terms[i].word);
		tcn_buf_char(out, ' ');
	}
	tcn_buf_char(out, '\0');
}

static void
feed(struct tcn_pipeline *pipe, const char *title, unsigned nth,
    struct tcn_buf *out)
{
	struct tcn_pipeline_outcome outcome;
	struct tcn_buf line = { 0 };

	tcn_buf_printf(&line,
	    "{\"id\":\"n%u\",\"ts\":%u,\"source\":\"s%u\",\"lang\":\"es\","
	    "\"title\":\"%s\"}",
	    nth, 1000000 + nth * 300, nth, title);
	outcome = piped_feed(pipe, tcn_buf_view(&line));
	for (size_t i = 0; i < outcome.changes.events_n; i++) {
		if (outcome.changes.events[i].revision != 1)
			continue;
		ck_assert(!*id);
		strcpy(id, outcome.changes.events[i].id);
		write_terms(&outcome.changes.events[i], out);
	}
	tcn_buf_fini(&line);
}

/* Tells the stream; *out: the terms as they were told when it fired. */
static struct tcn_pipeline *
tell(const char *path, struct tcn_buf *out)
{
	static const char *const settings[] = { "rules.kind=story",
		"rules.more_than=4", "rules.least=0", "rules.min_origins=1",
		"rules.early=0", NULL };
	struct tcn_pipeline *pipe = piped_open(path, settings, 0);
	unsigned nth = 0;

	for (size_t i = 0; i < sizeof before / sizeof *before; i++)
		feed(pipe, before[i], nth++, out);
	for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
		feed(pipe, titles[i], nth++, out);
	ck_assert_msg(*id, "nothing fired");
	return pipe;
}

static void
check_terms(const char *terms)
{
	ck_assert_msg(strstr(terms, " Jara "), "%s", terms);
	ck_assert_msg(strstr(terms,
			  " jud\xc3\xad"
			  "a "),
	    "%s", terms);
	ck_assert_msg(strcasestr(terms, " comunidad "), "%s", terms);
	ck_assert_msg(strstr(terms, " sinagoga "), "%s", terms);
	ck_assert_msg(!strstr(terms, " la "), "%s", terms);
}

START_TEST(terms_are_words_of_the_event)
{
	struct tcn_buf told = { 0 }, without = { 0 }, stored = { 0 };
	struct tcn_store_reason_row *reason;
	struct tcn_pipeline *pipe;
	struct tcn_arena arena;
	struct tcn_event *event;

	tcn_arena_init(&arena, 0);
	pipe = tell(NULL, &without);
	piped_finish(pipe);
	*id = '\0';
	pipe = tell(db, &told);
	ck_assert_str_eq(told.at, without.at);
	check_terms(told.at);
	ck_assert_int_eq(tcn_store_event(tcn_pipeline_store(pipe), id, &arena,
			     &event),
	    TCN_OK);
	write_terms(event, &stored);
	ck_assert_str_eq(told.at, stored.at);
	ck_assert_int_eq(tcn_store_reason(tcn_pipeline_store(pipe), id, &arena,
			     &reason),
	    TCN_OK);
	ck_assert_uint_gt(reason->top_burst_term.n, 0);
	tcn_buf_clear(&stored);
	tcn_buf_printf(&stored, " %.*s ", TCN_STR_ARG(reason->top_burst_term));
	ck_assert_msg(strstr(told.at, stored.at), "%s not in %s", stored.at,
	    told.at);
	piped_finish(pipe);
	tcn_buf_fini(&told);
	tcn_buf_fini(&without);
	tcn_buf_fini(&stored);
	tcn_arena_fini(&arena);
}
END_TEST

TCN_TESTS(terms_said)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, terms_are_words_of_the_event);
}
