#include "tools/lab/eval/fit/fit_stories.h"

#include <assert.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/lab/eval/csv.h"

enum {
	SHOWN_MAX = 40, /* bytes of a wrong word that are shown */
};

static const char *const id_columns[] = { "first_item", "item", "event", "id" };
static const char *const yes_words[] = { "1", "yes", "y", "true", "real" };
static const char *const no_words[] = { "0", "no", "n", "false" };

#define COUNT(words) (sizeof(words) / sizeof *(words))

struct places {
	int id, real;
};

static bool
is_one_of(const struct tcn_csv_cell *cell, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (tcn_csv_is(cell, words[i]))
			return true;
	return false;
}

static enum tcn_rc
read_header(struct tcn_csv *csv, struct places *places)
{
	enum tcn_rc rc = tcn_csv_row(csv);

	*places = (struct places){ -1, -1 };
	for (size_t i = csv->cells_n; !rc && i-- > 0;) {
		if (is_one_of(&csv->cells[i], id_columns, COUNT(id_columns)))
			places->id = (int)i;
		else if (tcn_csv_is(&csv->cells[i], "real"))
			places->real = (int)i;
	}
	if (rc == TCN_DONE)
		return tcn_err_set(csv->err, TCN_INVALID,
		    "%s is empty; its first line names the columns: "
		    "first_item,real",
		    csv->name);
	if (!rc && (places->id < 0 || places->real < 0))
		return tcn_csv_refuse(csv, &csv->cells[0],
		    "the column '%s' is missing; the first line names the "
		    "columns: first_item,real",
		    places->id < 0 ? "first_item" : "real");
	return rc;
}

/* Spreadsheets are kept from taking an id for a formula by an apostrophe. */
static struct tcn_str
without_guard(struct tcn_str id)
{
	if (id.n > 1 && id.at[0] == '\'')
		return (struct tcn_str){ id.at + 1, id.n - 1 };
	return id;
}

static enum tcn_rc
read_story(struct tcn_fit_stories *stories, struct tcn_csv *csv,
    const struct places *places)
{
	struct tcn_csv_cell id = tcn_csv_cell(csv, places->id);
	struct tcn_csv_cell real = tcn_csv_cell(csv, places->real);
	bool yes = is_one_of(&real, yes_words, COUNT(yes_words));
	struct tcn_fit_judged *rows;
	uint32_t number;
	enum tcn_rc rc;

	if (!id.text.n)
		return tcn_csv_refuse(csv, &csv->cells[0],
		    "this line names no story");
	if (!real.text.n) {
		stories->empty++;
		return TCN_OK;
	}
	if (!yes && !is_one_of(&real, no_words, COUNT(no_words)))
		return tcn_csv_refuse(csv, &real,
		    "real is yes or no (or 1 or 0), not '%.*s'",
		    (int)(real.text.n < SHOWN_MAX ? real.text.n : SHOWN_MAX),
		    real.text.at);
	rows = tcn_mem_grow(stories->rows, &stories->cap, stories->n + 1,
	    sizeof *rows);
	stories->rows = rows;
	rc = tcn_intern_put(&stories->ids, without_guard(id.text), &number);
	if (rc)
		return rc;
	if (number < stories->n && rows[number].real != yes)
		return tcn_csv_refuse(csv, &real,
		    "line %lu says otherwise of the same story",
		    rows[number].line);
	if (number == stories->n)
		rows[stories->n++] = (struct tcn_fit_judged){ id.line, yes };
	return TCN_OK;
}

enum tcn_rc
tcn_fit_stories_parse(struct tcn_fit_stories *stories, const char *name,
    struct tcn_str text, struct tcn_err *err)
{
	struct places places;
	struct tcn_csv csv;
	enum tcn_rc rc;

	*stories = (struct tcn_fit_stories){ 0 };
	tcn_intern_init(&stories->ids);
	tcn_arena_init(&stories->arena, 0);
	rc = tcn_csv_open(&csv, name, text, &stories->arena, err);
	if (!rc)
		rc = read_header(&csv, &places);
	while (!rc) {
		rc = tcn_csv_row(&csv);
		if (!rc)
			rc = read_story(stories, &csv, &places);
	}
	return rc == TCN_DONE ? TCN_OK : rc;
}

enum tcn_rc
tcn_fit_stories_read(struct tcn_fit_stories *stories, const char *path,
    struct tcn_err *err)
{
	struct tcn_buf all = { 0 };
	enum tcn_rc rc = tcn_csv_load(path, "no list of stories", &all, err);

	*stories = (struct tcn_fit_stories){ 0 };
	if (!rc)
		rc = tcn_fit_stories_parse(stories, path,
		    (struct tcn_str){ all.n ? all.at : "", all.n }, err);
	tcn_buf_fini(&all);
	return rc;
}

void
tcn_fit_stories_fini(struct tcn_fit_stories *stories)
{
	tcn_intern_fini(&stories->ids);
	tcn_mem_free(stories->rows);
	tcn_arena_fini(&stories->arena);
	*stories = (struct tcn_fit_stories){ 0 };
}
