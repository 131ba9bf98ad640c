#include "tools/report.h"

#include "tools/report_write.h"

static const struct {
	const char *suffix;
	void (*write)(const struct tcn_view *view, struct tcn_buf *out);
} formats[TCN_REPORT_FORMATS] = {
	[TCN_REPORT_HTML] = { "html", tcn_report_html },
	[TCN_REPORT_MD] = { "md", tcn_report_md },
	[TCN_REPORT_JSON] = { "json", tcn_report_json },
};

const char *
tcn_report_suffix(enum tcn_report_format format)
{
	return formats[format].suffix;
}

enum tcn_rc
tcn_report_write(const struct tcn_report *report, enum tcn_report_format format,
    struct tcn_buf *out)
{
	struct tcn_arena arena;
	struct tcn_view view;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	rc = tcn_view_make(report, &arena, &view);
	if (rc == TCN_OK) {
		formats[format].write(&view, out);
		rc = out->failed ? TCN_NOMEM : TCN_OK;
	}
	tcn_arena_fini(&arena);
	return rc;
}
