/*
 * tocsin edition: special reports on a schedule, over a store.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/date.h"
#include "tools/base/file.h"
#include "tools/base/now.h"
#include "tools/base/say.h"
#include "tools/base/store_lock.h"
#include "tools/base/when.h"
#include "tools/conf/conf.h"
#include "tools/conf/diagnostic.h"
#include "tools/deliver/receiver.h"
#include "tools/edition/edition_keep.h"
#include "tools/edition/edition_send.h"
#include "tools/verb/verb.h"
#include "tools/verb/verb_action.h"

struct args {
	struct tcn_conf_args conf;
	const char *db, *file, *format, *at, *since, *until;
	bool compare;
};

static const struct tcn_opt opts[] = {
	TCN_CONF_OPTS(struct args, conf),
	{ "db", 0, "FILE", "the store", TCN_OPT_TEXT,
	    offsetof(struct args, db) },
	{ "file", 0, "FILE",
	    "the file of editions; default: the setting report.editions",
	    TCN_OPT_TEXT, offsetof(struct args, file) },
	{ "format", 'f', "FORMAT",
	    "show, make, try: print it as html, md, json, text or ninjs",
	    TCN_OPT_TEXT, offsetof(struct args, format) },
	{ "at", 0, "TIME", "make: as of TIME, and store nothing", TCN_OPT_TEXT,
	    offsetof(struct args, at) },
	{ "compare", 0, NULL,
	    "make --at: say whether it is what was stored; exit code 1 if not",
	    TCN_OPT_FLAG, offsetof(struct args, compare) },
	{ "since", 0, "TIME", "try: what was due at TIME or later",
	    TCN_OPT_TEXT, offsetof(struct args, since) },
	{ "until", 0, "TIME", "try: what was due before TIME", TCN_OPT_TEXT,
	    offsetof(struct args, until) },
	{ 0 },
};

struct run {
	const struct args *args;
	struct tcn_conf conf;
	struct tcn_editions *editions;
	struct tcn_receiver_set *receivers; /* or NULL */
	struct tcn_store *st;
	struct tcn_store_lock *lock;
	struct tcn_prepare *prep;
	struct tcn_arena arena;
	struct tcn_buf out;
	struct tcn_err err;
	enum tcn_edition_format format;
	bool has_format;
	bool no; /* exit code 1 */
};

/* --- what is needed --- */

static bool
is_receiver(void *of, struct tcn_str name)
{
	const struct tcn_receiver_set *set = of;

	return tcn_receiver_find(set, name) ||
	    tcn_receiver_desk_find(set, name);
}

static const char *
file_of(const struct run *run)
{
	return run->args->file ? run->args->file : run->conf.report.editions;
}

/* Says a mistake with the line it stands in. */
static void
show_mistake(struct run *run)
{
	const struct tcn_diagnostic mistake = { .file = run->err.file,
		.line = run->err.line,
		.column = run->err.column,
		.text = run->err.text };
	struct tcn_buf text = { 0 }, shown = { 0 };

	if (!run->err.line ||
	    tcn_file_read(run->err.file, TCN_EDITION_FILE_BYTES_MAX, &text,
		NULL)) {
		tcn_buf_fini(&text);
		return;
	}
	tcn_diagnostic_print(&shown, &mistake, tcn_buf_view(&text), false);
	tcn_say_line(tcn_buf_view(&shown));
	run->no = true;
	tcn_buf_fini(&text);
	tcn_buf_fini(&shown);
}

static enum tcn_rc
read_editions(struct run *run)
{
	struct tcn_edition_receivers known = { is_receiver, NULL };
	enum tcn_rc rc = TCN_OK;

	if (!file_of(run))
		return tcn_err_set(&run->err, TCN_INVALID,
		    "no file of editions: name one with --file FILE or the "
		    "setting report.editions");
	if (run->conf.deliver.receivers)
		rc = tcn_receiver_set_read(run->conf.deliver.receivers,
		    &run->receivers, &run->err);
	known.ctx = run->receivers;
	return rc
	    ? rc
	    : tcn_editions_read(file_of(run), run->receivers ? &known : NULL,
		  &run->editions, &run->err);
}

static enum tcn_rc
read_format(struct run *run)
{
	const char *text = run->args->format;

	run->format = TCN_EDITION_MD;
	run->has_format = text != NULL;
	for (unsigned f = 0; text && tcn_edition_format_names[f]; f++) {
		if (strcmp(text, tcn_edition_format_names[f]))
			continue;
		run->format = (enum tcn_edition_format)f;
		return TCN_OK;
	}
	return text
	    ? tcn_err_set(&run->err, TCN_INVALID,
		  "--format %s: use html, md, json, text or ninjs", text)
	    : TCN_OK;
}

static enum tcn_rc
open_store(struct run *run, bool writes)
{
	enum tcn_rc rc = TCN_OK;

	if (!run->args->db)
		return tcn_err_set(&run->err, TCN_INVALID,
		    "name the store with --db FILE");
	if (writes)
		rc = tcn_store_lock_take_beside(run->args->db, "edition",
		    &run->lock, &run->err);
	if (!rc)
		rc = tcn_store_open(run->args->db,
		    writes ? TCN_STORE_EXISTING : TCN_STORE_READ_ONLY, &run->st,
		    &run->err);
	return rc;
}

/* The store's sentence where it has failed. */
static enum tcn_rc
of_store(struct run *run, enum tcn_rc rc)
{
	if (rc && !run->err.text[0])
		run->err = *tcn_store_error(run->st);
	return rc;
}

static enum tcn_rc
find_edition(struct run *run, const char *name,
    const struct tcn_edition_conf **conf)
{
	*conf = tcn_edition_find(run->editions, tcn_str(name));
	return *conf
	    ? TCN_OK
	    : tcn_err_set(&run->err, TCN_INVALID,
		  "%s has no edition called %.60s", file_of(run), name);
}

/* --- actions --- */

static void
list_row(struct run *run, const struct tcn_store_edition *row)
{
	static const char *const states[] = { "begun", "made", "skipped" };
	char due[TCN_DATE_BYTES];

	tcn_date_format(row->due_ms, due);
	tcn_buf_printf(&run->out, "%s  %.*s  %s", due, TCN_STR_ARG(row->name),
	    states[row->state]);
	if (row->number)
		tcn_buf_printf(&run->out,
		    " no. %" PRIu64 ", %" PRIu64 " events", row->number,
		    row->events);
	if (row->reason.n)
		tcn_buf_printf(&run->out, " (%.*s)", TCN_STR_ARG(row->reason));
	tcn_buf_char(&run->out, '\n');
}

/* When each edition is due next, by the clock. */
static void
list_next(struct run *run)
{
	int64_t due_ms, now_ms = tcn_now_wall_ms();
	char wall[TCN_SCHEDULE_WALL_BYTES];

	for (size_t i = 0; i < run->editions->n; i++) {
		const struct tcn_edition_conf *conf = &run->editions->at[i];

		if (!conf->schedule)
			tcn_buf_printf(&run->out,
			    "next  %s  when an event closes\n", conf->name);
		else if (tcn_schedule_next(conf->schedule, now_ms, &due_ms))
			tcn_buf_printf(&run->out, "next  %s  %s %s\n",
			    conf->name,
			    tcn_schedule_wall(conf->schedule, due_ms, wall),
			    conf->zone);
	}
}

static enum tcn_rc
list(struct run *run, int argc, char **argv)
{
	const struct tcn_store_edition_filter filter = {
		.name = tcn_str(argc ? argv[0] : ""),
		.due_ms = TCN_UNDATED,
		.before_ms = TCN_UNDATED,
	};
	struct tcn_store_edition_list rows;
	enum tcn_rc rc = open_store(run, false);

	if (!rc)
		rc = of_store(run,
		    tcn_store_editions(run->st, &filter, 1000, &run->arena,
			&rows));
	if (rc)
		return rc;
	for (size_t i = 0; i < rows.n; i++)
		list_row(run, &rows.at[i]);
	if (!file_of(run))
		return TCN_OK;
	rc = read_editions(run);
	if (!rc)
		list_next(run);
	return rc;
}

static enum tcn_rc
read_number(struct run *run, const char *text, uint64_t *number)
{
	char *end;

	*number = strtoull(text, &end, 10);
	return *number && !*end
	    ? TCN_OK
	    : tcn_err_set(&run->err, TCN_INVALID,
		  "'%.40s' is no number of an edition: 'tocsin edition list' "
		  "shows them",
		  text);
}

static enum tcn_rc
show(struct run *run, int argc, char **argv)
{
	struct tcn_store_edition_filter filter = {
		.name = tcn_str(argv[0]),
		.made = true,
		.due_ms = TCN_UNDATED,
		.before_ms = TCN_UNDATED,
	};
	struct tcn_store_edition_list rows = { 0 };
	struct tcn_str body = { 0 };
	enum tcn_rc rc = TCN_OK;

	if (argc > 1)
		rc = read_number(run, argv[1], &filter.number);
	if (!rc)
		rc = open_store(run, false);
	if (!rc)
		rc = of_store(run,
		    tcn_store_editions(run->st, &filter, 1, &run->arena,
			&rows));
	if (!rc && rows.n)
		rc = of_store(run,
		    tcn_store_edition_body(run->st, filter.name,
			rows.at[0].number,
			tcn_edition_format_names[run->format], &run->arena,
			&body));
	if (rc)
		return rc;
	if (body.at) {
		tcn_buf_str(&run->out, body);
		return TCN_OK;
	}
	tcn_say(rows.n ? "it was not stored in this format"
		       : "no such edition was made: 'tocsin edition list' "
			 "shows them");
	run->no = true;
	return TCN_OK;
}

/* Says whether an edition that was made again is what was stored. */
static enum tcn_rc
compare(struct run *run, const struct tcn_edition *edition,
    const struct tcn_store_edition *row)
{
	struct tcn_buf method = { 0 }, made = { 0 };
	struct tcn_str kept;
	enum tcn_rc rc = of_store(run,
	    tcn_store_edition_body(run->st, row->name, row->number,
		tcn_edition_format_names[run->format], &run->arena, &kept));

	tcn_edition_method(&method);
	tcn_edition_write(edition, run->format, &made);
	if (rc || method.failed || made.failed) {
		rc = rc ? rc : TCN_NOMEM;
	} else if (!kept.at) {
		tcn_say("it was not stored in this format");
	} else if (tcn_str_equal(kept, tcn_buf_view(&made))) {
		tcn_say("no. %" PRIu64 " is byte for byte what was stored",
		    row->number);
	} else {
		run->no = true;
		tcn_say("no. %" PRIu64 " differs from what was stored%s",
		    row->number,
		    tcn_str_equal(row->method, tcn_buf_view(&method))
			? ": retention, a desk's orders or another "
			  "description can change it"
			: ", which was made with another method");
	}
	tcn_buf_fini(&method);
	tcn_buf_fini(&made);
	return rc;
}

static enum tcn_rc
make_at(struct run *run, const struct tcn_edition_conf *conf)
{
	const struct tcn_store_edition *row = NULL;
	struct tcn_edition edition;
	int64_t at_ms = 0;
	enum tcn_rc rc =
	    tcn_when_option("--at", run->args->at, &at_ms, &run->err);

	if (!rc)
		rc = open_store(run, false);
	if (!rc)
		rc = of_store(run,
		    tcn_edition_at(run->st, conf, at_ms, run->prep, &run->arena,
			&edition, &row));
	if (!rc && run->args->compare && !row)
		return tcn_err_set(&run->err, TCN_INVALID,
		    "no edition was made that was due then");
	if (!rc && run->args->compare)
		return compare(run, &edition, row);
	if (!rc)
		tcn_edition_write(&edition, run->format, &run->out);
	return rc;
}

/* Makes one now, as of the last article, and stores it. */
static enum tcn_rc
make_now(struct run *run, const struct tcn_edition_conf *conf)
{
	struct tcn_edition_job job = { .conf = conf,
		.prep = run->prep,
		.event = TCN_STR(""),
		.reason = TCN_STR("") };
	struct tcn_edition_issue issue = { .receivers = run->receivers,
		.address = run->conf.http.public_url,
		.now_ms = tcn_now_wall_ms() };
	struct tcn_store_item_row *last = NULL;
	struct tcn_edition edition;
	struct tcn_store_tx *tx;
	enum tcn_rc rc = open_store(run, true);

	if (!rc)
		rc = of_store(run, tcn_store_last_seq(run->st, &job.cut.seq));
	if (!rc && job.cut.seq)
		rc = of_store(run,
		    tcn_store_item(run->st, job.cut.seq, &run->arena, &last));
	if (rc)
		return rc;
	job.due_ms = job.cut.as_of_ms =
	    last ? last->place.ts_ms : tcn_now_wall_ms();
	rc = tcn_store_begin(run->st, &tx);
	if (!rc)
		rc = tcn_edition_issue(tx, &job, &issue, &run->arena, &edition);
	rc = of_store(run, tcn_store_end(run->st, rc));
	if (!rc)
		tcn_edition_write(&edition, run->format, &run->out);
	return rc;
}

static enum tcn_rc
make(struct run *run, int argc, char **argv)
{
	const struct tcn_edition_conf *conf;
	enum tcn_rc rc = read_editions(run);

	(void)argc;
	if (!rc)
		rc = find_edition(run, argv[0], &conf);
	if (!rc)
		rc = tcn_prepare_new(NULL, &run->prep, &run->err);
	if (rc)
		return rc;
	return run->args->at ? make_at(run, conf) : make_now(run, conf);
}

static enum tcn_rc
check(struct run *run, int argc, char **argv)
{
	enum tcn_rc rc = read_editions(run);

	(void)argc, (void)argv;
	if (!rc)
		list_next(run);
	else if (rc == TCN_INVALID)
		show_mistake(run);
	return run->no ? TCN_OK : rc;
}

static enum tcn_rc
say_tried(void *of, const struct tcn_edition *edition)
{
	struct run *run = of;
	struct tcn_buf *out = &run->out;
	enum tcn_rc rc = TCN_OK;

	if (run->has_format) {
		tcn_edition_write(edition, run->format, out);
	} else {
		tcn_buf_printf(out, "%.*s  %.*s:", TCN_STR_ARG(edition->wall),
		    TCN_STR_ARG(edition->title));
		for (unsigned s = 0; s < TCN_EDITION_SECTIONS; s++)
			tcn_buf_printf(out, "%s %zu %s", s ? "," : "",
			    edition->counts[s], tcn_edition_section_names[s]);
		if (edition->more)
			tcn_buf_printf(out, ", %" PRIu64 " left out",
			    edition->more);
		tcn_buf_char(out, '\n');
	}
	if (out->failed || tcn_say_out(out))
		rc = out->failed ? TCN_NOMEM : TCN_IO;
	tcn_buf_clear(out);
	return rc;
}

static enum tcn_rc
try_past(struct run *run, int argc, char **argv)
{
	int64_t since_ms = INT64_MIN, until_ms = INT64_MIN;
	const struct tcn_edition_conf *conf = NULL;
	enum tcn_rc rc =
	    tcn_when_option("--since", run->args->since, &since_ms, &run->err);

	if (!rc)
		rc = tcn_when_option("--until", run->args->until, &until_ms,
		    &run->err);
	if (!rc && (!run->args->since || !run->args->until))
		rc = tcn_err_set(&run->err, TCN_INVALID,
		    "try needs --since TIME and --until TIME");
	if (!rc)
		rc = read_editions(run);
	if (!rc && argc)
		rc = find_edition(run, argv[0], &conf);
	if (!rc)
		rc = tcn_prepare_new(NULL, &run->prep, &run->err);
	if (!rc)
		rc = open_store(run, false);
	for (size_t i = 0; !rc && i < run->editions->n; i++)
		if (!conf || conf == &run->editions->at[i])
			rc = of_store(run,
			    tcn_edition_try(run->st, &run->editions->at[i],
				run->prep, since_ms, until_ms, say_tried, run));
	return rc;
}

static const struct action {
	struct tcn_verb_action is;
	enum tcn_rc (*run)(struct run *run, int argc, char **argv);
	const char *takes;
} actions[] = {
	{ { "list", 0, 1 }, list, "at most a name" },
	{ { "show", 1, 2 }, show, "a name, and perhaps a number" },
	{ { "make", 1, 1 }, make, "a name" },
	{ { "check", 0, 0 }, check, "no arguments" },
	{ { "try", 0, 1 }, try_past, "at most a name" },
};

static const struct action *
find_action(const char *name, int argc)
{
	static const struct tcn_verb_actions all =
	    TCN_VERB_ACTIONS("edition", actions);
	const struct action *action = tcn_verb_action_find(&all, name);

	if (!action || !tcn_verb_action_misfit(&action->is, argc))
		return action;
	tcn_say("edition %s takes %s", name, action->takes);
	return NULL;
}

static void
run_fini(struct run *run)
{
	tcn_prepare_free(run->prep);
	tcn_editions_free(run->editions);
	tcn_receiver_set_free(run->receivers);
	tcn_store_close(run->st);
	tcn_store_lock_release(run->lock);
	tcn_arena_fini(&run->arena);
	tcn_buf_fini(&run->out);
	tcn_conf_fini(&run->conf);
}

static int
run_edition(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	const struct action *action = find_action(argv[0], argc - 1);
	struct run run = { .args = args };
	enum tcn_rc rc;
	int code;

	if (!action)
		return TCN_EXIT_USAGE;
	tcn_arena_init(&run.arena, 0);
	rc = tcn_conf_load(&args->conf, &run.conf, &run.err);
	if (!rc)
		rc = read_format(&run);
	if (!rc)
		rc = action->run(&run, argc - 1, argv + 1);
	if (!rc && run.out.failed)
		rc = TCN_NOMEM;
	code = rc ? tcn_say_rc(rc, &run.err) : tcn_say_out(&run.out);
	if (!code)
		code = tcn_say_flush();
	if (!code && run.no)
		code = TCN_EXIT_NO;
	run_fini(&run);
	return code;
}

const struct tcn_verb tcn_verb_edition = {
	.name = "edition",
	.summary = "make special reports on a schedule, and look at them",
	.usage = "list [NAME] | show NAME [NUMBER] | make NAME | check | try "
		 "[NAME]",
	.details =
	    "An edition tells, at the times that the file of editions says, "
	    "of the events of a store, and of each only what the editions of "
	    "its name have not told yet.\n\n"
	    "list shows those that were made or skipped, and when the next "
	    "are due; show prints one. make makes one of what the store has "
	    "now, and stores it; with --at TIME it prints the one of that "
	    "time, made again from the store, and stores nothing. check reads "
	    "the file of editions. try makes all that were due between --since "
	    "and --until, one after the other, and stores nothing: a line "
	    "each, or with --format the whole.\n\nExit code 1: no such "
	    "edition, a mistake in the file, or, with --compare, another one "
	    "than was stored.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = -1,
	.run = run_edition,
};
