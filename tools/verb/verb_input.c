#include "tools/verb/verb_input.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/file.h"
#include "tools/base/say.h"

static enum tcn_rc
read_stdin(size_t most, struct tcn_buf *text, struct tcn_err *err)
{
	const size_t before = text->n;
	char bytes[4096];
	size_t n;

	while (text->n - before <= most &&
	    (n = fread(bytes, 1, sizeof bytes, stdin)) > 0)
		tcn_buf_add(text, bytes, n);
	if (ferror(stdin))
		return tcn_err_set(err, TCN_IO, "standard input: %s",
		    strerror(errno));
	return TCN_OK;
}

enum tcn_rc
tcn_verb_input(const char *path, size_t most_mib, const char *mend,
    struct tcn_buf *text, struct tcn_err *err)
{
	const bool is_stdin = strcmp(path, "-") == 0;
	const size_t before = text->n, most = most_mib << 20;
	enum tcn_rc rc;

	assert(most_mib >= 1 && most_mib <= 1024);
	rc = is_stdin ? read_stdin(most, text, err)
		      : tcn_file_read(path, most, text, err);
	if (!rc && text->n - before > most)
		rc = tcn_err_set(err, TCN_INVALID, "%s is over %zu MiB: %s",
		    is_stdin ? "standard input" : path, most_mib, mend);
	return rc;
}

void
tcn_verb_add_id(struct tcn_buf *array, struct tcn_str id, size_t *n)
{
	tcn_buf_z(array, (*n)++ ? "," : "");
	tcn_buf_json(array, id);
}

void
tcn_verb_add_ids(struct tcn_buf *array, struct tcn_str text, size_t *n)
{
	while (text.n) {
		const char *end = memchr(text.at, '\n', text.n);
		struct tcn_str line = text;

		line.n = end ? (size_t)(end - text.at) : text.n;
		text.at += line.n + (end != NULL);
		text.n -= line.n + (end != NULL);
		line = tcn_str_trim(line);
		if (line.n)
			tcn_verb_add_id(array, line, n);
	}
}

bool
tcn_verb_say_unknown(const struct tcn_json_value *answer)
{
	const struct tcn_json_value unknown =
	    tcn_json_member(answer, "unknown");
	bool any = false;

	for (struct tcn_json_value id = tcn_json_first(&unknown);
	     id.kind != TCN_JSON_ABSENT; id = tcn_json_next(&id)) {
		tcn_say("no item has the id '%.*s'", TCN_STR_ARG(id.s));
		any = true;
	}
	return any;
}
