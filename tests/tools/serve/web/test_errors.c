/* What is refused is said in the reader's language. */
#include "tests/base/run.h"

#include "engine/base/err.h"
#include "rules/ruleset.h"
#include "tools/conf/rules_form.h"
#include "tools/serve/web/web_errors.h"

static struct tcn_words *words[TCN_WORDS_LANGUAGES];
static struct tcn_buf said;

static void
set_up(void)
{
	for (int l = 0; l < TCN_WORDS_LANGUAGES; l++)
		words[l] = tcn_words_in_zone((enum tcn_words_language)l, NULL);
}

static void
tear_down(void)
{
	for (int l = 0; l < TCN_WORDS_LANGUAGES; l++)
		tcn_words_free(words[l]);
	tcn_buf_fini(&said);
}

static const char *
say_in(enum tcn_words_language language, const char *text)
{
	tcn_buf_clear(&said);
	tcn_buf_z(&said, "");
	return tcn_web_errors_say(words[language], tcn_str(text), &said)
	    ? said.at
	    : NULL;
}

/* Each is found by its own text, whatever stands for its braces, and no other
 * one takes it: in English it comes back as it was. */
START_TEST(each_sentence_is_found)
{
	const char *sentence;

	for (size_t i = 0; (sentence = tcn_web_errors_at(i)); i++) {
		ck_assert_str_eq(say_in(TCN_WORDS_EN, sentence), sentence);
		for (int l = TCN_WORDS_DE; l < TCN_WORDS_LANGUAGES; l++)
			ck_assert_str_ne(say_in((enum tcn_words_language)l,
					     sentence),
			    sentence);
	}
	ck_assert_ptr_null(say_in(TCN_WORDS_DE, "a sentence of the future"));
	ck_assert_ptr_null(say_in(TCN_WORDS_DE, ""));
}
END_TEST

/* A file of rules, and all that is said of it. */
static const struct {
	const char *yaml, *says;
} files[] = {
	{ "rules:\n - {name: a, more_tha: 5}\n",
	    "eine Regel hat kein „more_tha“; ist „more_than“ gemeint?" },
	{ "rules:\n - {name: a, severity: hihg}\n",
	    "severity: kein „hihg“; ist „high“ gemeint?" },
	{ "rules:\n - {name: a, more_than: 0, within: x}\n",
	    "more_than: „0“ liegt außerhalb; möglich ist 1 bis 1000000" },
	{ "rules:\n - {name: a}\n - {name: a, more_than: 9}\n",
	    "die Regel in Zeile 2 heißt auch a; Namen unterscheiden "
	    "Ereignisse" },
	{ "rules:\n - {name: a, watch: true, where: {any: x}, least: 5}\n",
	    "eine Regel mit watch löst bei der ersten Meldung aus: least "
	    "wird nicht beachtet; entfernen Sie es oder 'watch'" },
	{ "rules: []\n",
	    "hier steht keine Regel, also würde nie etwas auslösen; "
	    "schreiben Sie eine" },
	{ "rules:\n - {name: a, where: {any: [flood, flood]}}\n",
	    "steht hier zweimal" },
};

/* What the reader of rules really says. */
START_TEST(mistakes_in_rules_are_said)
{
	const struct tcn_rule defaults = { .more_than = 15,
		.within_ms = 4 * 3600000 };
	const struct tcn_ruleset_conf conf = { .defaults = &defaults };
	struct tcn_ruleset set;
	struct tcn_err err = { 0 };
	bool found = false;

	(void)!tcn_ruleset_read(tcn_str(files[_i].yaml), "r", &conf, &set,
	    &err);
	for (size_t i = 0; i < set.diags_n && !found; i++) {
		const char *text = say_in(TCN_WORDS_DE, set.diags[i].text);

		found = text && strcmp(text, files[_i].says) == 0;
	}
	ck_assert_msg(found, "not said: %s; first: %s", files[_i].says,
	    set.diags_n ? set.diags[0].text : "none");
	tcn_ruleset_fini(&set);
}
END_TEST

START_TEST(what_a_form_refuses_is_said)
{
	struct tcn_buf out = { 0 };
	struct tcn_arena arena;
	struct tcn_err err = { 0 };

	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_rules_form_set(tcn_str("rules:\n - name: a\n"), 0,
			     tcn_str("name"), tcn_str(""), &arena, &out, &err),
	    TCN_INVALID);
	ck_assert_str_eq(say_in(TCN_WORDS_FR, err.text),
	    "« name » ne peut être modifié que dans le texte, tel qu’il y est "
	    "écrit");
	tcn_buf_fini(&out);
	tcn_arena_fini(&arena);
}
END_TEST

TCN_TESTS(errors)
{
	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_test(tc, each_sentence_is_found);
	TCN_EACH(mistakes_in_rules_are_said, files);
	tcase_add_test(tc, what_a_form_refuses_is_said);
}
