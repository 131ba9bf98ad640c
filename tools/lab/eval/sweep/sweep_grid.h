/*
 * tools/lab/eval/sweep/sweep_grid.h - which settings a sweep tries: axes and
 * their points.
 *
 * An axis is one setting of tools/conf/conf_table.c with the values to try, as
 * `--grid more_than=8,12,15` names them; a point is one value of each axis,
 * on top of the configuration that all points share. Points are numbered
 * from 0, the last axis changing fastest.
 *
 * Call order: init, add for each --grid, seal, then the rest; fini in every
 * case. Nothing changes a sealed grid, so threads may share it.
 */
#ifndef TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_GRID_H
#define TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_GRID_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "tools/conf/conf.h"

enum {
	TCN_SWEEP_POINTS_MAX = 4096,
};

struct tcn_sweep_axis {
	const struct tcn_conf_row *row;
	size_t row_at; /* its number in the table of settings */
	struct tcn_str *values; /* as `tocsin config` writes them */
	struct tcn_str base_value; /* what it is without the grid */
	size_t n, cap;
	bool moves_items; /* it concerns more than stories and rules */
};

struct tcn_sweep_grid {
	const struct tcn_conf *base; /* what no axis changes */
	struct tcn_sweep_axis *axes;
	size_t axes_n, axes_cap;
	size_t points_n;
	struct tcn_conf *points; /* one configuration each */
	struct tcn_arena arena;
};

/* Begins a grid without axes; base must outlive it. */
void tcn_sweep_grid_init(struct tcn_sweep_grid *grid,
    const struct tcn_conf *base);
void tcn_sweep_grid_fini(struct tcn_sweep_grid *grid);

/* Adds an axis, "key=value,value". TCN_INVALID: err says what to mend. */
TCN_MUST_USE enum tcn_rc tcn_sweep_grid_add(struct tcn_sweep_grid *grid,
    const char *text, struct tcn_err *err);

/*
 * Ends the grid: makes the points' configurations and refuses those that cannot
 * work. Without an axis there is one point, the base.
 */
TCN_MUST_USE enum tcn_rc tcn_sweep_grid_seal(struct tcn_sweep_grid *grid,
    struct tcn_err *err);

/* Returns which of the axis's values the point has. */
size_t tcn_sweep_grid_index(const struct tcn_sweep_grid *grid, size_t point,
    size_t axis);
struct tcn_str tcn_sweep_grid_value(const struct tcn_sweep_grid *grid,
    size_t point, size_t axis);

/* Returns the point with these indexes of values, one for each axis. */
size_t tcn_sweep_grid_point(const struct tcn_sweep_grid *grid,
    const size_t *indexes);

/*
 * Returns the group of the point, counted from 0. Points of one group place
 * every item alike: they differ only in axes that concern stories and rules.
 */
size_t tcn_sweep_grid_group(const struct tcn_sweep_grid *grid, size_t point);

/* Returns how many settings of the point differ from the base. */
size_t tcn_sweep_grid_changes(const struct tcn_sweep_grid *grid, size_t point);

/* Appends the point's settings, "more_than=15 within=4h". */
void tcn_sweep_grid_print(const struct tcn_sweep_grid *grid, size_t point,
    struct tcn_buf *out);

/* Returns the last part of a setting's name, when no other setting ends so. */
const char *tcn_sweep_axis_name(const struct tcn_sweep_axis *axis);

#endif
