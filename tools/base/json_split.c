#include "tools/base/json_split.h"

#include <assert.h>

#include "engine/base/json_nesting.h"

void
tcn_json_split_init(struct tcn_json_split *split, struct tcn_str body)
{
	static const char bom[] = "\xef\xbb\xbf";

	if (body.n >= 3 && memcmp(body.at, bom, 3) == 0) {
		body.at += 3;
		body.n -= 3;
	}
	*split = (struct tcn_json_split){ .rest = body };
}

static void
skip(struct tcn_json_split *split, size_t n)
{
	assert(n <= split->rest.n);
	split->rest.at += n;
	split->rest.n -= n;
}

#define END (-1)

/* The next byte that is no blank, or END. A NUL is a byte like others. */
static int
peek(struct tcn_json_split *split)
{
	while (split->rest.n && memchr(" \t\r\n", *split->rest.at, 4))
		skip(split, 1);
	return split->rest.n ? (unsigned char)*split->rest.at : END;
}

/* Length of the object that s begins with; 0: it never ends. */
static size_t
object_n(struct tcn_str s)
{
	struct tcn_json_nesting at = { 0 };

	for (size_t i = 0; i < s.n; i++) {
		tcn_json_nesting_step(&at, s.at[i]);
		if (!at.depth && !at.in_string)
			return i + 1;
	}
	return 0;
}

/* The comma or the end behind an object of an array. */
static enum tcn_rc
between(struct tcn_json_split *split, int c, struct tcn_err *err)
{
	if (c == ']') {
		skip(split, 1);
		split->in_array = false;
		if (peek(split) == END)
			return TCN_DONE;
		return tcn_err_set(err, TCN_INVALID,
		    "something follows the array");
	}
	if (c != ',')
		return tcn_err_set(err, TCN_INVALID,
		    "a comma or ] must follow an object of the array");
	skip(split, 1);
	return TCN_OK;
}

enum tcn_rc
tcn_json_split_next(struct tcn_json_split *split, struct tcn_str *object,
    struct tcn_err *err)
{
	int c = peek(split);
	size_t n;
	enum tcn_rc rc = TCN_OK;

	if (!split->begun && c == '[') {
		skip(split, 1);
		split->in_array = true;
		if (peek(split) == ']')
			rc = between(split, ']', err);
	} else if (split->in_array) {
		rc = between(split, c, err);
	}
	split->begun = true;
	if (rc)
		return rc;
	c = peek(split);
	if (c == END && !split->in_array)
		return TCN_DONE;
	if (c != '{')
		return tcn_err_set(err, TCN_INVALID,
		    "an article must be a JSON object, {...}");
	n = object_n(split->rest);
	if (n == 0)
		return tcn_err_set(err, TCN_INVALID,
		    "the body ends inside of an object");
	*object = (struct tcn_str){ split->rest.at, n };
	skip(split, n);
	return TCN_OK;
}
