/*
 * tests/base/check_words.h - asserts that a file of words (sections.h) has no
 * mistake: it reads, its headings are known, and no word stands twice under
 * one. A failure names the line.
 */
#ifndef TCN_TESTS_BASE_CHECK_WORDS_H
#define TCN_TESTS_BASE_CHECK_WORDS_H

#include <check.h>
#include <string.h>

#include "engine/base/map.h"
#include "engine/base/sections.h"

struct check_words {
	const char *folder; /* of the file */
	const char *headings; /* "[one][two]" */
	/* Words of the same key are the same to who reads the file. */
	uint64_t (*key)(struct tcn_str word);
};

static inline void
check_words_read(const struct check_words *check,
    const struct tcn_sections_file *file)
{
	struct tcn_sections sections = { .rest = tcn_str(file->text) };
	struct tcn_err err = { 0 };
	struct tcn_str line;
	bool is_heading;
	enum tcn_rc rc;

	while (!(rc = tcn_sections_next(&sections, &is_heading, &line, &err)))
		ck_assert_msg(!is_heading ||
			memmem(check->headings, strlen(check->headings),
			    line.at - 1, line.n + 2),
		    "%s/%s.txt:%lu: [%.*s] is read by nobody", check->folder,
		    file->name, err.line, TCN_STR_ARG(line));
	ck_assert_msg(rc == TCN_DONE, "%s/%s.txt:%lu: %s", check->folder,
	    file->name, err.line, err.text);
}

/* The words under one heading. */
static inline void
check_words_once(const struct check_words *check,
    const struct tcn_sections_file *file, const char *heading)
{
	struct tcn_sections_words words =
	    tcn_sections_words(file->text, heading);
	struct tcn_map seen = { 0 };
	struct tcn_str word;
	size_t n = 0;

	while (tcn_sections_words_next(&words, &word)) {
		tcn_map_count(&seen, check->key(word));
		ck_assert_msg(seen.n == ++n,
		    "%s/%s.txt:%lu: \"%.*s\" is there already: leave it out",
		    check->folder, file->name, words.sections.line,
		    TCN_STR_ARG(word));
	}
	tcn_map_fini(&seen);
}

#endif
