#include "tools/lines.h"

#include <string.h>
#include <sys/stat.h>

#include "tools/input_ndjson.h"
#include "tools/stop.h"

static enum tcn_rc
read_input(struct tcn_lines *lines, struct tcn_input *in, struct tcn_err *err)
{
	const char *name = tcn_input_name(in);
	uint64_t before = lines->bytes;
	enum tcn_rc rc = TCN_OK;

	while (rc == TCN_OK && !tcn_stop_asked()) {
		struct tcn_str line;
		unsigned long number;

		rc = tcn_input_next(in, &line, &number, err);
		lines->bytes = before + tcn_input_bytes_read(in);
		if (rc == TCN_INVALID)
			rc = lines->reject(lines->ctx, name, number, err);
		else if (rc == TCN_OK)
			rc = lines->take(lines->ctx, line, name, number, err);
	}
	return rc == TCN_DONE ? TCN_OK : rc;
}

/* What cannot be measured is found out about when it is opened. */
static uint64_t
total_bytes(int n, char *const *paths)
{
	uint64_t sum = 0;

	for (int i = 0; i < n; i++) {
		struct stat st;

		if (strcmp(paths[i], "-") == 0 || stat(paths[i], &st) < 0 ||
		    !S_ISREG(st.st_mode))
			return 0;
		sum += (uint64_t)st.st_size;
	}
	return sum;
}

enum tcn_rc
tcn_lines_read(struct tcn_lines *lines, int n, char *const *paths,
    struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	lines->bytes_total = total_bytes(n, paths);
	for (int i = 0; rc == TCN_OK && i < n && !tcn_stop_asked(); i++) {
		struct tcn_input *in;

		rc = tcn_input_open(paths[i], lines->line_max_bytes, &in, err);
		if (rc != TCN_OK)
			break;
		rc = read_input(lines, in, err);
		tcn_input_close(in);
	}
	return rc;
}
