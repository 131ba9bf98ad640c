/*
 * tools/intake/input/source_kind.h - the kinds of source, for modules that
 * implement one.
 *
 * A kind is a table of functions and a struct of its own that begins with a
 * struct tcn_source.
 */
#ifndef TCN_TOOLS_INTAKE_INPUT_SOURCE_KIND_H
#define TCN_TOOLS_INTAKE_INPUT_SOURCE_KIND_H

#include "engine/base/err.h"
#include "tools/intake/input/source.h"

struct tcn_source_kind {
	enum tcn_rc (*next)(struct tcn_source *source, struct tcn_arena *arena,
	    struct tcn_article *article, struct tcn_err *err);
	void (*at)(const struct tcn_source *source, struct tcn_source_at *at);
	void (*close)(struct tcn_source *source);
	/* NULL: there is nothing to check. */
	enum tcn_rc (*check)(const struct tcn_source *source,
	    struct tcn_err *err);
};

struct tcn_source {
	const struct tcn_source_kind *kind;
	const struct tcn_placement *place; /* of the last article, or NULL */
	/* As in struct tcn_article_limits: own_length, or that of the source
	 * which this is part of; NULL: it checks no vectors. */
	size_t *vector_length;
	size_t own_length;
};

/* Opens one file; conf->paths is not looked at. */
TCN_MUST_USE enum tcn_rc
tcn_source_open_file(const struct tcn_source_conf *conf, const char *path,
    struct tcn_source **source, struct tcn_err *err);

/* Opens several files, merged by time. The paths must outlive the source. */
TCN_MUST_USE enum tcn_rc
tcn_source_open_merge(const struct tcn_source_conf *conf,
    struct tcn_source **source, struct tcn_err *err);

/*
 * Opens the articles of another source, and says which of their dates are
 * confirmed by what follows (tools/intake/input/source_confirm.c).
 * clock->jump_ms > 0. `of` belongs to the new source.
 */
struct tcn_source *tcn_source_open_confirm(const struct tcn_clock_conf *clock,
    struct tcn_source *of);

TCN_MUST_USE enum tcn_rc tcn_source_open_db(const struct tcn_source_conf *conf,
    struct tcn_source **source, struct tcn_err *err);

#endif
