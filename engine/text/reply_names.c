#include "engine/text/reply_names.h"

#include <string.h>

#include "engine/base/ascii.h"

static bool
is_of_name(char c)
{
	return tcn_ascii_is_alnum(c) || (c != '\0' && strchr("_.-@", c));
}

/* Bytes of the name that s begins with; 0: it begins with none. */
static size_t
name_n(struct tcn_str s)
{
	size_t n = 1;

	if (!s.n || s.at[0] != '@')
		return 0;
	while (n < s.n && is_of_name(s.at[n]))
		n++;
	return n > 1 && n < s.n && tcn_ascii_is_space(s.at[n]) ? n : 0;
}

struct tcn_str
tcn_reply_names_skip(struct tcn_str post)
{
	struct tcn_str rest = tcn_str_trim(post);
	size_t n;

	while ((n = name_n(rest)) > 0)
		rest =
		    tcn_str_trim((struct tcn_str){ rest.at + n, rest.n - n });
	return rest.n ? rest : post;
}
