/*
 * tools/tell/summary/summary_lang.c - see summary_text.h.
 */
#include <string.h>

#include "engine/base/utf8.h"
#include "engine/item/prepare.h"
#include "engine/text/lang.h"
#include "tools/tell/summary/summary_memo.h"
#include "tools/tell/summary/summary_text.h"

#define LANGS_MAX    16 /* claimed, of one story; others are believed */
#define CLAIMS_LEAST 8 /* items, else they are believed */
#define SAMPLE       32
#define DOUBT_PARTS  3 /* a third: most of the claims are worth nothing */
#define DOUBT_LEAST  2 /* surely seen: some of the claims are wrong */
#define BYTES        180 /* for which votes are enough: lang.h */

struct doubt {
	struct tcn_summary_text *texts;
	size_t n;
	struct tcn_prepare *prep;
	struct tcn_arena *arena;
	struct tcn_arena scratch; /* of one text */
};

struct votes {
	struct {
		char lang[TCN_LANG_BYTES];
		size_t n;
	} at[LANGS_MAX];
	size_t n, all;
};

static void
vote(struct votes *votes, const char *lang)
{
	size_t i = 0;

	votes->all++;
	while (i < votes->n && strcmp(votes->at[i].lang, lang) != 0)
		i++;
	if (!*lang || i == LANGS_MAX)
		return;
	if (i == votes->n)
		strcpy(votes->at[votes->n++].lang, lang);
	votes->at[i].n++;
}

/* Those that differ from lang; sets *most to the language of most. */
static size_t
count_others(const struct votes *votes, const char *lang, const char **most)
{
	size_t others = 0, best = 0;

	*most = lang;
	for (size_t i = 0; i < votes->n; i++) {
		if (strcmp(votes->at[i].lang, lang) != 0)
			others += votes->at[i].n;
		if (votes->at[i].n > best) {
			best = votes->at[i].n;
			*most = votes->at[i].lang;
		}
	}
	return others;
}

struct seen {
	char lang[TCN_LANG_BYTES];
	bool sure;
};

/* The language that a text is seen to be in; "": it cannot be seen. */
static void
see(struct doubt *doubt, const struct tcn_summary_text *text,
    char lang[TCN_LANG_BYTES], bool *sure)
{
	const struct tcn_article article = {
		.title = text->title,
		.text = tcn_utf8_cut(text->text, BYTES),
		.ts_ms = TCN_UNDATED,
		.plain = true,
	};

	const struct tcn_summary_memo_key key = { .kind = 'l',
		.parts = { article.title, article.text } };
	const struct seen *known = tcn_summary_memo_find(text->memo, &key);
	struct seen *seen;

	if (known) {
		strcpy(lang, known->lang);
		*sure = known->sure;
		return;
	}
	tcn_arena_reset(&doubt->scratch);
	tcn_prepare_lang_detected(doubt->prep, &article, &doubt->scratch, lang,
	    sure);
	if (!text->memo)
		return;
	seen = tcn_arena_zalloc(tcn_summary_memo_arena(text->memo), 1,
	    sizeof *seen);
	strcpy(seen->lang, lang);
	seen->sure = *sure;
	tcn_summary_memo_put(text->memo, &key, seen);
}

static bool
claims(const struct tcn_summary_text *text, const char *lang)
{
	char own[TCN_LANG_BYTES] = "";

	return tcn_lang_from_tag(text->lang, own) && strcmp(own, lang) == 0;
}

/* Reads each of those that claim the language as what it is seen to be, where
 * that is sure or the claims are worth nothing (most: what most of them are);
 * NULL: else as it claims. */
static void
correct(struct doubt *doubt, const char *lang, const char *most)
{
	bool sure;

	for (size_t i = 0; i < doubt->n; i++) {
		struct tcn_summary_text *text = &doubt->texts[i];
		char seen[TCN_LANG_BYTES] = "";

		if (!claims(text, lang))
			continue;
		see(doubt, text, seen, &sure);
		if (!most && (!sure || !*seen))
			continue;
		tcn_arena_str(doubt->arena, tcn_str(*seen ? seen : most),
		    &text->lang);
	}
}

/* Doubts one claimed language. */
static void
check_claim(struct doubt *doubt, const char *lang, size_t claimed)
{
	size_t step = claimed / SAMPLE + 1, number = 0, others = 0;
	struct votes votes = { .n = 0 };
	const char *most;
	char seen[TCN_LANG_BYTES];
	bool sure;

	for (size_t i = 0; i < doubt->n; i++) {
		if (!claims(&doubt->texts[i], lang) || number++ % step)
			continue;
		see(doubt, &doubt->texts[i], seen, &sure);
		vote(&votes, seen);
		others += sure && *seen && strcmp(seen, lang) != 0;
	}
	if (count_others(&votes, lang, &most) * DOUBT_PARTS >= votes.all)
		correct(doubt, lang, most);
	else if (others >= DOUBT_LEAST)
		correct(doubt, lang, NULL);
}

void
tcn_summary_text_langs(struct tcn_summary_text *texts, size_t n,
    struct tcn_prepare *prep, struct tcn_arena *arena)
{
	struct doubt doubt = {
		.texts = texts, .n = n, .prep = prep, .arena = arena
	};
	struct votes claimed = { .n = 0 };

	for (size_t i = 0; i < n; i++) {
		char lang[TCN_LANG_BYTES] = "";

		tcn_lang_from_tag(texts[i].lang, lang);
		vote(&claimed, lang);
	}
	tcn_arena_init(&doubt.scratch, 0);
	for (size_t i = 0; i < claimed.n; i++)
		if (claimed.at[i].n >= CLAIMS_LEAST)
			check_claim(&doubt, claimed.at[i].lang,
			    claimed.at[i].n);
	tcn_arena_fini(&doubt.scratch);
}
