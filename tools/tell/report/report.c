#include "tools/tell/report/report.h"

#include <assert.h>

#include "engine/base/mem.h"
#include "tools/tell/report/report_impl.h"

static const struct {
	const char *suffix;
	void (*write)(const struct tcn_report_view *view, struct tcn_buf *out);
} formats[] = {
	[TCN_REPORT_HTML] = { "html", tcn_report_html },
	[TCN_REPORT_MD] = { "md", tcn_report_md },
	[TCN_REPORT_JSON] = { "json", tcn_report_json },
	[TCN_REPORT_NINJS] = { NULL, tcn_report_ninjs },
	[TCN_REPORT_SECTIONS] = { NULL, tcn_report_sections },
};

const char *
tcn_report_suffix(enum tcn_report_format format)
{
	assert(format < TCN_REPORT_FORMATS);
	return formats[format].suffix;
}

void
tcn_report_pages(const struct tcn_report *report, unsigned wanted,
    struct tcn_report_pages *pages)
{
	struct tcn_arena arena;
	struct tcn_report_view view;

	assert(report->event);
	tcn_arena_init(&arena, 0);
	tcn_report_view_make(report, &arena, &view);
	assert(tcn_report_view_check(&view, NULL) == TCN_OK);
	tcn_buf_clear(&pages->headline);
	tcn_buf_str(&pages->headline, view.headline);
	for (unsigned f = 0; f < TCN_REPORT_FORMATS; f++) {
		tcn_buf_clear(&pages->at[f]);
		if (wanted & 1u << f)
			formats[f].write(&view, &pages->at[f]);
	}
	tcn_report_view_fini(&view);
	tcn_arena_fini(&arena);
}

void
tcn_report_pages_fini(struct tcn_report_pages *pages)
{
	for (unsigned f = 0; f < TCN_REPORT_FORMATS; f++)
		tcn_buf_fini(&pages->at[f]);
	tcn_buf_fini(&pages->headline);
}

/* --- in steps --- */

struct tcn_report_work {
	struct tcn_report_view view;
	struct tcn_arena arena;
	enum tcn_report_format format;
	bool is_made; /* the view is: it is to be written */
};

struct tcn_report_work *
tcn_report_work_new(const struct tcn_report *report,
    enum tcn_report_format format)
{
	struct tcn_report_work *work = tcn_mem_calloc(1, sizeof *work);

	assert(report->event && format < sizeof formats / sizeof *formats);
	work->format = format;
	tcn_arena_init(&work->arena, 0);
	tcn_report_view_begin(report, &work->view);
	return work;
}

void
tcn_report_work_free(struct tcn_report_work *work)
{
	if (!work)
		return;
	tcn_report_view_fini(&work->view);
	tcn_arena_fini(&work->arena);
	tcn_mem_free(work);
}

bool
tcn_report_work_step(struct tcn_report_work *work, struct tcn_buf *out)
{
	if (!work->is_made) {
		work->is_made = tcn_report_view_step(&work->arena, &work->view);
		return false;
	}
	assert(tcn_report_view_check(&work->view, NULL) == TCN_OK);
	formats[work->format].write(&work->view, out);
	return true;
}
