/*
 * tocsin edition make --at, check, try: past editions, made from a store, and
 * the file of editions.
 */
#include <inttypes.h>
#include <stdio.h>

#include "tools/base/now.h"
#include "tools/base/say.h"
#include "tools/base/when.h"
#include "tools/edition/edition_keep.h"
#include "tools/edition/edition_send.h"
#include "tools/verb/check_file.h"
#include "tools/verb/verb_edition_impl.h"

/* What is needed of the store and the file. */
struct past {
	struct tcn_verb_edition_run *run;
	struct tcn_buf *out;
	struct tcn_err *err;
	struct tcn_editions *editions;
	struct tcn_receiver_set *receivers;
	struct tcn_store *st;
	struct tcn_prepare *prep;
	struct tcn_arena arena;
};

static struct past
begin(struct tcn_verb_edition_run *run)
{
	struct past past = {
		.run = run, .out = &run->session.out, .err = &run->session.err
	};

	tcn_arena_init(&past.arena, 0);
	return past;
}

static enum tcn_rc
end(struct past *past, enum tcn_rc rc)
{
	tcn_prepare_free(past->prep);
	tcn_editions_free(past->editions);
	tcn_receiver_set_free(past->receivers);
	tcn_store_close(past->st);
	tcn_arena_fini(&past->arena);
	return rc;
}

static enum tcn_rc
read_editions(struct past *past)
{
	const struct tcn_conf *conf = &past->run->conf;

	return conf->report.editions
	    ? tcn_edition_read_files(conf->report.editions,
		  conf->deliver.receivers, false, &past->editions,
		  &past->receivers, past->err)
	    : tcn_err_set(past->err, TCN_INVALID,
		  "no file of editions: name one with --file FILE or the "
		  "setting report.editions");
}

static enum tcn_rc
open_store(struct past *past)
{
	const char *db = past->run->args->session.db;

	return db
	    ? tcn_store_open(db, TCN_STORE_READ_ONLY, &past->st, past->err)
	    : tcn_err_set(past->err, TCN_INVALID,
		  "a past time is looked at in a store: name it with "
		  "--db FILE");
}

/* The store's sentence where it has failed. */
static enum tcn_rc
of_store(struct past *past, enum tcn_rc rc)
{
	if (rc && !past->err->text[0])
		*past->err = *tcn_store_error(past->st);
	return rc;
}

static enum tcn_rc
find_edition(struct past *past, const char *name,
    const struct tcn_edition_conf **conf)
{
	*conf = tcn_edition_find(past->editions, tcn_str(name));
	return *conf ? TCN_OK
		     : tcn_err_set(past->err, TCN_INVALID,
			   "%s has no edition called %.60s",
			   past->run->conf.report.editions, name);
}

/* When each edition is due next, by the clock. */
static void
list_next(struct past *past)
{
	int64_t due_ms, now_ms = tcn_now_wall_ms();
	char wall[TCN_SCHEDULE_WALL_BYTES];

	for (size_t i = 0; i < past->editions->n; i++) {
		const struct tcn_edition_conf *conf = &past->editions->at[i];

		if (!conf->schedule)
			tcn_buf_printf(past->out,
			    "next  %s  when an event closes\n", conf->name);
		else if (tcn_schedule_next(conf->schedule, now_ms, &due_ms))
			tcn_buf_printf(past->out, "next  %s  %s %s\n",
			    conf->name,
			    tcn_schedule_wall(conf->schedule, due_ms, wall),
			    conf->zone);
	}
}

/* Says whether an edition that was made again is what was stored. */
static enum tcn_rc
compare(struct past *past, const struct tcn_edition *edition,
    const struct tcn_store_edition *row)
{
	struct tcn_buf method = { 0 }, made = { 0 };
	struct tcn_str kept;
	enum tcn_rc rc = of_store(past,
	    tcn_store_edition_body(past->st, row->name, row->number,
		tcn_edition_format_names[past->run->format], &past->arena,
		&kept));

	tcn_edition_method(&method);
	tcn_edition_write(edition, past->run->format, &made);
	if (rc || method.failed || made.failed) {
		rc = rc ? rc : TCN_NOMEM;
	} else if (!kept.at) {
		tcn_say("it was not stored in this format");
	} else if (tcn_str_equal(kept, tcn_buf_view(&made))) {
		tcn_say("no. %" PRIu64 " is byte for byte what was stored",
		    row->number);
	} else {
		past->run->session.not_found = true;
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
make_at(struct past *past, const char *name)
{
	const struct tcn_edition_conf *conf;
	const struct tcn_store_edition *row = NULL;
	struct tcn_edition edition;
	int64_t at_ms = 0;
	enum tcn_rc rc =
	    tcn_when_option("--at", past->run->args->at, &at_ms, past->err);

	if (!rc)
		rc = read_editions(past);
	if (!rc)
		rc = find_edition(past, name, &conf);
	if (!rc)
		rc = tcn_prepare_new(NULL, &past->prep, past->err);
	if (!rc)
		rc = open_store(past);
	if (!rc)
		rc = of_store(past,
		    tcn_edition_at(past->st, conf, at_ms, past->prep,
			&past->arena, &edition, &row));
	if (!rc && past->run->args->compare && !row)
		return tcn_err_set(past->err, TCN_INVALID,
		    "no edition was made that was due then");
	if (!rc && past->run->args->compare)
		return compare(past, &edition, row);
	if (!rc)
		tcn_edition_write(&edition, past->run->format, past->out);
	if (!rc && past->run->args->pdf && !past->out->failed) {
		rc = tcn_verb_edition_pdf(past->run, tcn_buf_view(past->out));
		tcn_buf_clear(past->out);
	}
	return rc;
}

enum tcn_rc
tcn_verb_edition_make_at(struct tcn_verb_edition_run *run, const char *name)
{
	struct past past = begin(run);

	return end(&past, make_at(&past, name));
}

/* Says when each is due next, or what is wrong, as `tocsin check` does. */
static enum tcn_rc
check(struct past *past)
{
	const struct tcn_conf *conf = &past->run->conf;
	struct tcn_check found = { .conf = conf };
	enum tcn_rc rc = read_editions(past);

	if (!rc)
		list_next(past);
	if (rc != TCN_INVALID || !past->err->line)
		return rc;
	rc = conf->deliver.receivers
	    ? tcn_receiver_set_read(conf->deliver.receivers, &past->receivers,
		  past->err)
	    : TCN_OK;
	if (rc)
		return rc; /* the mistake is there */
	found.receivers = past->receivers;
	rc = tcn_check_file(&found, conf->report.editions, past->err);
	tcn_buf_str(past->out, tcn_buf_view(&found.out));
	past->run->session.not_found = found.errors_n != 0;
	tcn_buf_fini(&found.out);
	return rc;
}

enum tcn_rc
tcn_verb_edition_check(struct tcn_verb_edition_run *run, int argc, char **argv)
{
	struct past past = begin(run);

	(void)argc, (void)argv;
	return end(&past, check(&past));
}

static enum tcn_rc
say_tried(void *of, const struct tcn_edition *edition)
{
	struct past *past = of;
	struct tcn_buf *out = past->out;
	enum tcn_rc rc = TCN_OK;

	if (past->run->has_format) {
		tcn_edition_write(edition, past->run->format, out);
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
try_past(struct past *past, int argc, char **argv)
{
	int64_t since_ms = INT64_MIN, until_ms = INT64_MIN;
	const struct tcn_edition_conf *conf = NULL;
	enum tcn_rc rc = tcn_when_option("--since", past->run->args->since,
	    &since_ms, past->err);

	if (!rc)
		rc = tcn_when_option("--until", past->run->args->until,
		    &until_ms, past->err);
	if (!rc && (!past->run->args->since || !past->run->args->until))
		rc = tcn_err_set(past->err, TCN_INVALID,
		    "try needs --since TIME and --until TIME");
	if (!rc)
		rc = read_editions(past);
	if (!rc && argc)
		rc = find_edition(past, argv[0], &conf);
	if (!rc)
		rc = tcn_prepare_new(NULL, &past->prep, past->err);
	if (!rc)
		rc = open_store(past);
	for (size_t i = 0; !rc && i < past->editions->n; i++)
		if (!conf || conf == &past->editions->at[i])
			rc = of_store(past,
			    tcn_edition_try(past->st, &past->editions->at[i],
				past->prep, since_ms, until_ms, say_tried,
				past));
	return rc;
}

enum tcn_rc
tcn_verb_edition_try(struct tcn_verb_edition_run *run, int argc, char **argv)
{
	struct past past = begin(run);

	return end(&past, try_past(&past, argc, argv));
}
