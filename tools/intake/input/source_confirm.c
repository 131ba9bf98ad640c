/*
 * A source that says of another one's articles whether what follows confirms
 * their dates (ts_confirmed), so that the stream's time is that of a file which
 * is in order, however far apart its articles lie.
 *
 * Like the stream's clock (window/base/clock.h) it has a time that it has
 * reached, the newest date that it believes, and believes a date that lies no
 * more than jump_ms ahead. Of one that lies further ahead it asks the eight
 * answers that follow. They confirm it when
 *
 *   two of them lie there, too, one of another publisher where several were
 *   met, which is the quorum that the clock asks for in its past; and
 *   none of them would come late by it: lie behind it by more than lateness_ms,
 *   but not behind the time that is reached.
 *
 * So nothing that is in order is held up, and one wrong date confirms nothing:
 * what follows that lies behind it. The last two of a file cannot be confirmed.
 *
 * Only where a date leaps is anything read ahead. Cost: O(1) an article.
 */
#include "tools/intake/input/source_kind.h"

#include <assert.h>

#include "engine/base/mem.h"
#include "engine/item/publisher.h"
#include "tools/intake/input/lookahead.h"

struct confirm {
	struct tcn_source source;
	struct tcn_source *of;
	struct tcn_lookahead look;
	struct tcn_clock_conf clock;
	int64_t reached_ms; /* the newest date believed, or TCN_UNDATED */
	bool any, several; /* publishers were met */
	uint64_t publisher; /* the first of them */
};

/* Notes who published an article, into *publisher; needless once several are
 * known and nobody asks. */
static void
note_publisher(struct confirm *c, const struct tcn_article *article,
    struct tcn_arena *arena)
{
	uint64_t publisher;

	if (c->several)
		return;
	tcn_publisher_id(arena, article->url, article->source, &publisher);
	c->several = c->any && publisher != c->publisher;
	if (!c->any)
		c->publisher = publisher;
	c->any = true;
}

/* Whether an article with this date would come late if the time went to ts_ms,
 * and not otherwise. */
static bool
is_made_late(const struct confirm *c, int64_t ms, int64_t ts_ms)
{
	return ms < ts_ms - c->clock.lateness_ms &&
	    (c->reached_ms == TCN_UNDATED ||
		ms >= c->reached_ms - c->clock.lateness_ms);
}

/* Whether what was read ahead confirms the article's date. */
static void
ask_followers(struct confirm *c, const struct tcn_article *article,
    struct tcn_arena *arena, bool *confirmed)
{
	uint64_t own, other;
	bool others = false;
	unsigned beside = 0;

	tcn_publisher_id(arena, article->url, article->source, &own);
	*confirmed = false;
	for (unsigned i = 0; i < c->look.n; i++) {
		struct tcn_lookahead_answer *next =
		    tcn_lookahead_at(&c->look, i);
		int64_t ms = tcn_lookahead_ms(next);

		if (next->rc == TCN_OK)
			note_publisher(c, &next->article, &next->arena);
		if (ms == TCN_UNDATED)
			continue;
		if (is_made_late(c, ms, article->ts_ms))
			return;
		if (ms < article->ts_ms - c->clock.jump_ms)
			continue;
		beside++;
		tcn_publisher_id(&next->arena, next->article.url,
		    next->article.source, &other);
		others |= other != own;
	}
	*confirmed = beside >= TCN_CLOCK_QUORUM - 1 && (others || !c->several);
}

static void
judge(struct confirm *c, struct tcn_arena *arena, struct tcn_article *article)
{
	note_publisher(c, article, arena);
	if (article->ts_ms == TCN_UNDATED)
		return;
	article->ts_confirmed = c->reached_ms != TCN_UNDATED &&
	    article->ts_ms - c->clock.jump_ms <= c->reached_ms;
	if (!article->ts_confirmed) {
		tcn_lookahead_fill(&c->look, TCN_LOOKAHEAD);
		ask_followers(c, article, arena, &article->ts_confirmed);
	}
	if (article->ts_confirmed && article->ts_ms > c->reached_ms)
		c->reached_ms = article->ts_ms;
}

static enum tcn_rc
next(struct tcn_source *source, struct tcn_arena *arena,
    struct tcn_article *article, struct tcn_err *err)
{
	struct confirm *c = (struct confirm *)source;
	enum tcn_rc rc;

	if (c->look.ended && !c->look.n)
		return TCN_DONE;
	if (c->look.n)
		rc = tcn_lookahead_take(&c->look, arena, article, err);
	else
		rc = tcn_source_next(c->of, arena, article, err);
	if (!rc)
		judge(c, arena, article);
	return rc;
}

static void
at(const struct tcn_source *source, struct tcn_source_at *at)
{
	tcn_source_at(((const struct confirm *)source)->of, at);
}

static void
close_confirm(struct tcn_source *source)
{
	struct confirm *c = (struct confirm *)source;

	tcn_lookahead_fini(&c->look);
	tcn_source_close(c->of);
	tcn_mem_free(c);
}

static enum tcn_rc
check(const struct tcn_source *source, struct tcn_err *err)
{
	return tcn_source_check(((const struct confirm *)source)->of, err);
}

static const struct tcn_source_kind kind = { next, at, close_confirm, check };

struct tcn_source *
tcn_source_open_confirm(const struct tcn_clock_conf *clock,
    struct tcn_source *of)
{
	struct confirm *c = tcn_mem_calloc(1, sizeof *c);

	assert(clock->jump_ms > 0 && clock->lateness_ms >= 0);
	c->source.kind = &kind;
	c->source.vector_length = of->vector_length;
	c->of = of;
	c->clock = *clock;
	c->reached_ms = TCN_UNDATED;
	tcn_lookahead_init(&c->look, of);
	return &c->source;
}
