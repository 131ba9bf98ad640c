#include "tools/tell/report/report_files.h"

#include "engine/base/mem.h"
#include "sql/store_group.h"
#include "tools/base/out.h"
#include "tools/tell/report/report_gather.h"

#define INDEX "index"

/* The state of one call. */
struct work {
	const struct tcn_report_job *job;
	struct tcn_store_tx *tx; /* for the store's copies; NULL: none are */
	struct tcn_prepare *prep;
	struct tcn_facts *facts;
	struct tcn_report_templates *templates;
	struct tcn_arena arena; /* for the present event */
	struct tcn_report_pages pages;
	tcn_report_on_file *on_file;
	void *ctx;
	struct tcn_err *err;

	/* For a period. */
	struct tcn_report_period period;
	struct tcn_arena all; /* its events and the entries of the index */
	struct tcn_store_event_list events;
	struct tcn_report_entry *entries; /* of the index */
	size_t entries_n;
};

struct tcn_report_job
tcn_report_job(const struct tcn_conf *conf, const struct tcn_store *st,
    const char *dir)
{
	return (struct tcn_report_job){
		.st = st,
		.dir = dir             ? dir
		    : conf->report.dir ? conf->report.dir
				       : ".",
		.templates = conf->report.templates,
		.formats = conf->report.formats,
		.lines_max = conf->report.sentences,
		.language = (enum tcn_words_language)conf->report.language,
		.zone = conf->report.zone,
		.more_than = (uint32_t)conf->rules.more_than,
		.within_ms = conf->rules.within_ms,
	};
}

/* Passes rc on; err becomes the store's error if it was the store that
 * failed. */
static enum tcn_rc
failed(struct work *work, enum tcn_rc rc)
{
	const struct tcn_err *said = tcn_store_error(work->job->st);

	return rc ? tcn_err_set(work->err, rc, "%s", said->text) : TCN_OK;
}

static enum tcn_rc
work_init(struct work *work, const struct tcn_report_job *job,
    tcn_report_on_file *on_file, void *ctx, struct tcn_err *err)
{
	enum tcn_rc rc;

	*work = (struct work){
		.job = job, .on_file = on_file, .ctx = ctx, .err = err
	};
	tcn_arena_init(&work->arena, 0);
	tcn_arena_init(&work->all, 0);
	work->facts = tcn_facts_new();
	rc = tcn_report_templates_new(job->templates, &work->templates, err);
	if (rc)
		return rc;
	work->prep = tcn_prepare_new(NULL);
	return TCN_OK;
}

static void
work_fini(struct work *work)
{
	tcn_report_pages_fini(&work->pages);
	tcn_arena_fini(&work->arena);
	tcn_arena_fini(&work->all);
	tcn_prepare_free(work->prep);
	tcn_facts_free(work->facts);
	tcn_report_templates_free(work->templates);
}

static enum tcn_rc
write_file(struct work *work, struct tcn_str page,
    enum tcn_report_format format, struct tcn_str bytes, bool announce)
{
	struct tcn_buf path = { 0 };
	enum tcn_rc rc;

	tcn_buf_printf(&path, "%s/%.*s.%s", work->job->dir, TCN_STR_ARG(page),
	    tcn_report_suffix(format));
	rc = tcn_out_write(path.at, bytes, work->err);
	if (rc == TCN_OK && announce && work->on_file)
		work->on_file(work->ctx, path.at);
	tcn_buf_fini(&path);
	return rc;
}

/* Makes the pages of an event, in work->pages. */
static enum tcn_rc
make_pages(struct work *work, const struct tcn_event *event, unsigned formats,
    bool in_period)
{
	const struct tcn_report_job *job = work->job;
	struct tcn_report report = { .more_than = job->more_than,
		.within_ms = job->within_ms,
		.lines_max = job->lines_max,
		.language = job->language,
		.zone = job->zone,
		.prep = work->prep,
		.facts = work->facts,
		.templates = work->templates };
	enum tcn_rc rc;

	if (in_period)
		report.index = tcn_str(INDEX);
	rc = failed(work,
	    tcn_report_gather(job->st, event, in_period ? &work->period : NULL,
		&work->arena, &report));
	if (rc == TCN_OK)
		tcn_report_pages(&report, formats, &work->pages);
	return rc;
}

static enum tcn_rc
keep_pages(struct work *work, const struct tcn_event *event)
{
	enum tcn_rc rc = TCN_OK;

	for (int f = 0; f < TCN_REPORT_FORMATS && rc == TCN_OK; f++) {
		if (work->tx && work->job->formats & 1u << f)
			rc = tcn_store_put_report(work->tx, event->id,
			    event->revision,
			    tcn_report_suffix((enum tcn_report_format)f),
			    tcn_buf_view(&work->pages.at[f]));
	}
	return failed(work, rc);
}

/* Begins the transaction for the pages that one call puts into the store. */
static enum tcn_rc
begin_keeping(struct work *work)
{
	return work->job->keep
	    ? failed(work, tcn_store_begin(work->job->keep, &work->tx))
	    : TCN_OK;
}

static enum tcn_rc
end_keeping(struct work *work, enum tcn_rc rc)
{
	if (work->job->keep && rc == TCN_OK)
		rc = failed(work, tcn_store_commit(work->job->keep));
	if (work->job->keep && rc != TCN_OK)
		tcn_store_rollback(work->job->keep);
	return rc;
}

static enum tcn_rc
write_event(struct work *work, const struct tcn_event *event, bool in_period,
    struct tcn_str *page)
{
	enum tcn_rc rc;

	tcn_report_page_name(event, in_period ? &work->all : &work->arena,
	    page);
	rc = make_pages(work, event, work->job->formats, in_period);
	for (int f = 0; f < TCN_REPORT_FORMATS && rc == TCN_OK; f++) {
		if (work->job->formats & 1u << f)
			rc = write_file(work, *page, (enum tcn_report_format)f,
			    tcn_buf_view(&work->pages.at[f]), !in_period);
	}
	return rc == TCN_OK ? keep_pages(work, event) : rc;
}

enum tcn_rc
tcn_report_files_event(const struct tcn_report_job *job, const char *id,
    tcn_report_on_file *on_file, void *ctx, bool *found, struct tcn_err *err)
{
	struct tcn_event *event = NULL;
	struct tcn_str page;
	struct work work;
	enum tcn_rc rc = work_init(&work, job, on_file, ctx, err);

	if (rc == TCN_OK) {
		event = NULL;
		rc = failed(&work,
		    tcn_store_event(work.job->st, id, &work.arena, &event));
	}
	*found = event != NULL;
	if (rc == TCN_OK && event)
		rc = tcn_out_mkdir(job->dir, err);
	if (rc == TCN_OK && event)
		rc = begin_keeping(&work);
	if (rc == TCN_OK && event)
		rc =
		    end_keeping(&work, write_event(&work, event, false, &page));
	work_fini(&work);
	return rc;
}

static enum tcn_rc
find_events(struct work *work)
{
	enum tcn_rc rc = tcn_store_events(work->job->st, work->period.since_ms,
	    work->period.until_ms, 0, &work->all, &work->events);

	work->entries =
	    tcn_arena_zalloc(&work->all, work->events.n, sizeof *work->entries);
	return failed(work, rc);
}

/* Whether the report of another event of the period tells of it, in another
 * language or by another rule: the index has one row for both. */
static enum tcn_rc
is_told_there(struct work *work, const struct tcn_event *event, bool *there)
{
	struct tcn_store_group group;
	const struct tcn_event *first;
	enum tcn_rc rc =
	    tcn_store_group_now(work->job->st, event->id, &work->arena, &group);

	*there = false;
	if (rc != TCN_OK || group.events.n < 2)
		return failed(work, rc);
	first = &group.events.at[0];
	*there = strcmp(first->id, event->id) != 0 &&
	    first->fired_ms >= work->period.since_ms &&
	    first->fired_ms < work->period.until_ms;
	return TCN_OK;
}

static enum tcn_rc
write_events(struct work *work)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < work->events.n && rc == TCN_OK; i++) {
		struct tcn_report_entry *entry =
		    &work->entries[work->entries_n];
		bool there = false;

		entry->event = &work->events.at[i];
		rc = write_event(work, entry->event, true, &entry->page);
		if (rc == TCN_OK)
			tcn_arena_str(&work->all,
			    tcn_buf_view(&work->pages.headline), &entry->title);
		if (rc == TCN_OK)
			rc = is_told_there(work, entry->event, &there);
		work->entries_n += rc == TCN_OK && !there;
		tcn_arena_reset(&work->arena);
	}
	return rc;
}

static enum tcn_rc
write_index(struct work *work)
{
	const struct tcn_report_index index = {
		.since_ms = work->period.since_ms,
		.until_ms = work->period.until_ms,
		.language = work->job->language,
		.zone = work->job->zone,
		.entries = work->entries,
		.entries_n = work->entries_n,
	};
	struct tcn_buf page = { 0 };
	enum tcn_rc rc = TCN_OK;

	for (int f = 0; f < TCN_REPORT_FORMATS && rc == TCN_OK; f++) {
		enum tcn_report_format format = (enum tcn_report_format)f;

		if (!(work->job->formats & 1u << f))
			continue;
		tcn_buf_clear(&page);
		tcn_report_index_write(&index, format, &page);
		rc = write_file(work, tcn_str(INDEX), format,
		    tcn_buf_view(&page), true);
	}
	tcn_buf_fini(&page);
	return rc;
}

enum tcn_rc
tcn_report_files_period(const struct tcn_report_job *job, int64_t since_ms,
    int64_t until_ms, tcn_report_on_file *on_file, void *ctx, size_t *n,
    struct tcn_err *err)
{
	struct work work;
	enum tcn_rc rc = work_init(&work, job, on_file, ctx, err);

	*n = 0;
	work.period = (struct tcn_report_period){ since_ms, until_ms };
	if (rc == TCN_OK)
		rc = tcn_out_mkdir(job->dir, err);
	if (rc == TCN_OK)
		rc = find_events(&work);
	if (rc == TCN_OK)
		rc = begin_keeping(&work);
	if (rc == TCN_OK)
		rc = end_keeping(&work, write_events(&work));
	if (rc == TCN_OK)
		rc = write_index(&work);
	if (rc == TCN_OK)
		*n = work.events.n;
	work_fini(&work);
	return rc;
}
