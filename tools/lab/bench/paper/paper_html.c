/*
 * tools/lab/bench/paper/paper_html.c - all sections as one page that can be
 * shown to anybody: what was published, what came out, and under which
 * conditions.
 */
#include <math.h>

#include "tools/base/html_page.h"
#include "tools/base/plot.h"
#include "tools/base/safe.h"
#include "tools/lab/bench/paper/paper_report.h"

enum {
	ROWS_SHOWN = 24, /* of a table that is not folded up */
};

static const char style[] = TCN_PLOT_STYLE
    "svg .third{stroke:var(--alarm);stroke-width:3;stroke-dasharray:4 3}\n"
    "svg .fourth{stroke:var(--soft);stroke-width:3;stroke-dasharray:12 4}\n"
    ".key.third{border-top:.18em dotted var(--alarm)}\n"
    ".key.fourth{border-top:.18em dashed var(--soft)}\n"
    ".plots{margin-top:1.5rem}\n"
    ".plots figure{max-width:44rem}\n"
    "section>p{max-width:44rem}\n"
    "section>p+p{margin-top:.4rem}\n"
    "section h3{margin-top:1.75rem}\n"
    ".wide td.t{white-space:normal;min-width:7.5rem;max-width:22rem}\n"
    ".claims td:nth-child(5),.claims td:nth-child(6){min-width:15rem;"
    "color:var(--soft)}\n"
    ".claims td:nth-child(2),.claims td:nth-child(3)"
    "{white-space:nowrap;min-width:4rem}\n"
    ".wide td{vertical-align:top}\n"
    "tbody td{font-weight:400}\n"
    "tbody td:first-child{font-weight:600}\n"
    ".name{white-space:nowrap;margin-right:1em}\n"
    "details{margin-top:1.75rem}\n"
    "summary{cursor:pointer;font:600 1rem/1.4 var(--sans);"
    "color:var(--link)}\n"
    "details table{margin-top:.75rem}\n"
    /* On a phone a claim is a card, so that its conditions are seen. */
    "@media (max-width:44rem){.claims table,.claims tbody,.claims tr,"
    ".claims td{display:block}"
    ".claims thead{display:none}"
    ".claims tr{padding:.7rem 0;border-top:1px solid var(--rule)}"
    ".claims .wide td{border:0;padding:.1rem 0;max-width:none}"
    ".claims td:nth-child(2)::before{content:'published '}"
    ".claims td:nth-child(3)::before{content:'ours '}"
    ".claims td:nth-child(5)::before{content:'Published: ';"
    "font-weight:600}"
    ".claims td:nth-child(6)::before{content:'Ours: ';font-weight:600}}\n";

static const char *const classes[TCN_PAPER_LINES_MAX] = { "items", "origins",
	"third", "fourth" };

static void
put_escaped(const char *text, struct tcn_buf *out)
{
	tcn_safe_html(out, tcn_str(text));
}

/* ---- plots ---- */

/* The scales that hold all of the lines. */
static void
fit(const struct tcn_paper_plot *plot, struct tcn_plot_axis *x,
    struct tcn_plot_axis *y)
{
	bool first = true;

	for (size_t i = 0; i < plot->lines_n; i++)
		for (size_t k = 0; k < plot->lines[i].n; k++) {
			double at = plot->lines[i].x[k];
			double value = plot->lines[i].y[k];

			if (isnan(value))
				continue;
			x->scale.from = first ? at : fmin(x->scale.from, at);
			x->scale.to = first ? at : fmax(x->scale.to, at);
			y->scale.from = first && plot->log_y
			    ? value
			    : fmin(y->scale.from, value);
			y->scale.to = first ? value : fmax(y->scale.to, value);
			first = false;
		}
}

static void
put_line(const struct tcn_paper_line *line, const struct tcn_plot_axis *x,
    const struct tcn_plot_axis *y, const char *class, struct tcn_buf *out)
{
	char command = 'M';

	tcn_buf_printf(out, "<path class=\"%s\" d=\"", class);
	for (size_t i = 0; i < line->n; i++) {
		if (isnan(line->y[i])) {
			command = 'M';
			continue;
		}
		tcn_buf_printf(out, "%c%.1f %.1f", command,
		    tcn_chart_at(&x->scale, line->x[i]),
		    tcn_chart_at(&y->scale, line->y[i]));
		command = 'L';
	}
	tcn_buf_z(out, "\"/>\n");
}

static void
put_plot(const struct tcn_paper_plot *plot, struct tcn_buf *out)
{
	struct tcn_plot_axis x = {
		.scale = { .log = plot->log_x },
		.name = plot->x_name,
		.unit = "",
		.times = 1,
	};
	struct tcn_plot_axis y = {
		.scale = { .log = plot->log_y },
		.name = plot->y_name,
		.unit = plot->y_unit,
		.times = plot->y_times,
	};

	fit(plot, &x, &y);
	tcn_buf_z(out, "<figure>\n<h3>");
	put_escaped(plot->title, out);
	tcn_buf_z(out, "</h3>\n");
	tcn_plot_open(out, plot->name, TCN_PLOT_HEIGHT, plot->title,
	    tcn_str(plot->caption));
	tcn_plot_axes(out, &x, &y);
	for (size_t i = 0; i < plot->lines_n; i++)
		put_line(&plot->lines[i], &x, &y, classes[i], out);
	tcn_plot_close(out);
	tcn_buf_z(out, "<figcaption>");
	for (size_t i = 0; i < plot->lines_n; i++) {
		tcn_buf_printf(out,
		    "<span class=\"name\"><span class=\"key %s\"></span> ",
		    classes[i]);
		put_escaped(plot->lines[i].name, out);
		tcn_buf_z(out, "</span> ");
	}
	tcn_buf_z(out, "<br>");
	put_escaped(plot->caption, out);
	tcn_buf_z(out, "</figcaption>\n</figure>\n");
}

/* ---- the page ---- */

/* A long table is folded up. */
static void
put_table(const struct tcn_table *table, struct tcn_buf *out)
{
	bool folded = table->rows_n > ROWS_SHOWN;

	if (!table->rows_n)
		return;
	tcn_buf_z(out, folded ? "<details>\n<summary>" : "<h3>");
	put_escaped(table->title, out);
	tcn_buf_z(out, folded ? "</summary>\n" : "</h3>\n");
	tcn_table_html(table, out);
	tcn_buf_z(out, folded ? "</details>\n" : "");
}

static void
put_section(struct tcn_paper_report *report,
    const struct tcn_paper_section *section, struct tcn_buf *out)
{
	struct tcn_table claims = tcn_paper_report_claims(report, section);

	tcn_buf_z(out, "<section>\n<h2>");
	put_escaped(section->title, out);
	tcn_buf_z(out, "</h2>\n<p>");
	put_escaped(section->source, out);
	tcn_buf_z(out, "</p>\n<p class=\"note\">");
	tcn_safe_html(out, section->data);
	tcn_buf_z(out,
	    "</p>\n<h3>Published, and measured here</h3>\n"
	    "<div class=\"claims\">\n");
	tcn_table_html(&claims, out);
	tcn_buf_z(out, "</div>\n");
	if (section->plots_n)
		tcn_buf_z(out, "<div class=\"plots\">\n");
	for (size_t i = 0; i < section->plots_n; i++)
		put_plot(&section->plots[i], out);
	if (section->plots_n)
		tcn_buf_z(out, "</div>\n");
	for (size_t i = 0; i < section->tables_n; i++)
		put_table(&section->tables[i], out);
	tcn_buf_z(out, "</section>\n");
}

void
tcn_paper_html(struct tcn_paper_report *report, struct tcn_buf *out)
{
	tcn_html_page_head("en", tcn_str("Published experiments, repeated"),
	    style, out);
	tcn_buf_z(out,
	    "<header>\n<p class=\"kicker\">Reproduction</p>\n<h1>Published "
	    "experiments, repeated</h1>\n<p class=\"status\">The methods that "
	    "tocsin is made of were published with figures. Each experiment is "
	    "done again here, by the program itself. A ratio compares two "
	    "figures, not two programs: read under which conditions each was "
	    "measured.</p>\n</header>\n");
	for (size_t i = 0; i < report->n; i++)
		put_section(report, &report->sections[i], out);
	tcn_buf_z(out,
	    "<footer>\n<p>Written by tocsin " TCN_VERSION
	    ". Times are processor time of the machine that wrote this page. "
	    "All dates are UTC.</p>\n</footer>\n</main>\n</body>\n"
	    "</html>\n");
}
