/*
 * A language and a text of any bytes, apart by a line end: of each sentence the
 * statement is a part of it, its readings stand in it and are in order, and
 * what is followed of them is sound; no order of equal times matters.
 */
#include <string.h>

#include "engine/base/utf8.h"
#include "engine/facts/figure.h"
#include "engine/facts/statement.h"
#include "engine/text/sentence.h"
#include "tests/fuzz/must.h"

#define TOLD_MAX 256

static struct tcn_figure_told told[TOLD_MAX];
static size_t told_n;

static void
read_statement(struct tcn_facts *facts, struct tcn_str sentence,
    const char *lang, bool title)
{
	const struct tcn_statement_text text = {
		.raw = sentence, .lang = lang, .title = title, .begins = !title
	};
	struct tcn_statement statement;

	tcn_statement_read(facts, &text, &statement);
	must(statement.offset + statement.shown.n <= sentence.n);
	must(!statement.shown.n ||
	    statement.shown.at == sentence.at + statement.offset);
	must(tcn_utf8_valid(statement.shown));
	must(!statement.label.n ||
	    statement.label.at + statement.label.n <
		statement.shown.at + statement.shown.n);
	must(statement.faults < 1u << TCN_STATEMENT_FAULTS);
}

static void
read_readings(struct tcn_facts *facts, struct tcn_str sentence,
    const char *lang)
{
	const struct tcn_reading_text text = {
		.sentence = sentence, .lang = lang, .year = 2014
	};
	struct tcn_reading readings[TCN_READINGS_MAX];
	size_t n, at = 0;

	tcn_reading_find(facts, &text, readings, &n);
	must(n <= TCN_READINGS_MAX);
	for (size_t i = 0; i < n; i++) {
		must(readings[i].slot < TCN_SLOTS);
		must(readings[i].lo >= (readings[i].slot != TCN_SLOT_SCORE));
		must(readings[i].lo <= readings[i].hi);
		must(readings[i].at >= at && readings[i].n > 0);
		at = readings[i].at;
		must(at + readings[i].n <= sentence.n);
		if (told_n == TOLD_MAX)
			continue;
		told[told_n] = (struct tcn_figure_told){
			.reading = readings[i],
			.ms = (int64_t)(told_n / 3),
			.origin = told_n % 7,
			.seq = told_n,
		};
		told_n++;
	}
}

static void
follow(void)
{
	struct tcn_figures figures, again;
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	tcn_figure_make(told, told_n, 7, &arena, &figures);
	must(tcn_figure_check(&figures, NULL) == TCN_OK);
	for (size_t i = 0; i < told_n / 2; i++) {
		struct tcn_figure_told one = told[i];

		told[i] = told[told_n - 1 - i];
		told[told_n - 1 - i] = one;
	}
	tcn_figure_make(told, told_n, 7, &arena, &again);
	must(figures.n == again.n);
	for (size_t i = 0; i < figures.n; i++)
		must(figures.at[i].lo == again.at[i].lo &&
		    figures.at[i].hi == again.at[i].hi);
	tcn_arena_fini(&arena);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct tcn_facts *facts;
	struct tcn_str text = { (const char *)data, size }, sentence;
	const char *line = size ? memchr(data, '\n', size) : NULL;
	struct tcn_sentence_scan scan;
	char lang[4] = "";

	if (!line || !tcn_utf8_valid(text))
		return 0;
	if (!facts)
		facts = tcn_facts_new();
	for (size_t i = 0; i < 3 && text.at + i < line; i++)
		lang[i] = text.at[i];
	text.n -= (size_t)(line + 1 - text.at);
	text.at = line + 1;
	told_n = 0;
	read_statement(facts, text, lang, true);
	read_readings(facts, text, lang);
	tcn_sentence_scan(&scan, text, lang);
	while (tcn_sentence_next(&scan, &sentence)) {
		read_statement(facts, sentence, lang, false);
		read_readings(facts, sentence, lang);
	}
	follow();
	return 0;
}
