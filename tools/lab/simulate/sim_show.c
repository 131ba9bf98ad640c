#include <math.h>

#include "engine/base/arena.h"
#include "tools/base/table.h"
#include "tools/lab/simulate/sim.h"

#define ROWS_MAX 1000

static const struct tcn_table_column run_columns[] = {
	{ "workers", "workers", TCN_TABLE_COUNT },
	{ "articles", "articles", TCN_TABLE_COUNT },
	{ "per_s", "decided/s", TCN_TABLE_FIGURE },
	{ "worker_load", "workers busy", TCN_TABLE_SHARE },
	{ "detector_load", "detector needed", TCN_TABLE_SHARE },
	{ "waiting", "most waiting", TCN_TABLE_COUNT },
	{ "p50", "p50", TCN_TABLE_SECONDS },
	{ "p99", "p99", TCN_TABLE_SECONDS },
	{ "worst", "worst", TCN_TABLE_SECONDS },
	{ "again", "twice", TCN_TABLE_COUNT },
	{ "keeps_up", "keeps up", TCN_TABLE_TEXT },
};

static const struct tcn_table_column fail_columns[] = {
	{ "workers", "workers", TCN_TABLE_COUNT },
	{ "part", "what fails", TCN_TABLE_TEXT },
	{ "at", "at", TCN_TABLE_SECONDS },
	{ "taken_over", "taken over after", TCN_TABLE_SECONDS },
	{ "worst", "worst delay", TCN_TABLE_SECONDS },
	{ "recovered", "as before after", TCN_TABLE_SECONDS },
};

static const char *const parts[] = { "a worker", "the detector", "a broker" };

#define N(array) (sizeof(array) / sizeof *(array))

static const char *
verdict(const struct tcn_sim_row *row)
{
	if (row->result.gave_up)
		return "no: the rows grow";
	return row->result.keeps_up ? "yes" : "no";
}

static void
add_run(const struct tcn_sim_row *row, struct tcn_table *table,
    struct tcn_arena *arena)
{
	const struct tcn_sim_result *result = &row->result;
	union tcn_table_cell *cells = tcn_table_add(table, arena);

	cells[0].n = row->plan.workers;
	cells[1].n = result->born;
	cells[2].x = result->decided_per_s;
	cells[3].x = result->worker_load;
	cells[4].x = result->detector_load;
	cells[5].n = result->waiting_articles + result->waiting_records;
	cells[6].x = result->p50;
	cells[7].x = result->p99;
	cells[8].x = result->worst;
	cells[9].n = result->again;
	cells[10].text = tcn_str(verdict(row));
}

static void
add_failures(const struct tcn_sim_row *row, struct tcn_table *table,
    struct tcn_arena *arena)
{
	for (unsigned i = 0; i < row->plan.failures_n; i++) {
		const struct tcn_sim_after *after = &row->result.after[i];
		union tcn_table_cell *cells = tcn_table_add(table, arena);

		cells[0].n = row->plan.workers;
		cells[1].text = tcn_str(parts[row->plan.failures[i].part]);
		cells[2].x = row->plan.failures[i].at;
		cells[3].x = after->taken_over;
		cells[4].x = after->worst;
		cells[5].x = after->recovered > 0 ? after->recovered : NAN;
	}
}

typedef void write_fn(const struct tcn_table *runs,
    const struct tcn_table *failures, const struct tcn_sim_row *rows, size_t n,
    struct tcn_buf *out);

static void
with_tables(const struct tcn_sim_row *rows, size_t n, write_fn *write,
    struct tcn_buf *out)
{
	struct tcn_table runs = { .name = "runs",
		.title = "By number of workers",
		.columns = run_columns,
		.columns_n = N(run_columns) };
	struct tcn_table failures = { .name = "failures",
		.title = "What failures do",
		.columns = fail_columns,
		.columns_n = N(fail_columns) };
	struct tcn_arena arena;

	tcn_arena_init(&arena, 4096);
	for (size_t i = 0; i < n; i++) {
		add_run(&rows[i], &runs, &arena);
		add_failures(&rows[i], &failures, &arena);
	}
	write(&runs, &failures, rows, n, out);
	tcn_arena_fini(&arena);
}

/* The least number of workers that keeps up; 0 when none does. */
static unsigned
least(const struct tcn_sim_row *rows, size_t n)
{
	unsigned workers = 0;

	for (size_t i = 0; i < n; i++)
		if (rows[i].result.keeps_up &&
		    (!workers || rows[i].plan.workers < workers))
			workers = rows[i].plan.workers;
	return workers;
}

static void
add_assumed(const struct tcn_sim_plan *plan, struct tcn_buf *out)
{
	tcn_buf_z(out, "An article is prepared in ");
	tcn_table_seconds(plan->prepare.mean, out);
	tcn_buf_z(out, " (one in a hundred takes over ");
	tcn_table_seconds(plan->prepare.p99, out);
	tcn_buf_z(out, "), decided in ");
	tcn_table_seconds(plan->decide, out);
	tcn_buf_z(out, ", received or sent in ");
	tcn_table_seconds(plan->client, out);
	tcn_buf_z(out, ", a batch committed in ");
	tcn_table_seconds(plan->commit, out);
	tcn_buf_z(out, " and through the broker in ");
	tcn_table_seconds(plan->broker.mean, out);
	tcn_buf_z(out, " (");
	tcn_table_seconds(plan->broker.p99, out);
	tcn_buf_z(out, ").\n");
}

/* What bounds the whole, whatever the number of workers. */
static void
add_bounds(const struct tcn_sim_row *row, struct tcn_buf *out)
{
	const struct tcn_sim_plan *plan = &row->plan;
	const double each =
	    plan->decide + plan->client + plan->commit / plan->batch;
	const double article = plan->prepare.mean + 2 * plan->client;

	if (article > 0) {
		tcn_buf_z(out, "The fullest of ");
		tcn_table_count(plan->partitions, out);
		tcn_buf_z(out, " partitions has ");
		tcn_table_figure(100 * row->result.fullest, out);
		tcn_buf_z(out,
		    " % of all articles: whatever the number of "
		    "workers, at most ");
		tcn_table_figure(1 / (row->result.fullest * article), out);
		tcn_buf_z(out, " articles a second.\n");
	}
	if (each > 0) {
		tcn_buf_z(out, "One detector decides at most ");
		tcn_table_figure(1 / each, out);
		tcn_buf_z(out, " a second.\n");
	}
}

static void
write_text(const struct tcn_table *runs, const struct tcn_table *failures,
    const struct tcn_sim_row *rows, size_t n, struct tcn_buf *out)
{
	const struct tcn_sim_plan *plan = &rows[0].plan;
	const unsigned workers = least(rows, n);

	tcn_table_text(runs, ROWS_MAX, out);
	if (failures->rows_n)
		tcn_table_text(failures, ROWS_MAX, out);
	add_assumed(plan, out);
	add_bounds(&rows[0], out);
	if (workers) {
		tcn_table_count(workers, out);
		tcn_buf_z(out,
		    workers == 1 ? " worker keeps" : " workers keep");
		tcn_buf_z(out, " up: 99 of 100 articles are decided within ");
	} else {
		tcn_buf_z(out,
		    "None of these numbers of workers keeps up: "
		    "decided 99 of 100 articles within ");
	}
	tcn_table_seconds(plan->within, out);
	tcn_buf_z(out, ".\n");
}

void
tcn_sim_text(const struct tcn_sim_row *rows, size_t n, struct tcn_buf *out)
{
	with_tables(rows, n, write_text, out);
}

static void
add_number(struct tcn_buf *out, const char *name, double x)
{
	tcn_buf_printf(out, ",\"%s\":%.9g", name, x);
}

static void
write_json(const struct tcn_table *runs, const struct tcn_table *failures,
    const struct tcn_sim_row *rows, size_t n, struct tcn_buf *out)
{
	const struct tcn_sim_plan *plan = &rows[0].plan;

	tcn_buf_printf(out, "{\"least_workers\":%u", least(rows, n));
	add_number(out, "rate", plan->rate);
	add_number(out, "seconds", plan->seconds);
	add_number(out, "within", plan->within);
	add_number(out, "prepare", plan->prepare.mean);
	add_number(out, "prepare_p99", plan->prepare.p99);
	add_number(out, "client", plan->client);
	add_number(out, "decide", plan->decide);
	add_number(out, "commit", plan->commit);
	if (plan->record_bytes > 0)
		add_number(out, "record_bytes", plan->record_bytes);
	add_number(out, "broker", plan->broker.mean);
	add_number(out, "broker_p99", plan->broker.p99);
	add_number(out, "fullest_partition", rows[0].result.fullest);
	tcn_table_json(runs, out);
	tcn_table_json(failures, out);
	tcn_buf_z(out, "}\n");
}

void
tcn_sim_json(const struct tcn_sim_row *rows, size_t n, struct tcn_buf *out)
{
	with_tables(rows, n, write_json, out);
}
