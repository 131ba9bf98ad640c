/*
 * A source that reads the generated stream. Each line is parsed like a line of
 * a file.
 */
#include "tools/intake/input/source_kind.h"

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/item/json_article.h"
#include "tools/lab/demo/demo.h"

struct generated {
	struct tcn_source source;
	struct tcn_demo *demo;
	struct tcn_source_at at;
};

static enum tcn_rc
next(struct tcn_source *source, struct tcn_arena *arena,
    struct tcn_article *article, struct tcn_err *err)
{
	struct generated *from = (struct generated *)source;
	struct tcn_str line;
	enum tcn_rc rc = tcn_demo_next(from->demo, &line);

	if (!rc)
		rc = tcn_json_article(line, NULL, arena, article, err);
	from->at.done += !rc;
	return rc;
}

static void
at(const struct tcn_source *source, struct tcn_source_at *at)
{
	*at = ((const struct generated *)source)->at;
}

static void
close_generated(struct tcn_source *source)
{
	tcn_mem_free(source);
}

static const struct tcn_source_kind kind = { next, at, close_generated, NULL };

struct tcn_source *
tcn_source_open_demo(struct tcn_demo *demo)
{
	struct generated *from = tcn_mem_calloc(1, sizeof *from);
	const uint32_t *counts = tcn_demo_counts(demo);

	from->source.kind = &kind;
	from->demo = demo;
	for (int i = 0; i < TCN_DEMO_KINDS; i++)
		from->at.total += counts[i];
	return &from->source;
}
