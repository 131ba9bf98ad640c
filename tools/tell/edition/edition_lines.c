/*
 * tools/tell/edition/edition_lines.c - which lines an edition tells of an
 * event, by their languages.
 */
#include "tools/tell/edition/edition_impl.h"

enum {
	FEW_LINES = 2, /* fewer in the edition's language: with others */
	OURS_OF = 4, /* an event is told in it where one item in so many is */
};

/* Whether a line is in the language of the edition. */
static bool
is_ours(const struct tcn_edition_conf *conf,
    const struct tcn_report_brief_line *line)
{
	return tcn_str_equal(line->lang, tcn_str(tcn_words_code(conf->words)));
}

static size_t
count_ours(const struct tcn_edition_conf *conf,
    const struct tcn_report_brief *brief)
{
	size_t n = 0;

	for (size_t i = 0; i < brief->lines_n; i++)
		n += is_ours(conf, &brief->lines[i]);
	return n;
}

/* Whether the event is told in the edition's language. */
static bool
tells_ours(const struct tcn_edition_conf *conf,
    const struct tcn_report_brief *brief)
{
	struct tcn_str ours = tcn_str(tcn_words_code(conf->words));

	for (size_t i = 0; i < brief->langs_n; i++)
		if (tcn_str_equal(brief->langs[i], ours))
			return OURS_OF * brief->langs_items[i] >= brief->items;
	return false;
}

bool
tcn_edition_lacks_ours(const struct tcn_edition_conf *conf,
    const struct tcn_report_brief *brief)
{
	size_t n = count_ours(conf, brief);

	return n < FEW_LINES && n < brief->lines_n && tells_ours(conf, brief);
}

/* How many lines of other languages are told beside `ours`. Who was told of the
 * event in his own language would read the same again in another. */
static size_t
most_others(const struct tcn_edition_conf *conf,
    const struct tcn_edition_entry *entry, size_t ours)
{
	size_t few = ours < FEW_LINES ? FEW_LINES - ours : 0;

	if (!tells_ours(conf, &entry->brief))
		return ours ? few : entry->brief.lines_n;
	return entry->told ? 0 : few;
}

void
tcn_edition_take_lines(const struct tcn_edition_conf *conf,
    struct tcn_edition_entry *entry, size_t most, struct tcn_arena *arena)
{
	const struct tcn_report_brief *brief = &entry->brief;
	size_t others = most_others(conf, entry, count_ours(conf, brief));
	struct tcn_edition_line *lines =
	    tcn_arena_zalloc(arena, most, sizeof *lines);

	for (size_t i = 0; i < brief->lines_n && entry->lines_n < most; i++) {
		if (!is_ours(conf, &brief->lines[i]) && !others)
			continue;
		others -= !is_ours(conf, &brief->lines[i]);
		lines[entry->lines_n++] = (struct tcn_edition_line){
			.says = brief->lines[i],
			.told = tcn_edition_line(brief->lines[i].text,
			    brief->lines[i].terms),
		};
	}
	entry->lines = lines;
}
