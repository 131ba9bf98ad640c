/*
 * engine/base/json_nesting.h - where in JSON a byte stands: how deep, and
 * whether in a string.
 *
 * It follows the bytes of a text one by one and looks at brackets, quotes and
 * backslashes alone, which is enough to find where an object ends, or why a
 * text is not JSON, before or without parsing it. It never fails: for text that
 * is not JSON its answer means little. Cost: O(1) a byte.
 */
#ifndef TCN_ENGINE_BASE_JSON_NESTING_H
#define TCN_ENGINE_BASE_JSON_NESTING_H

#include <stdbool.h>
#include <stddef.h>

/* All zero is the state before the first byte. */
struct tcn_json_nesting {
	size_t depth; /* arrays and objects that are open */
	bool in_string;
	bool escaped; /* the next byte stands behind a backslash */
};

static inline void
tcn_json_nesting_step(struct tcn_json_nesting *state, char c)
{
	if (state->escaped)
		state->escaped = false;
	else if (state->in_string && c == '\\')
		state->escaped = true;
	else if (c == '"')
		state->in_string = !state->in_string;
	else if (!state->in_string && (c == '{' || c == '['))
		state->depth++;
	else if (!state->in_string && (c == '}' || c == ']') && state->depth)
		state->depth--;
}

#endif
