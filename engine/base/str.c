#include "engine/base/str.h"

#include "engine/base/ascii.h"

int
tcn_str_compare(struct tcn_str a, struct tcn_str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int order = n ? memcmp(a.at, b.at, n) : 0;

	if (order)
		return order;
	return (a.n > b.n) - (a.n < b.n);
}

struct tcn_str
tcn_str_trim(struct tcn_str s)
{
	while (s.n && tcn_ascii_is_space(s.at[0])) {
		s.at++;
		s.n--;
	}
	while (s.n && tcn_ascii_is_space(s.at[s.n - 1]))
		s.n--;
	return s;
}
