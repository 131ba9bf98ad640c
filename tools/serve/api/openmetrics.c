#include "tools/serve/api/openmetrics.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

void
tcn_openmetrics_begin(const struct tcn_openmetrics_family *family,
    struct tcn_buf *out)
{
	static const char *const units[] = { "seconds", "bytes" };
	const char *last = strrchr(family->name, '_');

	last = last ? last + 1 : family->name;
	tcn_buf_printf(out, "# TYPE tocsin_%s %s\n", family->name,
	    family->counter ? "counter" : "gauge");
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (strcmp(last, units[i]) == 0)
			tcn_buf_printf(out, "# UNIT tocsin_%s %s\n",
			    family->name, units[i]);
	tcn_buf_printf(out, "# HELP tocsin_%s %s\n", family->name,
	    family->help);
}

/* Whole numbers without decimals, others (seconds) to the millisecond. */
void
tcn_openmetrics_sample(const struct tcn_openmetrics_family *family,
    const char *labels, double value, struct tcn_buf *out)
{
	assert(labels && !strpbrk(labels, "\\\n"));
	tcn_buf_printf(out, "tocsin_%s%s%s%s%s %.*f\n", family->name,
	    family->counter ? "_total" : "", *labels ? "{" : "", labels,
	    *labels ? "}" : "", value == floor(value) ? 0 : 3, value);
}

void
tcn_openmetrics_add(const struct tcn_openmetrics_family *family, double value,
    struct tcn_buf *out)
{
	tcn_openmetrics_begin(family, out);
	tcn_openmetrics_sample(family, "", value, out);
}

/* The rest of a comment "# WORD NAME REST" with the counter's whole name. */
static void
add_comment(const char *word, struct tcn_str name, const char *end,
    const char *rest, struct tcn_buf *out)
{
	tcn_buf_printf(out, "# %s %.*s%s %s\n", word, TCN_STR_ARG(name), end,
	    rest);
}

void
tcn_openmetrics_plain(struct tcn_str document, struct tcn_buf *out)
{
	char name[128], rest[512];
	const char *end = "";

	while (document.n) {
		const char *lf = memchr(document.at, '\n', document.n);
		size_t n = lf ? (size_t)(lf + 1 - document.at) : document.n;
		char line[700];

		snprintf(line, sizeof line, "%.*s", (int)n, document.at);
		if (line[0] != '#') {
			tcn_buf_add(out, document.at, n);
		} else if (sscanf(line, "# TYPE %127s %511[^\n]", name, rest) ==
		    2) {
			end = strcmp(rest, "counter") == 0 ? "_total" : "";
			add_comment("TYPE", tcn_str(name), end, rest, out);
		} else if (sscanf(line, "# HELP %127s %511[^\n]", name, rest) ==
		    2) {
			add_comment("HELP", tcn_str(name), end, rest, out);
		}
		document.at += n;
		document.n -= n;
	}
}
