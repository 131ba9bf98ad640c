/*
 * tests/window/story/heard.h - a story tier that hears one headline after
 * another.
 */
#ifndef TCN_TESTS_WINDOW_STORY_HEARD_H
#define TCN_TESTS_WINDOW_STORY_HEARD_H

#include <stdio.h>

#include "engine/base/duration.h"
#include "tests/base/run.h"
#include "tests/base/sound.h"
#include "tests/window/story/say.h"
#include "window/story/story.h"

static struct tcn_story_index *s;
static uint64_t seq;
static int64_t now_ms;
static size_t closed_n;
static bool unchecked; /* after a step: many of them would take long */

static inline void
setup(void)
{
	struct tcn_story_conf conf;

	tcn_story_conf_default(&conf);
	s = tcn_story_index_new(&conf);
	seq = 0;
	now_ms = 1000 * TCN_DAY_MS;
}

static inline void
teardown(void)
{
	tcn_story_index_free(s);
}

/* Words that are to differ are numbered, but no figures: b17 is bbh. */
static inline const char *
spelt(const char *title, char copy[200])
{
	size_t i;

	for (i = 0; title[i] && i < 199; i++)
		copy[i] = (char)(title[i] >= '0' && title[i] <= '9'
			? title[i] - '0' + 'a'
			: title[i]);
	copy[i] = '\0';
	return copy;
}

static inline struct tcn_story_step
hear_both(const char *title, const char *text, uint64_t publisher,
    int64_t ts_ms)
{
	struct tcn_placement place = { .seq = ++seq, .ts_ms = ts_ms };
	struct tcn_story_step step;
	char copy[200];
	struct say buf;

	say_both(&buf, spelt(title, copy), text);
	for (size_t i = 0; i < buf.doc.terms_n; i++)
		if (buf.terms[i].word.n <= 2)
			buf.terms[i].flags = TCN_TERM_STOP;
	place.publisher = publisher;
	place.text_key = buf.doc.text_key;
	(void)tcn_story_index_close_quiet(s, now_ms, &closed_n);
	tcn_story_index_add_item(s, &buf.doc, &place, now_ms, &step);
	if (!unchecked)
		ck_sound(tcn_story_index_check, s);
	return step;
}

static inline struct tcn_story_step
hear_at(const char *title, uint64_t publisher, int64_t ts_ms)
{
	return hear_both(title, "", publisher, ts_ms);
}

static inline struct tcn_story_step
hear_from(const char *title, uint64_t publisher)
{
	return hear_at(title, publisher, now_ms);
}

static inline struct tcn_story_step
hear(const char *title)
{
	return hear_from(title, seq % 7 + 1);
}

/* A background of n items that have nothing to do with each other. */
static inline void
chatter(int n)
{
	char title[80];

	unchecked = true;
	for (int i = 0; i < n; i++) {
		snprintf(title, sizeof title, "a%d b%d c%d d%d", i * 4 + 1000,
		    i * 4 + 1001, i * 4 + 1002, i * 4 + 1003);
		now_ms += 60 * 1000;
		hear(title);
	}
	unchecked = false;
}

static inline enum tcn_story_gate
judge(uint64_t story)
{
	struct tcn_story_verdict verdict;

	tcn_story_judge(s, story, now_ms, NULL, &verdict);
	return verdict.gate;
}

/* The nth telling of one event: shared words, others of its own. */
static inline const char *
telling(int n)
{
	static const char *const names[] = { "earthquake", "chile", "coast",
		"tsunami", "warning", "magnitude", "iquique", "evacuated" };
	static char title[160];
	size_t at = 0;

	for (int i = 0; i < 4; i++)
		at += (size_t)snprintf(title + at, sizeof title - at, "%s ",
		    names[(n * 3 + i * (n % 3 + 1)) % 8]);
	snprintf(title + at, sizeof title - at, "own%d more%d", n, n);
	return title;
}

#endif
