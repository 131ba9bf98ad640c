#include "engine/text/reply.h"

#include "engine/base/ascii.h"

/* Bytes of "@name" or "@name@host.example" at the start; 0: none. */
static size_t
name_bytes(struct tcn_str text)
{
	size_t n = 0, from;

	for (int part = 0; part < 2; part++) {
		if (n == text.n || text.at[n] != '@')
			return n;
		from = ++n;
		while (n < text.n &&
		    ((tcn_ascii_is_alnum(text.at[n]) || text.at[n] == '_') ||
			(part && (text.at[n] == '.' || text.at[n] == '-'))))
			n++;
		if (n == from)
			return from - 1;
	}
	return n;
}

/* The text without n bytes and the blanks behind them. */
static struct tcn_str
behind(struct tcn_str text, size_t n)
{
	while (n < text.n && tcn_ascii_is_blank(text.at[n]))
		n++;
	return (struct tcn_str){ text.at + n, text.n - n };
}

struct tcn_str
tcn_reply_text(struct tcn_str text)
{
	struct tcn_str rest = behind(text, 0), repeated;
	size_t n;

	if (rest.n > 3 && (rest.at[0] == 'R' || rest.at[0] == 'r') &&
	    (rest.at[1] == 'T' || rest.at[1] == 't')) {
		repeated = behind(rest, 2);
		if (repeated.n && repeated.at[0] == '@')
			rest = repeated;
	}
	while ((n = name_bytes(rest)) > 0) {
		text = rest = behind(rest, n);
		if (rest.n && rest.at[0] == ':')
			text = rest = behind(rest, 1);
	}
	return text;
}
