#include "rules/silence.h"

#include <assert.h>

#include "engine/base/buf.h"
#include "engine/base/url.h"
#include "engine/text/fold.h"

bool
tcn_silence_is_active(const struct tcn_silence *s, int64_t now_ms)
{
	return s->created_ms <= now_ms && now_ms < s->expires_ms &&
	    (s->ended_ms == TCN_UNDATED || now_ms < s->ended_ms);
}

/* One call of tcn_silence_find(). */
struct search {
	const struct tcn_silence *silences;
	size_t n;
	const struct tcn_silence_subject *subject;
	int64_t now_ms;
	struct tcn_prepare *prep;
	struct tcn_arena *arena;
	struct tcn_doc doc; /* the subject's words, once needed ... */
	bool read; /* ... and whether they are there */
};

static void
read_words(struct search *s, struct tcn_str title, struct tcn_str text,
    struct tcn_doc *doc)
{
	struct tcn_article *article =
	    tcn_arena_zalloc(s->arena, 1, sizeof *article);

	*article = (struct tcn_article){
		.id = tcn_str("-"),
		.title = title,
		.text = text,
		.plain = true,
		.lang = s->subject->lang,
		.ts_ms = TCN_UNDATED,
	};
	tcn_prepare(s->prep, article, s->arena, doc);
}

/* Reads the words of the event: those of its headline and its terms. */
static void
read_subject(struct search *s)
{
	const struct tcn_silence_subject *of = s->subject;
	struct tcn_buf words = { 0 };
	struct tcn_str text = { "", 0 };

	if (s->read)
		return;
	for (size_t i = 0; i < of->terms_n; i++) {
		tcn_buf_str(&words, of->terms[i].word);
		tcn_buf_char(&words, '\n');
	}
	tcn_arena_str(s->arena, tcn_buf_view(&words), &text);
	tcn_buf_fini(&words);
	s->read = true;
	read_words(s, of->headline, text, &s->doc);
}

static bool
holds_term(const struct tcn_doc *doc, uint64_t id)
{
	for (size_t i = 0; i < doc->terms_n; i++)
		if (doc->terms[i].id == id && doc->terms[i].tf > 0)
			return true;
	return false;
}

/* Stop words of the value are passed over, unless it has no other words. */
static bool
covers_term(struct search *s, struct tcn_str value)
{
	struct tcn_doc named;
	size_t wanted = 0, stops = 0;

	read_subject(s);
	read_words(s, value, tcn_str(""), &named);
	for (size_t i = 0; i < named.terms_n; i++)
		stops += (named.terms[i].flags & TCN_TERM_STOP) != 0;
	for (size_t i = 0; i < named.terms_n; i++) {
		const struct tcn_term *term = &named.terms[i];

		if (stops < named.terms_n && term->flags & TCN_TERM_STOP)
			continue;
		if (!holds_term(&s->doc, term->id))
			return false;
		wanted++;
	}
	return wanted > 0;
}

static bool
equal_folded(struct tcn_str a, struct tcn_str b)
{
	struct tcn_buf x = { 0 }, y = { 0 };
	bool equal;

	tcn_fold(tcn_str_trim(a), &x);
	tcn_fold(tcn_str_trim(b), &y);
	equal = tcn_str_equal(tcn_buf_view(&x), tcn_buf_view(&y));
	tcn_buf_fini(&x);
	tcn_buf_fini(&y);
	return equal;
}

static bool
covers_source(const struct tcn_silence *silence,
    const struct tcn_silence_source *source)
{
	struct tcn_str host = tcn_url_host(source->url);
	struct tcn_str site = tcn_url_site(source->url);

	return (source->name.n && equal_folded(silence->value, source->name)) ||
	    (host.n && equal_folded(silence->value, host)) ||
	    (site.n && equal_folded(silence->value, site));
}

/* What covers the first source, where every source of the event is covered. */
static const struct tcn_silence *
find_sources(struct search *s)
{
	const struct tcn_silence_subject *of = s->subject;
	const struct tcn_silence *first = NULL;

	for (size_t i = 0; i < of->sources_n; i++) {
		bool covered = false;

		for (size_t k = 0; k < s->n && !covered; k++) {
			const struct tcn_silence *silence = &s->silences[k];

			if (silence->kind != TCN_SILENCE_SOURCE ||
			    !tcn_silence_is_active(silence, s->now_ms))
				continue;
			covered = covers_source(silence, &of->sources[i]);
			if (covered && i == 0)
				first = silence;
		}
		if (!covered)
			return NULL;
	}
	return first;
}

static bool
covers(struct search *s, const struct tcn_silence *silence)
{
	if (!tcn_silence_is_active(silence, s->now_ms))
		return false;
	switch (silence->kind) {
	case TCN_SILENCE_EVENT:
		return tcn_str_equal(silence->value,
		    tcn_str(s->subject->event));
	case TCN_SILENCE_RULE:
		return tcn_str_equal(silence->value, s->subject->rule);
	case TCN_SILENCE_TERM:
		return covers_term(s, silence->value);
	case TCN_SILENCE_SOURCE: /* see find_sources() */
		break;
	}
	return false;
}

const struct tcn_silence *
tcn_silence_find(const struct tcn_silence *silences, size_t n,
    const struct tcn_silence_subject *subject, int64_t now_ms,
    struct tcn_prepare *prep, struct tcn_arena *arena)
{
	struct search s = {
		.silences = silences,
		.n = n,
		.subject = subject,
		.now_ms = now_ms,
		.prep = prep,
		.arena = arena,
	};

	assert(subject->event && prep && arena);
	for (size_t i = 0; i < n; i++)
		if (covers(&s, &silences[i]))
			return &silences[i];
	return find_sources(&s);
}
