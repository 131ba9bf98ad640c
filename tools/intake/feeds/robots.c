#include "tools/intake/feeds/robots.h"

#include <ctype.h>
#include <strings.h>

#include "engine/base/duration.h"
#include "engine/base/url.h"

enum {
	FILE_BYTES = 500 * 1024,
	RULES_MAX = 1000,
	RULE_BYTES = 1000,
	SITEMAPS_MAX = 100,
	DELAY_MAX_S = 60,
};

/* Steps of matching in all: some seconds of a file that is made to be slow. */
#define STEPS_MAX UINT64_C(2000000000)

/* Whom a group of lines is for. */
enum whom {
	NOBODY,
	ALL,
	US
};

struct reader {
	struct tcn_arena *arena;
	struct tcn_str name; /* ours */
	struct tcn_robots *robots;
	struct tcn_robots ours, all; /* rules and delay alone */
	bool named; /* there is a group for us */
	enum whom whom; /* of the present group */
	bool in_names; /* the line before named somebody, too */
};

/* ---- addresses as they are compared ---- */

static bool
is_hex_pair(const char *at)
{
	return isxdigit((unsigned char)at[0]) && isxdigit((unsigned char)at[1]);
}

static int
hex_value(char c)
{
	return isdigit((unsigned char)c) ? c - '0'
					 : tolower((unsigned char)c) - 'a' + 10;
}

static char *
put_hex(char *to, int c)
{
	static const char digits[] = "0123456789ABCDEF";

	*to++ = '%';
	*to++ = digits[c >> 4];
	*to++ = digits[c & 15];
	return to;
}

/* A path in one spelling: what need not be written as %XX is not, all else that
 * is no ASCII is (RFC 9309, section 2.2.2). */
static void
one_spelling(struct tcn_arena *arena, struct tcn_str path, struct tcn_str *out)
{
	char *to = tcn_arena_alloc(arena, 3 * path.n + 1);

	out->at = to;
	for (size_t i = 0; i < path.n; i++) {
		int c = (unsigned char)path.at[i];
		bool coded =
		    c == '%' && i + 2 < path.n && is_hex_pair(path.at + i + 1);

		if (coded) {
			c = hex_value(path.at[i + 1]) * 16 +
			    hex_value(path.at[i + 2]);
			i += 2;
		}
		if ((c < 0x80 && (isalnum(c) || strchr("-._~", c)) && c) ||
		    (!coded && c > 0x20 && c < 0x7f))
			*to++ = (char)c;
		else
			to = put_hex(to, c);
	}
	out->n = (size_t)(to - out->at);
	*to = '\0';
}

/* The path and query of an address; "/" where it has none. */
static struct tcn_str
path_of(struct tcn_str url)
{
	struct tcn_str host = tcn_url_host(url), path = tcn_str("/");
	const char *end = url.at + url.n, *at, *fragment;

	if (!host.n)
		return path;
	for (at = host.at + host.n; at < end && !strchr("/?#", *at);)
		at++;
	fragment = memchr(at, '#', (size_t)(end - at));
	path =
	    (struct tcn_str){ at, (size_t)((fragment ? fragment : end) - at) };
	return path.n ? path : tcn_str("/");
}

/* ---- reading ---- */

static void
add_rule(struct reader *r, struct tcn_str path, bool allow)
{
	struct tcn_robots *to = r->whom == US ? &r->ours : &r->all;

	if (r->whom == NOBODY || !path.n || to->rules_n == RULES_MAX)
		return;
	if (path.n > RULE_BYTES)
		path.n = RULE_BYTES;
	if (!to->rules)
		to->rules =
		    tcn_arena_zalloc(r->arena, RULES_MAX, sizeof *to->rules);
	one_spelling(r->arena, path, &to->rules[to->rules_n].path);
	to->rules[to->rules_n++].allow = allow;
}

static void
add_sitemap(struct reader *r, struct tcn_str url)
{
	struct tcn_robots *to = r->robots;

	if (!url.n || to->sitemaps_n == SITEMAPS_MAX)
		return;
	if (!to->sitemaps)
		to->sitemaps = tcn_arena_zalloc(r->arena, SITEMAPS_MAX,
		    sizeof *to->sitemaps);
	tcn_arena_str(r->arena, url, &to->sitemaps[to->sitemaps_n]);
	to->sitemaps_n++;
}

static void
take_delay(struct reader *r, struct tcn_str value)
{
	int64_t s = 0;

	if (r->whom == NOBODY)
		return;
	for (size_t i = 0; i < value.n && isdigit((unsigned char)value.at[i]);
	     i++)
		s = s < DELAY_MAX_S ? 10 * s + (value.at[i] - '0') : s;
	(r->whom == US ? &r->ours : &r->all)->delay_ms =
	    (s < DELAY_MAX_S ? s : DELAY_MAX_S) * TCN_SECOND_MS;
}

static bool
is_word(struct tcn_str s, const char *word)
{
	return s.n == strlen(word) && strncasecmp(s.at, word, s.n) == 0;
}

static void
take_line(struct reader *r, struct tcn_str line)
{
	const char *mark = line.n ? memchr(line.at, '#', line.n) : NULL;
	const char *colon;
	struct tcn_str field, value;

	if (mark)
		line.n = (size_t)(mark - line.at);
	colon = line.n ? memchr(line.at, ':', line.n) : NULL;
	if (!colon)
		return;
	field = tcn_str_trim((struct tcn_str){
	    line.at, (size_t)(colon - line.at) });
	value = tcn_str_trim((struct tcn_str){
	    colon + 1, (size_t)(line.at + line.n - colon - 1) });
	if (is_word(field, "sitemap")) { /* belongs to no group */
		add_sitemap(r, value);
		return;
	}
	if (is_word(field, "user-agent")) {
		/* A line "User-agent: name" begins a group, or widens the one
		 * it begins. */
		if (!r->in_names)
			r->whom = NOBODY;
		r->in_names = true;
		if (value.n == r->name.n &&
		    strncasecmp(value.at, r->name.at, value.n) == 0) {
			r->whom = US;
			r->named = true;
		} else if (value.n == 1 && *value.at == '*' &&
		    r->whom == NOBODY) {
			r->whom = ALL;
		}
		return;
	}
	if (is_word(field, "allow") || is_word(field, "disallow"))
		add_rule(r, value, is_word(field, "allow"));
	else if (is_word(field, "crawl-delay"))
		take_delay(r, value);
	r->in_names = false;
}

/* Our name: the letters, '_' and '-' that the User-Agent begins with. */
static struct tcn_str
name_of(struct tcn_str agent)
{
	size_t n = 0;

	while (n < agent.n &&
	    (isalpha((unsigned char)agent.at[n]) || agent.at[n] == '_' ||
		agent.at[n] == '-'))
		n++;
	return (struct tcn_str){ agent.at, n };
}

struct tcn_str
tcn_robots_root(struct tcn_str url)
{
	struct tcn_str host = tcn_url_host(url);
	const char *end = url.at + url.n;
	const char *at = host.n ? host.at + host.n : end;

	while (at < end && !strchr("/?#", *at))
		at++;
	return (struct tcn_str){ url.at, (size_t)(at - url.at) };
}

const char *
tcn_robots_address(struct tcn_str url, const char *path,
    struct tcn_arena *arena)
{
	struct tcn_str root = tcn_robots_root(url);
	size_t n = strlen(path);
	char *address = tcn_arena_alloc(arena, root.n + n + 1);

	if (root.n)
		memcpy(address, root.at, root.n);
	memcpy(address + root.n, path, n + 1);
	return address;
}

void
tcn_robots_parse(struct tcn_str bytes, struct tcn_str agent,
    struct tcn_arena *arena, struct tcn_robots *robots)
{
	struct reader r = {
		.arena = arena, .name = name_of(agent), .robots = robots
	};
	size_t at = 0;

	*robots = (struct tcn_robots){ .steps = STEPS_MAX };
	if (bytes.n > FILE_BYTES)
		bytes.n = FILE_BYTES;
	if (bytes.n >= 3 && memcmp(bytes.at, "\xef\xbb\xbf", 3) == 0)
		at = 3;
	while (at < bytes.n) {
		size_t end = at;

		while (end < bytes.n && !strchr("\r\n", bytes.at[end]))
			end++;
		/* strchr also finds a NUL, which ends a line as well. */
		take_line(&r, (struct tcn_str){ bytes.at + at, end - at });
		at = end + 1;
	}
	robots->rules = r.named ? r.ours.rules : r.all.rules;
	robots->rules_n = r.named ? r.ours.rules_n : r.all.rules_n;
	robots->delay_ms = r.named ? r.ours.delay_ms : r.all.delay_ms;
}

/* ---- matching ---- */

/*
 * Whether the path begins as the rule says, by the usual greedy match: on a
 * mismatch the last '*' takes in one byte more. No earlier one need be tried
 * again.
 */
static bool
matches(struct tcn_str rule, struct tcn_str path, uint64_t *steps)
{
	bool whole = rule.n && rule.at[rule.n - 1] == '$';
	size_t n = rule.n - whole, i = 0, p = 0, star = SIZE_MAX, from = 0;

	while (*steps) {
		--*steps;
		if (i == n && (!whole || p == path.n))
			return true;
		if (i < n && rule.at[i] == '*') {
			star = ++i;
			from = p;
		} else if (i < n && p < path.n && rule.at[i] == path.at[p]) {
			i++;
			p++;
		} else if (star != SIZE_MAX && from < path.n) {
			i = star;
			p = ++from;
		} else {
			return false;
		}
	}
	return false;
}

bool
tcn_robots_allows(struct tcn_robots *robots, struct tcn_str url,
    struct tcn_arena *arena)
{
	const struct tcn_robots_rule *best = NULL;
	struct tcn_str path;

	if (!robots->rules_n)
		return true;
	one_spelling(arena, path_of(url), &path);
	for (size_t i = 0; i < robots->rules_n; i++) {
		const struct tcn_robots_rule *rule = &robots->rules[i];

		if (best &&
		    (rule->path.n < best->path.n ||
			(rule->path.n == best->path.n && !rule->allow)))
			continue;
		if (matches(rule->path, path, &robots->steps))
			best = rule;
	}
	return robots->steps && (!best || best->allow);
}
