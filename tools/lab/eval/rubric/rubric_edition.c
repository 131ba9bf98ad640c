#include "tools/lab/eval/rubric/rubric_edition.h"

#include "engine/base/duration.h"
#include "tools/lab/eval/rubric/rubric_words.h"
#include "tools/tell/edition/edition.h"

enum {
	EDITIONS_MAX = 48, /* of a longer event they are further apart */
	LINES_MAX = 1000, /* of one event, in all editions */
};

#define ALIKE 0.6 /* as of the lines of one report */

struct chain {
	const struct tcn_rubric_chain *of;
	const struct tcn_edition_conf *conf;
	struct tcn_edition_ledger ledger;
	struct tcn_arena all; /* of what is told in all of them */
	struct tcn_arena one; /* of the present one */
	struct tcn_rubric_words *lines;
	size_t lines_n;
	struct tcn_buf text; /* all that was told */
	uint64_t cut; /* of the last one */
	struct tcn_rubric_tally *tally;
	struct tcn_buf *notes;
};

static void
add_text(struct tcn_buf *out, struct tcn_str text)
{
	tcn_buf_str(out, text);
	tcn_buf_char(out, '\n');
}

/* Notes a line, and whether an earlier edition told it: one of the first
 * `before` lines. */
static void
take_line(struct chain *c, struct tcn_str line, size_t before)
{
	struct tcn_rubric_words words;
	bool again = false;

	tcn_rubric_words(line, &c->all, &words);
	for (size_t i = 0; i < before && !again; i++)
		again = tcn_rubric_alike(&c->lines[i], &words) >= ALIKE;
	if (before) {
		c->tally->sum[TCN_RUBRIC_TOLD_AGAIN] += again;
		c->tally->of[TCN_RUBRIC_TOLD_AGAIN]++;
	}
	if (again)
		tcn_buf_printf(c->notes, "edition: told again: %.*s\n",
		    TCN_STR_ARG(line));
	if (c->lines_n < LINES_MAX)
		c->lines[c->lines_n++] = words;
	add_text(&c->text, line);
}

static void
take_entry(struct chain *c, const struct tcn_edition_entry *entry)
{
	size_t before = c->lines_n;

	add_text(&c->text, entry->brief.headline);
	for (size_t i = 0; i < entry->figures_n; i++)
		if (entry->figures[i].now)
			add_text(&c->text, entry->figures[i].now->said);
	for (size_t i = 0; i < entry->lines_n; i++)
		take_line(c, entry->lines[i].says.text, before);
}

static enum tcn_rc
make_one(struct chain *c, uint64_t number, int64_t since_ms, int64_t due_ms)
{
	struct tcn_edition_job job = {
		.st = c->of->st,
		.conf = c->conf,
		.prep = c->of->prep,
		.facts = c->of->facts,
		.ledger = &c->ledger,
		.number = number,
		.due_ms = due_ms,
		.since_ms = since_ms,
		.event = tcn_str(c->of->event->id),
	};
	struct tcn_edition edition;
	enum tcn_rc rc = tcn_store_cut_of(c->of->st, due_ms, &job.cut);

	tcn_arena_reset(&c->one);
	if (!rc)
		rc = tcn_edition_make(&job, &c->one, &edition);
	c->cut = job.cut.seq;
	for (size_t i = 0; !rc && i < edition.entries_n; i++)
		take_entry(c, &edition.entries[i]);
	if (rc)
		return rc;
	tcn_edition_ledger_add(&c->ledger, &edition);
	return TCN_OK;
}

/* Facts and figures that are due at the end, and that none has told. */
static void
judge_told(struct chain *c, const struct tcn_rubric_subject *subject)
{
	const struct tcn_rubric_case *of = subject->of;
	const struct tcn_rubric_report nothing = { .lines_n = 0 };
	struct tcn_str text = tcn_buf_view(&c->text);

	for (size_t i = 0; i < of->facts.n + of->figures_n; i++) {
		bool told;

		if (!tcn_rubric_judge_is_due(subject, i, c->cut))
			continue;
		told = tcn_rubric_report_states(subject, i, &nothing, text,
		    c->cut);
		c->tally->sum[TCN_RUBRIC_NEVER_TOLD] += !told;
		c->tally->of[TCN_RUBRIC_NEVER_TOLD]++;
		if (!told)
			tcn_buf_printf(c->notes, "edition: never told: %.*s\n",
			    TCN_STR_ARG(tcn_rubric_judge_name(subject, i)));
	}
}

/* One for each language that editions speak. */
enum tcn_rc
tcn_rubric_edition_conf(struct tcn_editions **editions, struct tcn_err *err)
{
	static const char yaml[] =
	    "editions:\n"
	    "- {name: en, when: '0 * * * *', language: en}\n"
	    "- {name: de, when: '0 * * * *', language: de}\n"
	    "- {name: es, when: '0 * * * *', language: es}\n"
	    "- {name: fr, when: '0 * * * *', language: fr}\n";

	return tcn_editions_parse("rubric", tcn_str(yaml), NULL, editions, err);
}

/* The description in the language of the event; else the first. */
static const struct tcn_edition_conf *
conf_of(const struct tcn_rubric_chain *chain)
{
	const struct tcn_event_languages *of = &chain->event->languages;
	const struct tcn_edition_conf *conf = of->n
	    ? tcn_edition_find(chain->editions, tcn_str(of->at[0]))
	    : NULL;

	return conf ? conf : &chain->editions->at[0];
}

enum tcn_rc
tcn_rubric_editions(const struct tcn_rubric_chain *chain,
    const struct tcn_rubric_subject *subject, struct tcn_rubric_tally *tally,
    struct tcn_buf *notes)
{
	struct chain c = { .of = chain,
		.conf = conf_of(chain),
		.tally = tally,
		.notes = notes };
	int64_t step_ms = (chain->until_ms - chain->from_ms) / EDITIONS_MAX;
	int64_t since_ms = chain->from_ms;
	uint64_t number = 0;
	enum tcn_rc rc = TCN_OK;

	if (step_ms < TCN_HOUR_MS)
		step_ms = TCN_HOUR_MS;
	tcn_arena_init(&c.all, 0);
	tcn_arena_init(&c.one, 0);
	c.lines = tcn_arena_zalloc(&c.all, LINES_MAX, sizeof *c.lines);
	while (!rc && since_ms < chain->until_ms) {
		rc = make_one(&c, ++number, since_ms, since_ms + step_ms);
		since_ms += step_ms;
	}
	if (!rc && number)
		judge_told(&c, subject);
	tcn_edition_ledger_fini(&c.ledger);
	tcn_buf_fini(&c.text);
	tcn_arena_fini(&c.one);
	tcn_arena_fini(&c.all);
	return rc;
}
