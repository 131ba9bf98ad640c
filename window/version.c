#include "window/version.h"

#include <string.h>

#define STEP UINT64_C(0x9e3779b97f4a7c15) /* 2^64 / golden ratio */

/* The finalizer of MurmurHash3, after Stafford: a permutation of 64 bits. */
static uint64_t
permute(uint64_t x)
{
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

/* The sample of a title's words without stop words; 0: the title has none.
 * O(words). */
static uint64_t
version_title(const struct tcn_doc *doc)
{
	uint64_t least[TCN_VERSION_SAMPLES], sample = 0;
	size_t n = 0;

	memset(least, 0xff, sizeof least);
	for (size_t i = 0; i < doc->suffix_at; i++) {
		const struct tcn_term *term = &doc->terms[doc->words[i]];

		if (term->flags & TCN_TERM_STOP)
			continue;
		n++;
		for (uint64_t k = 0; k < TCN_VERSION_SAMPLES; k++) {
			uint64_t x = permute(term->id + k * STEP);

			least[k] = x < least[k] ? x : least[k];
		}
	}
	for (size_t k = 0; n && k < TCN_VERSION_SAMPLES; k++)
		sample = sample << 8 | (least[k] & 0xff);
	return sample;
}

/* Whether the titles of two samples are alike; false if one is 0. */
static bool
is_like(uint64_t a, uint64_t b)
{
	uint64_t differ = a ^ b;
	int equal = 0;

	if (!a || !b)
		return false;
	for (int k = 0; k < TCN_VERSION_SAMPLES; k++)
		equal += (differ >> 8 * k & 0xff) == 0;
	return equal >= TCN_VERSION_TITLE_LEAST;
}

void
tcn_version_init(struct tcn_version_pages *pages, size_t max)
{
	tcn_recent_init(&pages->first, max);
	tcn_recent_init(&pages->titles, max);
	tcn_recent_init(&pages->texts, max);
}

void
tcn_version_fini(struct tcn_version_pages *pages)
{
	tcn_recent_fini(&pages->first);
	tcn_recent_fini(&pages->titles);
	tcn_recent_fini(&pages->texts);
}

uint64_t
tcn_version_first(const struct tcn_version_pages *pages, uint64_t page,
    int64_t after_ms)
{
	const uint64_t *first =
	    page ? tcn_recent_find(&pages->first, page, after_ms) : NULL;

	return first ? *first : 0;
}

uint64_t
tcn_version_text(const struct tcn_version_pages *pages, uint64_t first)
{
	const uint64_t *text = tcn_recent_find(&pages->texts, first, INT64_MIN);

	return text ? *text : first;
}

void
tcn_version_place(const struct tcn_version_pages *pages,
    const struct tcn_doc *doc, const struct tcn_version_known *known,
    struct tcn_placement *item)
{
	const uint64_t *title;

	if (!doc->page)
		return;
	item->page = doc->page;
	item->title_words = version_title(doc);
	if (!known->first)
		return;
	title = tcn_recent_find(&pages->titles, item->page, known->after_ms);
	if (item->text != known->text && !known->similar &&
	    !(title && is_like(item->title_words, *title)))
		return;
	item->version_of = known->first;
	item->text = item->origin = known->text;
	item->similar_to = item->excerpt_of = 0;
	item->shared = item->sentences = 0;
	memset(item->also, 0, sizeof item->also);
	item->distance = 0;
	if (!known->same_words)
		item->duplicate_of = 0;
}

void
tcn_version_note(struct tcn_version_pages *pages,
    const struct tcn_placement *item)
{
	uint64_t first = item->version_of ? item->version_of : item->seq;

	if (!item->page)
		return;
	tcn_recent_put(&pages->first, item->page, first, item->ts_ms);
	tcn_recent_put(&pages->titles, item->page, item->title_words,
	    item->ts_ms);
	if (item->text == first)
		return;
	/* It stays as long as the page, which may have been seen later. */
	tcn_recent_put(&pages->texts, first, item->text,
	    tcn_recent_seen_ms(&pages->first, item->page));
}

void
tcn_version_expire(struct tcn_version_pages *pages, int64_t before_ms)
{
	tcn_recent_expire(&pages->first, before_ms);
	tcn_recent_expire(&pages->titles, before_ms);
	tcn_recent_expire(&pages->texts, before_ms);
}

enum tcn_rc
tcn_version_check(const struct tcn_version_pages *pages, struct tcn_err *err)
{
	enum tcn_rc rc = tcn_recent_check(&pages->first, err);

	if (!rc)
		rc = tcn_recent_check(&pages->titles, err);
	return rc ? rc : tcn_recent_check(&pages->texts, err);
}
