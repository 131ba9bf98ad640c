#include "tools/lab/eval/rubric/rubric_judge.h"

#include "tools/lab/eval/rubric/rubric_line.h"
#include "tools/lab/eval/rubric/rubric_words.h"

#define ALIKE 0.6 /* cosine from which two steps say the same */

/* A report while it is judged. */
struct judge {
	const struct tcn_rubric_subject *subject;
	const struct tcn_rubric_report *report;
	uint64_t cut;
	const char *what;
	struct tcn_str text; /* all that it says */
	struct tcn_rubric_tally *tally;
	struct tcn_buf *notes;
};

static void
note(struct judge *j, const char *kind, struct tcn_str text)
{
	tcn_buf_printf(j->notes, "%s: %s: %.*s\n", j->what, kind,
	    TCN_STR_ARG(text));
}

static void
add(struct judge *j, enum tcn_rubric_measure measure, double sum, double of)
{
	j->tally->sum[measure] += sum;
	j->tally->of[measure] += of;
}

/* --- figures --- */

/* What a figure may say at a cut: the value that must lead, and those behind it
 * that may. */
struct expected {
	size_t must; /* index; values_n: none is due yet */
	size_t most; /* the last that may lead */
};

static struct expected
expect(const struct tcn_rubric_subject *subject, size_t nth, uint64_t cut)
{
	const struct tcn_rubric_figure *figure = &subject->of->figures[nth];
	const struct tcn_rubric_due *due = subject->values[nth];
	struct expected e = { figure->values_n, 0 };

	for (size_t i = 0; i < figure->values_n; i++) {
		if (due[i].must <= cut)
			e.must = i;
		if (due[i].from <= cut)
			e.most = i;
	}
	if (e.must < figure->values_n && e.most < e.must)
		e.most = e.must;
	return e;
}

static bool
leads(const struct tcn_rubric_report *report,
    const struct tcn_rubric_figure *figure, struct expected e)
{
	for (size_t i = 0; i < report->leaders_n; i++) {
		const struct tcn_rubric_leader *leader = &report->leaders[i];

		if (!tcn_str_equal(leader->slot, figure->slot))
			continue;
		for (size_t k = e.must; k <= e.most; k++)
			if (leader->low <= figure->values[k].high + 1e-6 &&
			    leader->high >= figure->values[k].low - 1e-6)
				return true;
	}
	return false;
}

static const struct tcn_rubric_leader *
leader_of(const struct tcn_rubric_report *report, struct tcn_str slot)
{
	for (size_t i = 0; i < report->leaders_n; i++)
		if (tcn_str_equal(report->leaders[i].slot, slot))
			return &report->leaders[i];
	return NULL;
}

/* Whether the right value leads: 1, 0, or -1: nothing is due. */
static int
is_right(const struct tcn_rubric_subject *subject,
    const struct tcn_rubric_report *report, size_t nth, uint64_t cut)
{
	const struct tcn_rubric_figure *figure = &subject->of->figures[nth];
	struct expected e = expect(subject, nth, cut);

	if (!figure->values_n)
		return !leader_of(report, figure->slot);
	if (e.must == figure->values_n)
		return -1;
	return leads(report, figure, e);
}

void
tcn_rubric_judge_leading(const struct tcn_rubric_subject *subject,
    const struct tcn_rubric_report *report, uint64_t cut, double *right,
    double *of)
{
	*right = *of = 0;
	for (size_t i = 0; i < subject->of->figures_n; i++) {
		int is = is_right(subject, report, i, cut);

		*right += is > 0;
		*of += is >= 0;
	}
}

static void
judge_figures(struct judge *j)
{
	const struct tcn_rubric_case *c = j->subject->of;

	for (size_t i = 0; i < c->figures_n; i++) {
		int is = is_right(j->subject, j->report, i, j->cut);
		const struct tcn_rubric_leader *leader =
		    leader_of(j->report, c->figures[i].slot);

		if (is < 0)
			continue;
		add(j, TCN_RUBRIC_LEADING, is, 1);
		if (is == 0)
			note(j, leader ? "leads wrongly" : "leads not",
			    leader ? leader->says : c->figures[i].slot);
	}
}

/* --- facts --- */

/* Whether a text holds the value, in digits or as the case says. */
static bool
holds(struct tcn_str text, const struct tcn_rubric_value *value)
{
	return tcn_rubric_has_number(text, value->low, value->high) ||
	    tcn_rubric_matches(value->any, value->any_n, text);
}

static bool
has_figure(const struct tcn_rubric_subject *subject, size_t nth,
    const struct tcn_rubric_report *report, struct tcn_str text, uint64_t cut)
{
	const struct tcn_rubric_figure *figure = &subject->of->figures[nth];
	struct expected e = expect(subject, nth, cut);

	if (leads(report, figure, e))
		return true;
	for (size_t k = e.must; k <= e.most; k++)
		if (holds(text, &figure->values[k]))
			return true;
	return false;
}

bool
tcn_rubric_report_states(const struct tcn_rubric_subject *subject, size_t nth,
    const struct tcn_rubric_report *report, struct tcn_str text, uint64_t cut)
{
	const struct tcn_rubric_facts *facts = &subject->of->facts;

	if (nth >= facts->n)
		return has_figure(subject, nth - facts->n, report, text, cut);
	return tcn_rubric_matches(facts->at[nth].any, facts->at[nth].any_n,
	    text);
}

bool
tcn_rubric_judge_is_due(const struct tcn_rubric_subject *subject, size_t nth,
    uint64_t cut)
{
	size_t facts_n = subject->of->facts.n;

	if (nth < facts_n)
		return subject->facts[nth].must <= cut;
	nth -= facts_n;
	return expect(subject, nth, cut).must <
	    subject->of->figures[nth].values_n;
}

struct tcn_str
tcn_rubric_judge_name(const struct tcn_rubric_subject *subject, size_t nth)
{
	const struct tcn_rubric_case *c = subject->of;

	return nth < c->facts.n ? c->facts.at[nth].id
				: c->figures[nth - c->facts.n].slot;
}

static void
judge_facts(struct judge *j)
{
	const struct tcn_rubric_case *c = j->subject->of;

	for (size_t i = 0; i < c->facts.n + c->figures_n; i++) {
		double weight = i < c->facts.n ? c->facts.at[i].weight : 1;
		bool has;

		if (!tcn_rubric_judge_is_due(j->subject, i, j->cut))
			continue;
		has = tcn_rubric_report_states(j->subject, i, j->report,
		    j->text, j->cut);
		add(j, TCN_RUBRIC_FACTS, has ? weight : 0, weight);
		if (!has)
			note(j, "missing",
			    tcn_rubric_judge_name(j->subject, i));
	}
	for (size_t i = 0; i < c->wrong.n; i++) {
		bool has = tcn_rubric_matches(c->wrong.at[i].any,
		    c->wrong.at[i].any_n, j->text);

		add(j, TCN_RUBRIC_WRONG, has, 0);
		if (has)
			note(j, "must not be said", c->wrong.at[i].id);
	}
	add(j, TCN_RUBRIC_WRONG, 0, 1);
}

/* --- lines --- */

/* Whether it tells a value that another has superseded, and not that one. */
static bool
is_stale_of(const struct judge *j, size_t nth, struct tcn_str line)
{
	const struct tcn_rubric_figure *figure = &j->subject->of->figures[nth];
	struct expected e = expect(j->subject, nth, j->cut);
	bool old = false;

	if (e.must == figure->values_n ||
	    (figure->told_n &&
		!tcn_rubric_matches(figure->told, figure->told_n, line)))
		return false;
	for (size_t i = 0; i < e.must; i++)
		old |= holds(line, &figure->values[i]);
	for (size_t i = e.must; i <= e.most && old; i++)
		if (holds(line, &figure->values[i]))
			return false;
	return old;
}

static bool
is_foreign(const struct judge *j, uint64_t item)
{
	const struct tcn_rubric_subject *subject = j->subject;

	if (!item)
		return false;
	return tcn_map_find(&subject->foreign, item) ||
	    (subject->of->whole && !tcn_map_find(&subject->own, item));
}

static void
judge_line(struct judge *j, const struct tcn_rubric_line *line, bool headline)
{
	enum tcn_rubric_fault fault =
	    tcn_rubric_line_fault(line->text, line->lang, headline);
	bool stale = false;

	for (size_t i = 0; i < j->subject->of->figures_n; i++)
		stale |= is_stale_of(j, i, line->text);
	add(j, TCN_RUBRIC_STALE, stale, 1);
	if (stale)
		note(j, "superseded", line->text);
	add(j, TCN_RUBRIC_FOREIGN, is_foreign(j, line->item), 1);
	if (is_foreign(j, line->item))
		note(j, "foreign", line->text);
	add(j, TCN_RUBRIC_BROKEN, fault < TCN_RUBRIC_FAULTS, 1);
	if (fault < TCN_RUBRIC_FAULTS)
		note(j, tcn_rubric_fault_name(fault), line->text);
}

static void
add_again(struct judge *j, enum tcn_rubric_measure measure, bool again,
    struct tcn_str text)
{
	add(j, measure, again, 1);
	if (again)
		note(j, measure == TCN_RUBRIC_STEPS ? "step again" : "again",
		    text);
}

/* Counts the lines that say nothing which the headline, or one line before
 * them, does not say. */
static void
judge_lines(struct judge *j, struct tcn_arena *arena)
{
	const struct tcn_rubric_report *report = j->report;
	struct tcn_rubric_words *words =
	    tcn_arena_zalloc(arena, 1 + report->lines_n, sizeof *words);

	tcn_rubric_words(report->headline.text, arena, &words[0]);
	for (size_t i = 0; i < report->lines_n; i++) {
		struct tcn_str text = report->lines[i].text;
		bool again = false;

		tcn_rubric_words(text, arena, &words[1 + i]);
		for (size_t k = 0; k <= i && !again; k++)
			again = tcn_rubric_repeats(&words[1 + i], &words[k]);
		add_again(j, TCN_RUBRIC_REPEATED, again, text);
	}
}

/* Counts the steps that are like one before them. */
static void
judge_steps(struct judge *j, struct tcn_arena *arena)
{
	const struct tcn_rubric_report *report = j->report;
	struct tcn_rubric_words *words =
	    tcn_arena_zalloc(arena, report->steps_n, sizeof *words);

	for (size_t i = 0; i < report->steps_n; i++) {
		bool again = false;

		tcn_rubric_words(report->steps[i].text, arena, &words[i]);
		for (size_t k = 0; k < i && !again; k++)
			again = tcn_rubric_alike(&words[k], &words[i]) >= ALIKE;
		add_again(j, TCN_RUBRIC_STEPS, again, report->steps[i].text);
	}
}

void
tcn_rubric_judge_evenness(const struct tcn_rubric_report *report,
    struct tcn_arena *arena, double *largest)
{
	struct tcn_map seen = { 0 };
	struct tcn_rubric_words words;
	size_t most = 0, all = 0;

	*largest = 0;
	for (size_t i = 0; i < report->steps_n; i++) {
		size_t before = seen.n;

		tcn_rubric_words(report->steps[i].text, arena, &words);
		for (size_t k = 0; k < words.heavy_n; k++) {
			uint64_t *value;

			tcn_map_put(&seen, words.heavy[k], &value, NULL);
		}
		if (seen.n - before > most)
			most = seen.n - before;
	}
	all = seen.n;
	if (report->steps_n >= 3 && all)
		*largest = (double)most / (double)all;
	tcn_map_fini(&seen);
}

/* What the row of the first item says. */
static struct tcn_str
first_text(const struct tcn_rubric_report *report)
{
	for (size_t i = 0; i < report->steps_n; i++)
		if (report->steps[i].item == report->first)
			return report->steps[i].text;
	return tcn_str("(no text)");
}

void
tcn_rubric_judge(const struct tcn_rubric_subject *subject,
    const struct tcn_rubric_report *report, uint64_t cut, const char *what,
    struct tcn_arena *arena, struct tcn_rubric_tally *tally,
    struct tcn_buf *notes)
{
	struct judge j = { subject, report, cut, what, { "", 0 }, tally,
		notes };

	tcn_rubric_report_text(report, arena, &j.text);
	judge_figures(&j);
	judge_facts(&j);
	judge_line(&j, &report->headline, true);
	for (size_t i = 0; i < report->lines_n; i++)
		judge_line(&j, &report->lines[i], false);
	if (subject->of->first.n && report->first) {
		bool right = tcn_map_find(&subject->first, report->first);

		add(&j, TCN_RUBRIC_FIRST, right, 1);
		if (!right)
			note(&j, "first is wrong", first_text(report));
	}
	judge_lines(&j, arena);
	judge_steps(&j, arena);
}
