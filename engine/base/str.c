#include "engine/base/str.h"

int
tcn_str_compare(struct tcn_str a, struct tcn_str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int order = n ? memcmp(a.at, b.at, n) : 0;

	if (order)
		return order;
	return (a.n > b.n) - (a.n < b.n);
}

static bool
is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

struct tcn_str
tcn_str_trim(struct tcn_str s)
{
	while (s.n && is_space(s.at[0])) {
		s.at++;
		s.n--;
	}
	while (s.n && is_space(s.at[s.n - 1]))
		s.n--;
	return s;
}
