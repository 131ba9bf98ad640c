#include "tools/lab/eval/sweep/sweep_grid.h"

#include <assert.h>
#include <stdio.h>

#include "engine/base/mem.h"
#include "tools/conf/conf_value.h"

enum {
	KEY_MAX = 64,
};

/* What each section of the settings means to a sweep. */
static const struct section {
	const char *name;
	bool sweeps; /* its settings change what fires */
	bool moves_items; /* they change how items are placed */
} sections[] = {
	{ "text.", true, true },
	{ "time.", true, true },
	{ "df.", true, true },
	{ "near.", true, true },
	/* Asked for by rule "cluster" alone, whose points share nothing. */
	{ "lsh.", true, false },
	{ "story.", true, false },
	{ "rules.", true, false },
};

static const struct section *
section_of(const char *key)
{
	for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
		if (strncmp(key, sections[i].name, strlen(sections[i].name)) ==
		    0)
			return &sections[i];
	return NULL;
}

void
tcn_sweep_grid_init(struct tcn_sweep_grid *grid, const struct tcn_conf *base)
{
	*grid = (struct tcn_sweep_grid){ .base = base, .points_n = 1 };
	tcn_arena_init(&grid->arena, 4096);
}

void
tcn_sweep_grid_fini(struct tcn_sweep_grid *grid)
{
	for (size_t i = 0; i < grid->axes_n; i++)
		tcn_mem_free(grid->axes[i].values);
	tcn_mem_free(grid->axes);
	tcn_mem_free(grid->points);
	tcn_arena_fini(&grid->arena);
	*grid = (struct tcn_sweep_grid){ 0 };
}

const char *
tcn_sweep_axis_name(const struct tcn_sweep_axis *axis)
{
	return strrchr(axis->row->key, '.') + 1;
}

/*
 * Finds the setting that the part in front of the equals sign names, if it is
 * one that changes what fires.
 */
static enum tcn_rc
find_row(const char *text, size_t *at, struct tcn_err *err)
{
	const char *equals = strchr(text, '=');
	char key[KEY_MAX];
	enum tcn_rc rc;

	if (!equals || equals == text || (size_t)(equals - text) >= sizeof key)
		return tcn_err_set(err, TCN_INVALID,
		    "'%.64s' is not of the form key=value,value; try "
		    "more_than=8,12,15",
		    text);
	snprintf(key, sizeof key, "%.*s", (int)(equals - text), text);
	rc = tcn_conf_find(key, at, err);
	if (rc == TCN_OK && !section_of(tcn_conf_row(*at)->key))
		return tcn_err_set(err, TCN_INVALID,
		    "%s does not change what fires; a grid takes settings of "
		    "text, time, df, near, lsh, story and rules",
		    tcn_conf_row(*at)->key);
	return rc;
}

/* Writes a setting as a configuration file has it. */
static void
print_value(struct tcn_sweep_grid *grid, const struct tcn_conf_row *row,
    const struct tcn_conf *conf, struct tcn_str *value)
{
	struct tcn_buf out = { 0 };

	tcn_conf_value_print(row, (const char *)conf + row->at, &out);
	tcn_arena_str(&grid->arena, tcn_buf_view(&out), value);
	tcn_buf_fini(&out);
}

/*
 * Reads a value into a configuration and writes it again, so that "60m" and
 * "1h" are known to be the same.
 */
static enum tcn_rc
read_value(struct tcn_sweep_grid *grid, struct tcn_sweep_axis *axis,
    struct tcn_str text, struct tcn_err *err)
{
	struct tcn_conf conf = *grid->base;
	struct tcn_str *values, value;
	enum tcn_rc rc = tcn_conf_value_read(axis->row, text,
	    (char *)&conf + axis->row->at, &grid->arena, err);

	if (rc)
		return rc;
	values =
	    tcn_mem_grow(axis->values, &axis->cap, axis->n + 1, sizeof *values);
	axis->values = values;
	print_value(grid, axis->row, &conf, &value);
	for (size_t i = 0; i < axis->n; i++)
		if (tcn_str_equal(values[i], value))
			return tcn_err_set(err, TCN_INVALID,
			    "%s: %.*s stands there twice", axis->row->key,
			    TCN_STR_ARG(value));
	values[axis->n++] = value;
	return TCN_OK;
}

static enum tcn_rc
read_values(struct tcn_sweep_grid *grid, struct tcn_sweep_axis *axis,
    const char *text, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	for (; !rc; text++) {
		size_t n = strcspn(text, ",");
		struct tcn_str value =
		    tcn_str_trim((struct tcn_str){ text, n });

		if (!value.n)
			return tcn_err_set(err, TCN_INVALID,
			    "%s: a value is missing; write "
			    "%s=first,second,...",
			    axis->row->key, tcn_sweep_axis_name(axis));
		rc = read_value(grid, axis, value, err);
		text += n;
		if (!*text)
			break;
	}
	return rc;
}

enum tcn_rc
tcn_sweep_grid_add(struct tcn_sweep_grid *grid, const char *text,
    struct tcn_err *err)
{
	struct tcn_sweep_axis *axes, *axis;
	size_t row;
	enum tcn_rc rc;

	assert(!grid->points);
	tcn_err_at(err, "--grid", 0, 0);
	rc = find_row(text, &row, err);
	if (rc)
		return rc;
	for (size_t i = 0; i < grid->axes_n; i++)
		if (grid->axes[i].row_at == row)
			return tcn_err_set(err, TCN_INVALID,
			    "%s is given twice; name all its values in one",
			    tcn_conf_row(row)->key);
	axes = tcn_mem_grow(grid->axes, &grid->axes_cap, grid->axes_n + 1,
	    sizeof *axes);
	grid->axes = axes;
	axis = &axes[grid->axes_n++];
	*axis = (struct tcn_sweep_axis){
		.row = tcn_conf_row(row),
		.row_at = row,
		.moves_items = section_of(tcn_conf_row(row)->key)->moves_items,
	};
	print_value(grid, axis->row, grid->base, &axis->base_value);
	rc = read_values(grid, axis, strchr(text, '=') + 1, err);
	grid->points_n *= axis->n;
	if (!rc && grid->points_n > TCN_SWEEP_POINTS_MAX)
		return tcn_err_set(err, TCN_INVALID,
		    "%zu points are too many; the most is %d", grid->points_n,
		    TCN_SWEEP_POINTS_MAX);
	return rc;
}

size_t
tcn_sweep_grid_index(const struct tcn_sweep_grid *grid, size_t point,
    size_t axis)
{
	assert(axis < grid->axes_n && point < grid->points_n);
	for (size_t i = grid->axes_n - 1; i > axis; i--)
		point /= grid->axes[i].n;
	return point % grid->axes[axis].n;
}

struct tcn_str
tcn_sweep_grid_value(const struct tcn_sweep_grid *grid, size_t point,
    size_t axis)
{
	return grid->axes[axis].values[tcn_sweep_grid_index(grid, point, axis)];
}

size_t
tcn_sweep_grid_point(const struct tcn_sweep_grid *grid, const size_t *indexes)
{
	size_t point = 0;

	for (size_t i = 0; i < grid->axes_n; i++)
		point = point * grid->axes[i].n + indexes[i];
	return point;
}

size_t
tcn_sweep_grid_group(const struct tcn_sweep_grid *grid, size_t point)
{
	size_t group = 0;

	assert(point < grid->points_n);
	for (size_t i = 0; i < grid->axes_n; i++)
		if (grid->axes[i].moves_items)
			group = group * grid->axes[i].n +
			    tcn_sweep_grid_index(grid, point, i);
	return group;
}

size_t
tcn_sweep_grid_changes(const struct tcn_sweep_grid *grid, size_t point)
{
	size_t n = 0;

	for (size_t i = 0; i < grid->axes_n; i++)
		n += !tcn_str_equal(tcn_sweep_grid_value(grid, point, i),
		    grid->axes[i].base_value);
	return n;
}

void
tcn_sweep_grid_print(const struct tcn_sweep_grid *grid, size_t point,
    struct tcn_buf *out)
{
	for (size_t i = 0; i < grid->axes_n; i++) {
		struct tcn_str value = tcn_sweep_grid_value(grid, point, i);

		tcn_buf_printf(out, "%s%s=%.*s", i ? " " : "",
		    tcn_sweep_axis_name(&grid->axes[i]), TCN_STR_ARG(value));
	}
}

/* Sets err to which point cannot work, and why. */
static enum tcn_rc
refuse(const struct tcn_sweep_grid *grid, size_t point, struct tcn_err *err)
{
	struct tcn_buf name = { 0 };
	char why[sizeof err->text];
	enum tcn_rc rc = TCN_INVALID;

	if (!err)
		return rc;
	tcn_sweep_grid_print(grid, point, &name);
	memcpy(why, err->text, sizeof why);
	tcn_err_at(err, "--grid", 0, 0);
	tcn_err_set(err, rc, "the point %s cannot work: %s",
	    name.n ? name.at : "of the configuration", why);
	tcn_buf_fini(&name);
	return rc;
}

static enum tcn_rc
make_point(struct tcn_sweep_grid *grid, size_t point, struct tcn_err *err)
{
	struct tcn_conf *conf = &grid->points[point];
	enum tcn_rc rc = TCN_OK;

	*conf = *grid->base;
	for (size_t i = 0; !rc && i < grid->axes_n; i++)
		rc = tcn_conf_value_read(grid->axes[i].row,
		    tcn_sweep_grid_value(grid, point, i),
		    (char *)conf + grid->axes[i].row->at, &grid->arena, err);
	if (!rc && tcn_conf_check(conf, err))
		rc = refuse(grid, point, err);
	return rc;
}

enum tcn_rc
tcn_sweep_grid_seal(struct tcn_sweep_grid *grid, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	assert(!grid->points && grid->points_n > 0);
	grid->points = tcn_mem_calloc(grid->points_n, sizeof *grid->points);
	for (size_t i = 0; !rc && i < grid->points_n; i++)
		rc = make_point(grid, i, err);
	return rc;
}
