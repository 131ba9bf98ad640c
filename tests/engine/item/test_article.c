#include "tests/base/in_arena.h"

#include "engine/base/err.h"
#include "engine/item/article.h"

static const struct tcn_given_feature features[] = {
	{ TCN_STR("quake"), 2 },
	{ TCN_STR("chile"), 1 },
};
static const float vector[] = { 1, -1 };

static struct tcn_article
example(void)
{
	return (struct tcn_article){
		.source = TCN_STR("Wire"),
		.url = TCN_STR("http://a.com/x"),
		.title = TCN_STR("A title"),
		.text = TCN_STR("A text"),
		.ts_ms = 5,
	};
}

static void
finish(struct tcn_article *a)
{
	struct tcn_err err = { .text = "" };

	ck_assert_msg(tcn_article_finish(a, NULL, &arena, &err) == TCN_OK, "%s",
	    err.text);
}

static bool
same_key(const struct tcn_article *a, const struct tcn_article *b)
{
	return a->key[0] == b->key[0] && a->key[1] == b->key[1];
}

/* Changes the article in the nth way that must change its key; false: there are
 * fewer ways. */
static bool
change(struct tcn_article *a, int which)
{
	switch (which) {
	case 0:
		a->source = tcn_str("Wires");
		return true;
	case 1:
		a->url = tcn_str("http://a.com/y");
		return true;
	case 2:
		a->title = tcn_str("A titl");
		a->text = tcn_str("eA text");
		return true;
	case 3:
		a->text.n = 0;
		return true;
	case 4:
		a->features = features;
		a->features_n = 1;
		return true;
	case 5:
		a->features = features;
		a->features_n = 2;
		return true;
	case 6:
		a->vector = vector;
		a->vector_n = 2;
		return true;
	case 7:
		a->given = TCN_GIVEN_FINGERPRINT;
		return true;
	case 8:
		a->given = TCN_GIVEN_FINGERPRINT;
		a->fingerprint = 1;
		return true;
	case 9:
		a->id = tcn_str("x");
		return true;
	case 10:
		a->id = tcn_str("x");
		a->source = tcn_str("");
		return true;
	case 11: /* moves a byte from one part of the key to the next */
		a->id = tcn_str("ex");
		a->source = tcn_str("Wir");
		return true;
	}
	return false;
}

START_TEST(what_differs_has_its_own_key)
{
	struct tcn_article all[20];
	size_t n = 1;

	all[0] = example();
	finish(&all[0]);
	for (int which = 0; all[n] = example(), change(&all[n], which);
	     which++) {
		finish(&all[n]);
		for (size_t i = 0; i < n; i++)
			ck_assert_msg(!same_key(&all[i], &all[n]), "change %d",
			    which);
		n++;
	}
	ck_assert_uint_eq(n, 13);
}
END_TEST

START_TEST(what_repeats_has_the_same_key)
{
	struct tcn_article a = example(), b = example();

	b.url = tcn_str("HTTP://A.com:80/x/?utm_source=feed#top");
	b.source = tcn_str(" Wire\n");
	b.ts_ms = 6;
	b.lang = tcn_str("en");
	finish(&a);
	finish(&b);
	ck_assert(same_key(&a, &b));
	ck_assert(tcn_str_equal(a.id, b.id));
	a = example();
	a.id = tcn_str("7");
	b = a;
	b.title = tcn_str("A corrected title");
	b.url = tcn_str("http://elsewhere.com/");
	finish(&a);
	finish(&b);
	ck_assert(same_key(&a, &b));
}
END_TEST

/* What is no link is left out; the key is of what was sent. */
START_TEST(a_url_that_is_no_link_is_left_out)
{
	struct tcn_article a = example(), b = example();

	finish(&b);
	ck_assert(!b.url_refused);
	a.url = tcn_str(" JavaScript:alert(1)");
	finish(&a);
	ck_assert(a.url_refused);
	ck_assert_uint_eq(a.url.n, 0);
	ck_assert(!same_key(&a, &b));
	b = example();
	b.url = tcn_str("");
	finish(&b);
	ck_assert(!b.url_refused);
	ck_assert(!same_key(&a, &b));
}
END_TEST

static const struct {
	const char *sent, *kept;
} escaped[] = {
	{ "The Wire \\(blog\\)", "The Wire (blog)" },
	{ "Headlines \\& News", "Headlines & News" },
	{ "\\'One\\' \\\\\"two\\\\\"", "'One' \"two\"" },
	{ "C:\\ of \\old\\", "C:\\ of \\old\\" },
	{ "\\\\\\", "\\\\\\" },
	{ "a\\\\b\\!", "a\\\\b!" },
};

START_TEST(escapes_of_punctuation_are_no_text)
{
	struct tcn_article a = example(), b = example();

	a.source = a.title = tcn_str(escaped[_i].sent);
	finish(&a);
	ck_assert(tcn_str_equal(a.source, tcn_str(escaped[_i].kept)));
	ck_assert(tcn_str_equal(a.title, tcn_str(escaped[_i].kept)));
	/* What was sent once with these is known again. */
	b.source = b.title = tcn_str(escaped[_i].kept);
	finish(&b);
	ck_assert(same_key(&a, &b) ==
	    (strcmp(escaped[_i].sent, escaped[_i].kept) == 0));
}
END_TEST

static const struct {
	const char *sent, *kept;
} images[] = {
	{ " https://a.example/p.jpg\n", "https://a.example/p.jpg" },
	{ "http://a.example/p?w=1#x", "http://a.example/p?w=1#x" },
	{ "/p.jpg", "" },
	{ "//a.example/p.jpg", "" },
	{ "data:image/png;base64,iVBORw0KGgo=", "" },
	{ "file:///etc/passwd", "" },
	{ "ftp://a.example/p.jpg", "" },
	{ "https://a.example/p\r\nX: y", "" },
	{ "https://a.example/a b.jpg", "" },
	{ "https://a.example/\xff.jpg", "" },
	{ "https://", "" },
};

/* A bad address drops the picture, never the article; none changes its key. */
START_TEST(an_image_is_an_address_of_the_web)
{
	struct tcn_article a = example(), b = example();

	finish(&b);
	a.image = tcn_str(images[_i].sent);
	finish(&a);
	ck_assert(tcn_str_equal(a.image, tcn_str(images[_i].kept)));
	ck_assert(same_key(&a, &b));
}
END_TEST

START_TEST(an_image_has_a_limit)
{
	struct tcn_article a = example();
	char address[8194] = "https://a.example/";

	memset(address + 18, 'x', sizeof address - 19);
	a.image = tcn_str(address);
	finish(&a);
	ck_assert_uint_eq(a.image.n, 0);
	a.image = (struct tcn_str){ address, 8192 };
	finish(&a);
	ck_assert_uint_eq(a.image.n, 8192);
}
END_TEST

/* Stores hold keys, so that a change of these numbers would make every stored
 * article a new one. */
START_TEST(keys_are_for_good)
{
	struct tcn_article a = example();

	finish(&a);
	ck_assert_msg(tcn_str_equal(a.id,
			  tcn_str("16b70a4f99e7b54340a618b361b11cfc")),
	    "%.*s", TCN_STR_ARG(a.id));
	a = example();
	a.id = tcn_str("x1");
	finish(&a);
	ck_assert_msg(a.key[0] == UINT64_C(0xb171ac0308749029) &&
		a.key[1] == UINT64_C(0xb76b897adcefe5dc),
	    "%lx %lx", a.key[0], a.key[1]);
	ck_assert(tcn_str_equal(a.id, tcn_str("x1")));
}
END_TEST

static const struct {
	const char *name;
	size_t at;
	size_t limit;
} limits[] = {
	{ "id", offsetof(struct tcn_article, id), 10 },
	{ "source", offsetof(struct tcn_article, source), 10 },
	{ "url", offsetof(struct tcn_article, url), 20 },
	{ "title", offsetof(struct tcn_article, title), 30 },
	{ "text", offsetof(struct tcn_article, text), 40 },
	{ "lang", offsetof(struct tcn_article, lang), 10 },
	{ "category", offsetof(struct tcn_article, category), 10 },
	{ "story", offsetof(struct tcn_article, label), 10 },
};

START_TEST(limits_hold)
{
	static const struct tcn_article_limits small = {
		.name_bytes = 10,
		.url_bytes = 20,
		.title_bytes = 30,
		.text_bytes = 40,
		.features_n = 1,
		.vector_n = 1,
	};
	char bytes[50];
	struct tcn_article a = example();
	struct tcn_err err = { .text = "" };
	struct tcn_str *field = (struct tcn_str *)((char *)&a + limits[_i].at);

	memset(bytes, 'x', sizeof bytes);
	if (field == &a.url)
		memcpy(bytes, "http://", 7);
	*field = (struct tcn_str){ bytes, limits[_i].limit };
	ck_assert_int_eq(tcn_article_finish(&a, &small, &arena, &err), TCN_OK);
	if (field != &a.id)
		a.id.n = 0;
	field->n++;
	ck_assert_int_eq(tcn_article_finish(&a, &small, &arena, &err),
	    TCN_INVALID);
	ck_assert_msg(strstr(err.text, limits[_i].name), "%s", err.text);
	a = example();
	a.features = features;
	a.features_n = 2;
	ck_assert_int_eq(tcn_article_finish(&a, &small, &arena, &err),
	    TCN_INVALID);
	a = example();
	a.vector = vector;
	a.vector_n = 2;
	ck_assert_int_eq(tcn_article_finish(&a, &small, &arena, &err),
	    TCN_INVALID);
}
END_TEST

/* Of a stream the first vector that is taken says how long they are. */
START_TEST(vectors_of_a_stream_have_one_length)
{
	size_t length = 0;
	const struct tcn_article_limits of_stream = {
		.vector_n = 3,
		.vector_length = &length,
	};
	const float numbers[4] = { 1, 2, 3, 4 };
	const size_t sent[] = { 4, 0, 2, 3, 1, 2 };
	const enum tcn_rc taken[] = { TCN_INVALID, TCN_OK, TCN_OK, TCN_INVALID,
		TCN_INVALID, TCN_OK };
	struct tcn_err err = { .text = "" };

	for (size_t i = 0; i < sizeof sent / sizeof *sent; i++) {
		struct tcn_article a = example();

		a.vector = numbers;
		a.vector_n = sent[i];
		ck_assert_int_eq(tcn_article_finish(&a, &of_stream, &arena,
				     &err),
		    taken[i]);
		if (i == 0)
			ck_assert_ptr_nonnull(strstr(err.text,
			    "raise input.vector_max"));
		if (i == 3)
			ck_assert_ptr_nonnull(strstr(err.text,
			    "a vector of 3 numbers; this stream's have 2"));
	}
	ck_assert_uint_eq(length, 2);
}
END_TEST

START_TEST(something_to_read)
{
	struct tcn_article a = example();
	struct tcn_err err = { .text = "" };

	a.title = tcn_str(" \n");
	a.text.n = 0;
	ck_assert_int_eq(tcn_article_finish(&a, NULL, &arena, &err),
	    TCN_INVALID);
	ck_assert_ptr_nonnull(strstr(err.text, "nothing to read"));
	a.given = TCN_GIVEN_FINGERPRINT;
	ck_assert_int_eq(tcn_article_finish(&a, NULL, &arena, NULL), TCN_OK);
}
END_TEST

START_TEST(a_copy_stands_alone)
{
	const float numbers[2] = { 1, -0.5F };
	char word[] = "quake";
	struct tcn_given_feature feature = { { word, 5 }, 2.5 };
	struct tcn_article a = example(), b;

	a.vector = numbers;
	a.vector_n = 2;
	a.features = &feature;
	a.features_n = 1;
	tcn_article_copy(&a, &arena, &b);
	feature.weight = word[0] = 0;
	ck_assert(tcn_str_equal(a.title, b.title) && a.title.at != b.title.at);
	ck_assert(tcn_str_equal(a.source, b.source));
	ck_assert(tcn_str_equal(b.features[0].term, tcn_str("quake")));
	ck_assert(b.features[0].weight > 2);
	ck_assert_mem_eq(b.vector, numbers, sizeof numbers);
	ck_assert_ptr_ne(b.vector, numbers);
}
END_TEST

/* A stranger's fields are made to fit, each in its way, and the article is
 * kept; as often as it comes, it is the same. */
START_TEST(what_is_too_long_is_made_to_fit)
{
	const struct tcn_article_limits few = { .name_bytes = 40,
		.url_bytes = 12,
		.title_bytes = 4,
		.text_bytes = 3 };
	struct tcn_article a = example(), b;
	char id[60];
	bool cut;

	memset(id, 'i', sizeof id);
	a.id = (struct tcn_str){ id, sizeof id };
	a.url = tcn_str("http://a.com/long");
	a.title = tcn_str("abc\xc3\xa9");
	a.text = tcn_str("abc");
	b = a;
	tcn_article_fit(&a, &few, &arena, &cut);
	ck_assert(cut);
	ck_assert_uint_eq(a.id.n, 37);
	ck_assert(tcn_str_equal(a.title, tcn_str("abc")));
	ck_assert(tcn_str_equal(a.text, tcn_str("abc")));
	ck_assert_uint_eq(a.url.n, 0);
	ck_assert_int_eq(tcn_article_finish(&a, &few, &arena, NULL), TCN_OK);
	tcn_article_fit(&b, &few, &arena, &cut);
	ck_assert_int_eq(tcn_article_finish(&b, &few, &arena, NULL), TCN_OK);
	ck_assert(same_key(&a, &b));
	a = example();
	tcn_article_fit(&a, NULL, &arena, &cut);
	ck_assert(!cut);
}
END_TEST

TCN_TESTS(article)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, what_differs_has_its_own_key);
	tcase_add_test(tc, a_url_that_is_no_link_is_left_out);
	TCN_EACH(an_image_is_an_address_of_the_web, images);
	TCN_EACH(escapes_of_punctuation_are_no_text, escaped);
	tcase_add_test(tc, an_image_has_a_limit);
	tcase_add_test(tc, what_repeats_has_the_same_key);
	tcase_add_test(tc, keys_are_for_good);
	TCN_EACH(limits_hold, limits);
	tcase_add_test(tc, vectors_of_a_stream_have_one_length);
	tcase_add_test(tc, something_to_read);
	tcase_add_test(tc, a_copy_stands_alone);
	tcase_add_test(tc, what_is_too_long_is_made_to_fit);
}
