#include "tools/lab/bench/paper/paper.h"

#include <string.h>

#include "tools/base/out.h"
#include "tools/base/say.h"
#include "tools/base/stop.h"
#include "tools/lab/bench/paper/paper_impl.h"

static const struct part {
	const char *name;
	enum tcn_rc (*run)(struct tcn_paper *paper, struct tcn_err *err);
} parts[] = {
	{ "plans", tcn_paper_plans },
	{ "distance", tcn_paper_distance },
	{ "events", tcn_paper_events },
	{ "minhash", tcn_paper_minhash },
	{ "sentences", tcn_paper_sentences },
	{ "pairs", tcn_paper_pairs },
};

enum {
	PARTS = sizeof parts / sizeof *parts,
};

/* ---- progress ---- */

static struct tcn_progress_now
steps(uint64_t done, uint64_t total)
{
	return (struct tcn_progress_now){
		.items = TCN_PROGRESS_OTHERS,
		.events = TCN_PROGRESS_OTHERS,
		.stream_ms = TCN_UNDATED,
		.done = done,
		.total = total,
	};
}

void
tcn_paper_progress_begin(struct tcn_paper *paper)
{
	tcn_progress_init(&paper->progress, paper->quiet);
}

void
tcn_paper_progress_step(struct tcn_paper *paper, uint64_t done, uint64_t total)
{
	struct tcn_progress_now now = steps(done, total);

	tcn_progress_tick(&paper->progress, &now);
}

void
tcn_paper_progress_end(struct tcn_paper *paper, uint64_t total)
{
	struct tcn_progress_now now = steps(total, total);

	if (paper->progress.terminal)
		tcn_progress_end(&paper->progress, &now);
}

/* ---- parts ---- */

static const struct part *
part_called(const char *name)
{
	for (size_t i = 0; i < PARTS; i++)
		if (strcmp(parts[i].name, name) == 0)
			return &parts[i];
	return NULL;
}

static int
check_names(const struct tcn_bench_args *args)
{
	struct tcn_buf names = { 0 };
	int code = TCN_EXIT_OK;

	for (size_t i = 0; i < PARTS; i++)
		tcn_buf_printf(&names, "%s%s",
		    i == 0               ? ""
			: i + 1 == PARTS ? " and "
					 : ", ",
		    parts[i].name);
	for (size_t i = 0; i < args->args_n && !code; i++)
		if (!part_called(args->args[i])) {
			tcn_say("no experiment is called '%s'; there are %s",
			    args->args[i], names.at);
			code = TCN_EXIT_USAGE;
		}
	tcn_buf_fini(&names);
	return code;
}

static bool
is_asked(const struct tcn_bench_args *args, const char *name)
{
	bool asked = args->args_n == 0;

	for (size_t i = 0; i < args->args_n; i++)
		asked |= strcmp(args->args[i], name) == 0;
	return asked;
}

/* Prints the section that was added last. */
static int
print(struct tcn_paper *paper)
{
	struct tcn_buf out = { 0 };
	const struct tcn_paper_section *section =
	    &paper->report.sections[paper->report.n - 1];
	int code;

	if (paper->args->json)
		tcn_paper_json(section, &out);
	else
		tcn_paper_text(&paper->report, section, &out);
	code = tcn_say_out(&out);
	tcn_buf_fini(&out);
	return code;
}

static int
run_part(struct tcn_paper *paper, const struct part *part)
{
	struct tcn_err err = { 0 };
	size_t before = paper->report.n;
	enum tcn_rc rc;
	int code;

	if (!paper->quiet)
		tcn_say("%s ...", part->name);
	rc = part->run(paper, &err);
	if (rc)
		tcn_paper_report_drop(&paper->report, before);
	if (rc == TCN_DONE && !paper->args->args_n) {
		tcn_say("%s is left out: %s", part->name, err.text);
		return TCN_EXIT_OK;
	}
	if (rc)
		return tcn_say_rc(rc == TCN_DONE ? TCN_INVALID : rc, &err);
	if (tcn_stop_requested() && paper->report.n > before)
		tcn_say("stopped early: this is what was read until then");
	code = paper->report.n > before ? print(paper) : TCN_EXIT_OK;
	return code ? code : tcn_stop_exit();
}

static int
write_page(struct tcn_paper *paper)
{
	struct tcn_err err = { 0 };
	struct tcn_buf out = { 0 };
	enum tcn_rc rc;

	if (!paper->args->html || !paper->report.n)
		return TCN_EXIT_OK;
	tcn_paper_html(&paper->report, &out);
	rc = tcn_out_write(paper->args->html, tcn_buf_view(&out), &err);
	tcn_buf_fini(&out);
	return rc ? tcn_say_rc(rc, &err) : TCN_EXIT_OK;
}

int
tcn_paper_bench(const struct tcn_bench_args *args)
{
	struct tcn_paper paper = { .args = args, .quiet = args->json };
	struct tcn_conf conf;
	int code = check_names(args), written;

	if (code)
		return code;
	code = tcn_conf_start(args->conf, &conf);
	paper.conf = &conf;
	tcn_paper_report_init(&paper.report);
	tcn_stop_watch();
	for (size_t i = 0; i < PARTS && !code; i++)
		if (is_asked(args, parts[i].name))
			code = run_part(&paper, &parts[i]);
	written = write_page(&paper);
	tcn_paper_report_fini(&paper.report);
	tcn_conf_fini(&conf);
	code = code ? code : written;
	return code ? code : tcn_say_flush();
}
