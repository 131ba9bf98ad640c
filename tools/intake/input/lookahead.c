#include "tools/intake/input/lookahead.h"

#include <assert.h>

#include "engine/base/mem.h"

enum {
	ANSWER_BYTES = 4096,
};

void
tcn_lookahead_init(struct tcn_lookahead *look, struct tcn_source *source)
{
	*look = (struct tcn_lookahead){ .source = source };
	look->answers =
	    tcn_mem_calloc(TCN_LOOKAHEAD_SLOTS, sizeof *look->answers);
	for (unsigned i = 0; i < TCN_LOOKAHEAD_SLOTS; i++)
		tcn_arena_init(&look->answers[i].arena, ANSWER_BYTES);
}

void
tcn_lookahead_fini(struct tcn_lookahead *look)
{
	for (unsigned i = 0; look->answers && i < TCN_LOOKAHEAD_SLOTS; i++)
		tcn_arena_fini(&look->answers[i].arena);
	tcn_mem_free(look->answers);
	look->answers = NULL;
	look->first = look->n = 0;
}

bool
tcn_lookahead_is_last(enum tcn_rc rc)
{
	return rc != TCN_OK && rc != TCN_INVALID;
}

static struct tcn_lookahead_answer *
slot(const struct tcn_lookahead *look, unsigned i)
{
	return &look->answers[(look->first + i) % TCN_LOOKAHEAD_SLOTS];
}

struct tcn_lookahead_answer *
tcn_lookahead_at(const struct tcn_lookahead *look, unsigned i)
{
	assert(i < look->n);
	return slot(look, i);
}

int64_t
tcn_lookahead_ms(const struct tcn_lookahead_answer *answer)
{
	return answer->rc == TCN_OK ? answer->article.ts_ms : TCN_UNDATED;
}

void
tcn_lookahead_fill(struct tcn_lookahead *look, unsigned n)
{
	assert(look->answers && n <= TCN_LOOKAHEAD_SLOTS);
	while (look->n < n && !look->ended) {
		struct tcn_lookahead_answer *answer = slot(look, look->n);

		tcn_arena_reset(&answer->arena);
		answer->rc = tcn_source_next(look->source, &answer->arena,
		    &answer->article, &answer->err);
		look->ended = tcn_lookahead_is_last(answer->rc);
		look->n += answer->rc != TCN_DONE;
	}
}

enum tcn_rc
tcn_lookahead_take(struct tcn_lookahead *look, struct tcn_arena *arena,
    struct tcn_article *article, struct tcn_err *err)
{
	const struct tcn_lookahead_answer *answer = tcn_lookahead_at(look, 0);

	if (!answer->rc)
		tcn_article_copy(&answer->article, arena, article);
	if (answer->rc && err)
		*err = answer->err;
	if (!tcn_lookahead_is_last(answer->rc)) {
		look->first = (look->first + 1) % TCN_LOOKAHEAD_SLOTS;
		look->n--;
	}
	return answer->rc;
}
