#include "tools/lab/eval/reliability.h"

#include <assert.h>
#include <math.h>

#include "tools/base/json_out.h"

void
tcn_reliability_add(struct tcn_reliability *to, double probability, bool right)
{
	int bin = (int)(probability * TCN_RELIABILITY_BINS);

	assert(probability >= 0 && probability <= 1);
	if (bin == TCN_RELIABILITY_BINS) /* certainty */
		bin--;
	to->bins[bin].n++;
	to->bins[bin].right += right;
	to->bins[bin].predicted += probability;
}

void
tcn_reliability_merge(struct tcn_reliability *to,
    const struct tcn_reliability *from)
{
	for (size_t i = 0; i < TCN_RELIABILITY_BINS; i++) {
		to->bins[i].n += from->bins[i].n;
		to->bins[i].right += from->bins[i].right;
		to->bins[i].predicted += from->bins[i].predicted;
	}
}

uint64_t
tcn_reliability_n(const struct tcn_reliability *of)
{
	uint64_t n = 0;

	for (size_t i = 0; i < TCN_RELIABILITY_BINS; i++)
		n += of->bins[i].n;
	return n;
}

double
tcn_reliability_error(const struct tcn_reliability *of)
{
	uint64_t n = tcn_reliability_n(of);
	double off = 0;

	for (size_t i = 0; i < TCN_RELIABILITY_BINS; i++)
		off += fabs((double)of->bins[i].right - of->bins[i].predicted);
	return n ? off / (double)n : NAN;
}

void
tcn_reliability_table(const struct tcn_reliability *of, struct tcn_arena *arena,
    struct tcn_table *table)
{
	static const struct tcn_table_column columns[] = {
		{ "from", "from", TCN_TABLE_SHARE },
		{ "to", "to", TCN_TABLE_SHARE },
		{ "articles", "articles", TCN_TABLE_COUNT },
		{ "predicted", "predicted", TCN_TABLE_SHARE },
		{ "observed", "observed", TCN_TABLE_SHARE },
	};

	*table = (struct tcn_table){
		.name = "reliability",
		.title = "Predicted categories: how often they are right",
		.columns = columns,
		.columns_n = sizeof columns / sizeof *columns,
	};
	for (size_t i = 0; i < TCN_RELIABILITY_BINS; i++) {
		union tcn_table_cell *cells;
		double n = (double)of->bins[i].n;

		if (!of->bins[i].n)
			continue;
		cells = tcn_table_add(table, arena);
		cells[0].x = (double)i / TCN_RELIABILITY_BINS;
		cells[1].x = (double)(i + 1) / TCN_RELIABILITY_BINS;
		cells[2].n = of->bins[i].n;
		cells[3].x = of->bins[i].predicted / n;
		cells[4].x = (double)of->bins[i].right / n;
	}
}

void
tcn_reliability_json(const struct tcn_reliability *of, struct tcn_buf *out)
{
	struct tcn_arena arena;
	struct tcn_table table;

	if (!tcn_reliability_n(of))
		return;
	tcn_arena_init(&arena, 0);
	tcn_json_rounded(out, "calibration_error", tcn_reliability_error(of),
	    4);
	tcn_reliability_table(of, &arena, &table);
	tcn_table_json(&table, out);
	tcn_arena_fini(&arena);
}
