#include "tools/report/report.h"

#include <assert.h>

#include "tools/report/report_impl.h"

static const struct {
	const char *suffix;
	void (*write)(const struct tcn_report_view *view, struct tcn_buf *out);
} formats[TCN_REPORT_FORMATS] = {
	[TCN_REPORT_HTML] = { "html", tcn_report_html },
	[TCN_REPORT_MD] = { "md", tcn_report_md },
	[TCN_REPORT_JSON] = { "json", tcn_report_json },
};

const char *
tcn_report_suffix(enum tcn_report_format format)
{
	assert(format < TCN_REPORT_FORMATS);
	return formats[format].suffix;
}

static enum tcn_rc
write_pages(const struct tcn_report_view *view, unsigned wanted,
    struct tcn_report_pages *pages)
{
	bool failed;

	assert(tcn_report_view_check(view, NULL) == TCN_OK);
	tcn_buf_clear(&pages->headline);
	tcn_buf_str(&pages->headline, view->headline);
	failed = pages->headline.failed;
	for (unsigned f = 0; f < TCN_REPORT_FORMATS; f++) {
		tcn_buf_clear(&pages->at[f]);
		if (wanted & 1u << f)
			formats[f].write(view, &pages->at[f]);
		failed |= pages->at[f].failed;
	}
	return failed ? TCN_NOMEM : TCN_OK;
}

enum tcn_rc
tcn_report_pages(const struct tcn_report *report, unsigned wanted,
    struct tcn_report_pages *pages)
{
	struct tcn_arena arena;
	struct tcn_report_view view;
	enum tcn_rc rc;

	assert(report->event);
	tcn_arena_init(&arena, 0);
	rc = tcn_report_view_make(report, &arena, &view);
	if (rc == TCN_OK)
		rc = write_pages(&view, wanted, pages);
	tcn_report_view_fini(&view);
	tcn_arena_fini(&arena);
	return rc;
}

void
tcn_report_pages_fini(struct tcn_report_pages *pages)
{
	for (unsigned f = 0; f < TCN_REPORT_FORMATS; f++)
		tcn_buf_fini(&pages->at[f]);
	tcn_buf_fini(&pages->headline);
}

enum tcn_rc
tcn_report_write(const struct tcn_report *report, enum tcn_report_format format,
    struct tcn_buf *out)
{
	struct tcn_report_pages pages = { 0 };
	enum tcn_rc rc = tcn_report_pages(report, 1u << format, &pages);

	if (rc == TCN_OK)
		tcn_buf_str(out, tcn_buf_view(&pages.at[format]));
	tcn_report_pages_fini(&pages);
	return rc == TCN_OK && out->failed ? TCN_NOMEM : rc;
}

/* Appends what write makes of the view. */
static enum tcn_rc
write_view(const struct tcn_report *report,
    void (*write)(const struct tcn_report_view *view, struct tcn_buf *out),
    struct tcn_buf *out)
{
	struct tcn_arena arena;
	struct tcn_report_view view;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	rc = tcn_report_view_make(report, &arena, &view);
	if (rc == TCN_OK)
		write(&view, out);
	tcn_report_view_fini(&view);
	tcn_arena_fini(&arena);
	return rc == TCN_OK && out->failed ? TCN_NOMEM : rc;
}

enum tcn_rc
tcn_report_ninjs_write(const struct tcn_report *report, struct tcn_buf *out)
{
	return write_view(report, tcn_report_ninjs, out);
}

enum tcn_rc
tcn_report_sections_write(const struct tcn_report *report, struct tcn_buf *out)
{
	return write_view(report, tcn_report_sections, out);
}
