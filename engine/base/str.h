/*
 * engine/base/str.h - a view of bytes that somebody else owns.
 *
 * A view need not end in NUL and must not outlive the bytes. at may be NULL
 * when n is 0. Nothing here allocates; each call costs O(bytes) at most.
 */
#ifndef TCN_ENGINE_BASE_STR_H
#define TCN_ENGINE_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "engine/base/rc.h"

struct tcn_str {
	const char *at;
	size_t n; /* bytes */
};

/* A string literal as a view, usable in static tables. */
#define TCN_STR(literal)                                                       \
	{                                                                      \
		(literal), sizeof(literal) - 1                                 \
	}

/* The two arguments that "%.*s" takes. */
#define TCN_STR_ARG(s) (int)(s).n, (s).at ? (s).at : ""

static inline struct tcn_str
tcn_str(const char *z)
{
	return (struct tcn_str){ z, z ? strlen(z) : 0 };
}

static inline bool
tcn_str_equal(struct tcn_str a, struct tcn_str b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.at, b.at, a.n) == 0);
}

/* Orders by bytes: < 0, 0 or > 0. A prefix sorts before the longer string. */
int tcn_str_compare(struct tcn_str a, struct tcn_str b);

/* s without leading and trailing ASCII white space. */
struct tcn_str tcn_str_trim(struct tcn_str s);

#endif
