#include "tools/tell/words/filled.h"

#include <string.h>

/* Takes what stands at *at for the braces that message begins with, up to the
 * text behind them; returns that text, or NULL: it is not there. */
static const char *
take(const char *message, struct tcn_str *at, struct tcn_filled *filled)
{
	const char *end = strchr(message, '}') + 1, *next = strchr(end, '{');
	size_t skip = next ? (size_t)(next - end) : strlen(end), n = at->n;
	size_t name_n = (size_t)(end - message) - 2;
	struct tcn_words_with *with = &filled->with[filled->n];
	const char *found;

	if (filled->n == TCN_FILLED_MAX || name_n >= sizeof filled->names[0])
		return NULL;
	/* The last text must end it, and may stand in it, too. */
	if (skip && !next)
		found = n > skip && memcmp(at->at + n - skip, end, skip) == 0
		    ? at->at + n - skip
		    : NULL;
	else
		found = skip ? memmem(at->at, n, end, skip) : at->at + n;
	if (!found)
		return NULL;
	n = (size_t)(found - at->at);
	memcpy(filled->names[filled->n], message + 1, name_n);
	*with =
	    (struct tcn_words_with){ filled->names[filled->n], { at->at, n } };
	filled->n++;
	at->at += n;
	at->n -= n;
	return end;
}

bool
tcn_filled_find(const char *message, struct tcn_str text,
    struct tcn_filled *filled)
{
	*filled = (struct tcn_filled){ 0 };
	while (*message) {
		if (*message == '{') {
			message = take(message, &text, filled);
			if (!message)
				return false;
			continue;
		}
		if (!text.n || *text.at != *message)
			return false;
		message++;
		text.at++;
		text.n--;
	}
	return !text.n;
}
