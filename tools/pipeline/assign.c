#include "tools/pipeline/assign.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>

#include "engine/base/mem.h"

struct row {
	uint64_t seq, story, duplicate_of;
	uint64_t id_at; /* offset in ids */
	uint32_t id_n;
	uint32_t distance;
};

static enum tcn_rc
failed(struct tcn_err *err)
{
	return tcn_err_set(err, TCN_IO,
	    "cannot keep assignments in a temporary file: %s (is TMPDIR full?)",
	    strerror(errno));
}

enum tcn_rc
tcn_assign_open(struct tcn_assign *assign, struct tcn_err *err)
{
	*assign = (struct tcn_assign){ 0 };
	assign->rows = tmpfile();
	assign->ids = assign->rows ? tmpfile() : NULL;
	if (assign->ids)
		return TCN_OK;
	tcn_assign_close(assign);
	return failed(err);
}

void
tcn_assign_close(struct tcn_assign *assign)
{
	if (assign->rows)
		fclose(assign->rows);
	if (assign->ids)
		fclose(assign->ids);
	tcn_map_fini(&assign->merged);
	*assign = (struct tcn_assign){ 0 };
}

enum tcn_rc
tcn_assign_add(struct tcn_assign *assign, struct tcn_str id,
    const struct tcn_placement *item, struct tcn_err *err)
{
	struct row row = {
		.seq = item->seq,
		.story = item->story,
		.duplicate_of = item->duplicate_of,
		.id_at = assign->ids_bytes,
		.id_n = (uint32_t)id.n,
		.distance = item->distance,
	};

	assert(assign->rows && assign->ids);
	assert(!assign->rows_n ||
	    item->seq == assign->first_seq + assign->rows_n);
	if (!assign->rows_n)
		assign->first_seq = item->seq;
	if (fwrite(&row, sizeof row, 1, assign->rows) != 1 ||
	    fwrite(id.at, 1, id.n, assign->ids) != id.n)
		return failed(err);
	assign->rows_n++;
	assign->ids_bytes += id.n;
	return TCN_OK;
}

void
tcn_assign_merge(struct tcn_assign *assign, uint64_t from, uint64_t into)
{
	uint64_t *at;

	tcn_map_put(&assign->merged, from, &at, NULL);
	*at = into;
}

/* A story is merged once, into one that was open then, so that the chain ends.
 * That of a damaged store may not: it is followed for at most as many steps as
 * there are merges. */
uint64_t
tcn_assign_resolve(const struct tcn_map *merged, uint64_t story)
{
	const uint64_t *into;

	for (size_t n = 0; n <= merged->n; n++) {
		into = tcn_map_find(merged, story);
		if (!into)
			break;
		story = *into;
	}
	return story;
}

void
tcn_assign_line(struct tcn_buf *line, struct tcn_str id, uint64_t story,
    struct tcn_str original, unsigned distance)
{
	tcn_buf_z(line, "{\"id\":");
	tcn_buf_json(line, id);
	if (story)
		tcn_buf_printf(line, ",\"story\":%" PRIu64, story);
	else
		tcn_buf_z(line, ",\"story\":null");
	tcn_buf_z(line, ",\"duplicate_of\":");
	if (original.at) {
		tcn_buf_json(line, original);
		tcn_buf_printf(line, ",\"distance\":%u", distance);
	} else {
		tcn_buf_z(line, "null,\"distance\":null");
	}
	tcn_buf_z(line, "}\n");
}

/* Both temporary files mapped into memory. */
struct view {
	const struct row *rows;
	const char *ids;
};

static const void *
map_file(FILE *f, uint64_t n)
{
	void *at;

	if (!n)
		return "";
	if (fflush(f))
		return NULL;
	at = mmap(NULL, n, PROT_READ, MAP_PRIVATE, fileno(f), 0);
	return at == MAP_FAILED ? NULL : at;
}

static struct tcn_str
id_of(const struct view *view, const struct row *row)
{
	return (struct tcn_str){ view->ids + row->id_at, row->id_n };
}

static void
format_row(const struct tcn_assign *assign, const struct view *view,
    const struct row *row, struct tcn_buf *line)
{
	struct tcn_str original = { NULL, 0 };

	assert(!row->duplicate_of || row->duplicate_of >= assign->first_seq);
	if (row->duplicate_of)
		original = id_of(view,
		    &view->rows[row->duplicate_of - assign->first_seq]);
	tcn_buf_clear(line);
	tcn_assign_line(line, id_of(view, row),
	    tcn_assign_resolve(&assign->merged, row->story), original,
	    row->distance);
}

enum tcn_rc
tcn_assign_write(struct tcn_assign *assign, struct tcn_out *out,
    struct tcn_err *err)
{
	struct view view = {
		.rows =
		    map_file(assign->rows, assign->rows_n * sizeof(struct row)),
		.ids = map_file(assign->ids, assign->ids_bytes),
	};
	struct tcn_buf line = { 0 };
	enum tcn_rc rc = view.rows && view.ids ? TCN_OK : failed(err);

	for (uint64_t i = 0; !rc && i < assign->rows_n; i++) {
		format_row(assign, &view, &view.rows[i], &line);
		rc = tcn_out_add(out, tcn_buf_view(&line), err);
	}
	tcn_buf_fini(&line);
	if (view.rows && assign->rows_n)
		munmap((void *)(uintptr_t)view.rows,
		    assign->rows_n * sizeof(struct row));
	if (view.ids && assign->ids_bytes)
		munmap((void *)(uintptr_t)view.ids, assign->ids_bytes);
	return rc;
}
