/*
 * tools/report/report_lang.c - the language that an item is read in. What it
 * says of itself counts, but feeds are wrong about it: a search in one language
 * may mark all that it finds with that. Where a third of a
 * sample of those that claim a language are in another, each is read as what it
 * is seen to be, and as what most of them are where that cannot be seen.
 */
#include "engine/base/utf8.h"
#include "engine/item/prepare.h"
#include "engine/text/lang.h"
#include "tools/report/report_view_impl.h"

#define LANGS_MAX    16 /* claimed, of one story; others are believed */
#define CLAIMS_LEAST 8 /* items, else they are believed */
#define SAMPLE       32
#define DOUBT_PARTS  3
#define BYTES        180 /* for which votes are enough: lang.h */

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

/* The language that an item is seen to be in; "": not sure. */
static enum tcn_rc
see(const struct tcn_report_view *view, const struct tcn_report_item *item,
    struct tcn_arena *arena, char lang[TCN_LANG_BYTES])
{
	const struct tcn_article article = {
		.title = item->title,
		.text = tcn_utf8_cut(item->text, BYTES),
		.ts_ms = TCN_UNDATED,
	};

	tcn_arena_reset(arena);
	return tcn_prepare_lang(view->prep, &article, arena, lang);
}

static bool
claims(const struct tcn_report_view_item *show, const char *lang)
{
	char own[TCN_LANG_BYTES] = "";

	return tcn_lang_from_tag(show->lang, own) && strcmp(own, lang) == 0;
}

/* Reads each of those that claim the language as what it is. */
static enum tcn_rc
correct(const struct tcn_report_view *view, const char *lang, const char *most,
    struct tcn_arena *scratch, struct tcn_arena *arena)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < view->items_n && rc == TCN_OK; i++) {
		struct tcn_report_view_item *show = &view->items[i];
		char seen[TCN_LANG_BYTES] = "";

		if (!claims(show, lang))
			continue;
		rc = see(view, show->item, scratch, seen);
		if (rc == TCN_OK &&
		    !tcn_arena_str(arena, tcn_str(*seen ? seen : most),
			&show->lang))
			rc = TCN_NOMEM;
	}
	return rc;
}

/* Doubts one claimed language. */
static enum tcn_rc
check_claim(const struct tcn_report_view *view, const char *lang, size_t items,
    struct tcn_arena *scratch, struct tcn_arena *arena)
{
	size_t step = items / SAMPLE + 1, number = 0;
	struct votes votes = { .n = 0 };
	const char *most;
	char seen[TCN_LANG_BYTES];
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < view->items_n && rc == TCN_OK; i++) {
		if (!claims(&view->items[i], lang) || number++ % step)
			continue;
		rc = see(view, view->items[i].item, scratch, seen);
		if (rc == TCN_OK)
			vote(&votes, seen);
	}
	if (rc != TCN_OK ||
	    count_others(&votes, lang, &most) * DOUBT_PARTS < votes.all)
		return rc;
	return correct(view, lang, most, scratch, arena);
}

enum tcn_rc
tcn_report_langs(struct tcn_arena *arena, struct tcn_report_view *view)
{
	struct votes claimed = { .n = 0 };
	struct tcn_arena scratch;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < view->items_n; i++) {
		char lang[TCN_LANG_BYTES] = "";

		tcn_lang_from_tag(view->items[i].lang, lang);
		vote(&claimed, lang);
	}
	tcn_arena_init(&scratch, 0);
	for (size_t i = 0; i < claimed.n && rc == TCN_OK; i++)
		if (claimed.at[i].n >= CLAIMS_LEAST)
			rc = check_claim(view, claimed.at[i].lang,
			    claimed.at[i].n, &scratch, arena);
	tcn_arena_fini(&scratch);
	return rc;
}
