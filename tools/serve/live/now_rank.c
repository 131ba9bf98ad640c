#include "tools/serve/live/now_rank.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "engine/base/real.h"
#include "engine/item/severity.h"
#include "tools/base/json_out.h"

#define GROWTH_MAX     25
#define PUBLISHERS_MAX 20
#define NOVELTY        15.0
#define DESK           15
#define DESK_MINUTES   30 /* so young, a critical event is not held down */

static const int severities[] = {
	[TCN_SEVERITY_INFO] = 0,
	[TCN_SEVERITY_LOW] = 6,
	[TCN_SEVERITY_MEDIUM] = 14,
	[TCN_SEVERITY_HIGH] = 25,
	[TCN_SEVERITY_CRITICAL] = 40,
};

/* times log2(n), rounded, at most max. */
static int
points_of(double n, double times, int max)
{
	double points = times * (tcn_real_log(n) / tcn_real_log(2));

	return points >= max ? max : (int)(points + 0.5);
}

struct tcn_now_rank
tcn_now_rank(const struct tcn_now_facts *f)
{
	double hours = f->minutes > 0 ? (double)f->minutes / 60 : 0;
	bool spared =
	    f->severity == TCN_SEVERITY_CRITICAL && f->minutes < DESK_MINUTES;
	struct tcn_now_rank rank = { 0 };

	assert((size_t)f->severity < sizeof severities / sizeof *severities);
	rank.points[TCN_NOW_SEVERITY] = severities[f->severity];
	rank.points[TCN_NOW_GROWTH] =
	    points_of(1 + (double)f->texts, 5, GROWTH_MAX);
	rank.points[TCN_NOW_PUBLISHERS] =
	    f->publishers ? points_of(f->publishers, 4, PUBLISHERS_MAX) : 0;
	rank.points[TCN_NOW_NOVELTY] =
	    (int)(NOVELTY * tcn_real_exp2(-hours / 2) + 0.5);
	for (int i = 0; i < TCN_NOW_DESK; i++)
		rank.total += rank.points[i];
	if (f->acknowledged && !spared)
		rank.points[TCN_NOW_DESK] =
		    rank.total < DESK ? -rank.total : -DESK;
	rank.total += rank.points[TCN_NOW_DESK];
	return rank;
}

static void
say(enum tcn_now_part part, const struct tcn_now_facts *f, char out[64])
{
	switch (part) {
	case TCN_NOW_SEVERITY:
		snprintf(out, 64, "%s", tcn_severity_name(f->severity));
		break;
	case TCN_NOW_GROWTH:
		snprintf(out, 64, "%" PRIu32 " new text%s in 30 min", f->texts,
		    f->texts == 1 ? "" : "s");
		break;
	case TCN_NOW_PUBLISHERS:
		snprintf(out, 64, "%" PRIu32 " publisher%s", f->publishers,
		    f->publishers == 1 ? "" : "s");
		break;
	case TCN_NOW_NOVELTY:
		if (f->minutes < 60)
			snprintf(out, 64, "new");
		else
			snprintf(out, 64, "%" PRId64 " h old", f->minutes / 60);
		break;
	case TCN_NOW_DESK:
		snprintf(out, 64, "acknowledged");
		break;
	}
}

static void
add_points(struct tcn_buf *out, int points)
{
	if (points < 0)
		tcn_buf_printf(out, ",\"points\":%d", points);
	else
		tcn_json_uint(out, "points", (uint64_t)points);
}

void
tcn_now_rank_json(struct tcn_buf *out, const struct tcn_now_facts *facts,
    const struct tcn_now_rank *rank)
{
	static const char *const names[TCN_NOW_PARTS] = {
		[TCN_NOW_SEVERITY] = "severity",
		[TCN_NOW_GROWTH] = "growth",
		[TCN_NOW_PUBLISHERS] = "publishers",
		[TCN_NOW_NOVELTY] = "novelty",
		[TCN_NOW_DESK] = "desk",
	};
	char text[64];

	tcn_json_uint(out, "rank", (uint64_t)rank->total);
	tcn_json_open(out, "parts", '[');
	for (int i = 0; i < TCN_NOW_PARTS; i++) {
		if (i == TCN_NOW_DESK && !rank->points[i])
			continue;
		say((enum tcn_now_part)i, facts, text);
		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "name", tcn_str(names[i]));
		add_points(out, rank->points[i]);
		tcn_json_str(out, "says", tcn_str(text));
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}
