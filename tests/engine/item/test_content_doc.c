/*
 * The content set of a doc: of its words, of what was sent, of what a tagger
 * says, of what was stored.
 */
#include "tests/engine/item/read_line.h"

#include "engine/item/prepare.h"

static struct tcn_prepare *
new_preparer(void)
{
	const struct tcn_prepare_conf conf = { .textcat_dir = "",
		.content = true };
	struct tcn_prepare *prep;

	prep = tcn_prepare_new(&conf);
	return prep;
}

static struct tcn_doc
prepare(struct tcn_prepare *prep, const struct tcn_article *article)
{
	struct tcn_doc doc;

	tcn_prepare(prep, article, &arena, &doc);
	return doc;
}

/* The class of the word in the doc's set, or -1. */
static int
class_of(const struct tcn_doc *doc, const char *word)
{
	for (size_t i = 0; i < doc->terms_n; i++) {
		if (!tcn_str_equal(doc->terms[i].word, tcn_str(word)))
			continue;
		for (uint32_t k = 0; k < doc->content.n; k++)
			if (tcn_content_is_same(doc->content.at[k],
				doc->terms[i].id))
				return (int)
				    tcn_content_class(doc->content.at[k]);
	}
	return -1;
}

START_TEST(of_its_words)
{
	struct tcn_prepare *prep = new_preparer();
	const struct tcn_article article = {
		.title = TCN_STR("Strong quake shakes the coast of Quilenge "
				 "- The Wire"),
		.text = TCN_STR("At least 12 were hurt on 3 May. It finally "
				"ended."),
		.lang = TCN_STR("en"),
	};
	struct tcn_doc doc = prepare(prep, &article);

	ck_assert_int_eq(doc.content.source, TCN_CONTENT_WORDS);
	ck_assert_int_eq(class_of(&doc, "quake"), TCN_CONTENT_WORD);
	ck_assert_int_eq(class_of(&doc, "Quilenge"), TCN_CONTENT_NAME);
	ck_assert_int_eq(class_of(&doc, "12"), TCN_CONTENT_NUMBER);
	ck_assert_int_eq(class_of(&doc, "3"), TCN_CONTENT_WORD);
	ck_assert_int_eq(class_of(&doc, "the"), -1);
	ck_assert_int_eq(class_of(&doc, "finally"), -1);
	ck_assert_int_eq(class_of(&doc, "Wire"), -1);
	tcn_prepare_free(prep);
}
END_TEST

static const char sent[] =
    "{\"title\": \"Las casas de la costa\", \"lang\": \"es\", \"content\": "
    "{\"propn\": [\"Buenos Aires\"], \"noun\": [\"casa\", \"de\"], \"num\": "
    "[\"tres\"], \"verb\": null}}";

START_TEST(of_what_was_sent)
{
	struct tcn_prepare *prep = new_preparer();
	struct tcn_article article = read_line(sent), copy;
	struct tcn_doc doc;

	ck_assert_uint_eq(article.content_words_n, 4);
	tcn_article_copy(&article, &arena, &copy);
	doc = prepare(prep, &copy);
	ck_assert_int_eq(doc.content.source, TCN_CONTENT_SENT);
	ck_assert_uint_eq(doc.content.n, 4); /* buenos, aires, casa, tres */
	ck_assert_int_eq(class_of(&doc, "casas"), TCN_CONTENT_NOUN);
	ck_assert_int_eq(class_of(&doc, "costa"), -1);
	tcn_prepare_free(prep);
}
END_TEST

START_TEST(of_what_a_tagger_says_and_stored)
{
	static const struct tcn_content_word words[] = {
		{ TCN_STR("casas"), TCN_STR("casa"), TCN_CONTENT_NOUN },
	};
	struct tcn_prepare *prep = new_preparer();
	struct tcn_article copy,
	    article = { .lang = TCN_STR("es"),
		    .title = TCN_STR("Las casas de la costa") };
	struct tcn_doc doc = prepare(prep, &article), again;

	ck_assert_uint_eq(doc.content.n, 2);
	tcn_prepare_tagged(prep, words, 1, tcn_str("fake 1.0"), &arena, &doc);
	ck_assert_int_eq(doc.content.source, TCN_CONTENT_TAGGER);
	ck_assert_uint_eq(doc.content.n, 1);
	check_str(doc.content.tagger, "fake 1.0");
	ck_assert_int_eq(class_of(&doc, "casas"), TCN_CONTENT_NOUN);

	article.content = doc.content;
	tcn_article_copy(&article, &arena, &copy);
	again = prepare(prep, &copy);
	ck_assert_int_eq(again.content.source, TCN_CONTENT_TAGGER);
	ck_assert_uint_eq(again.content.n, 1);
	ck_assert_uint_eq(again.content.at[0], doc.content.at[0]);
	check_str(again.content.tagger, "fake 1.0");

	copy.content = (struct tcn_content){ .source = TCN_CONTENT_WORDS };
	again = prepare(prep, &copy);
	ck_assert_int_eq(again.content.source, TCN_CONTENT_WORDS);
	ck_assert_uint_eq(again.content.n, 2);
	tcn_prepare_free(prep);
}
END_TEST

/* Other software has the text, or forms of it, in a field of this name. */
static const char *const passed_over[] = {
	"{\"title\": \"a\", \"content\": \"the text\"}",
	"{\"title\": \"a\", \"content\": [\"the text\"]}",
	"{\"title\": \"a\", \"content\": {\"rendered\": \"the text\"}}",
	"{\"title\": \"a\", \"content\": {\"noun\": []}}",
	"{\"title\": \"a\", \"content\": null}",
};

START_TEST(what_is_no_content_set_is_passed_over)
{
	ck_assert_uint_eq(read_line(passed_over[_i]).content_words_n, 0);
}
END_TEST

static const char *const refused[] = {
	"{\"title\": \"a\", \"content\": {\"noun\": \"quake\"}}",
	"{\"title\": \"a\", \"content\": {\"propn\": [\"Q\", 3]}}",
	"{\"title\": \"a\", \"content\": {\"verb\": {\"a\": \"b\"}}}",
};

START_TEST(what_is_no_list_of_words_is_refused)
{
	struct tcn_err err = { .text = "" };
	struct tcn_article a;

	ck_assert_int_eq(tcn_json_article(tcn_str(refused[_i]), NULL, &arena,
			     &a, &err),
	    TCN_INVALID);
	ck_assert_ptr_nonnull(strstr(err.text, "content: "));
}
END_TEST

TCN_TESTS(content_doc)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, of_its_words);
	tcase_add_test(tc, of_what_was_sent);
	tcase_add_test(tc, of_what_a_tagger_says_and_stored);
	TCN_EACH(what_is_no_content_set_is_passed_over, passed_over);
	TCN_EACH(what_is_no_list_of_words_is_refused, refused);
}
