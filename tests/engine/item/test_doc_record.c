#include "tests/base/in_arena.h"

#include <stdio.h>

#include "engine/base/splitmix.h"
#include "engine/base/wire.h"
#include "engine/item/doc_record.h"
#include "engine/item/json_article.h"
#include "tests/base/sound.h"

#define MARK UINT64_C(0x1122334455667788)

static struct tcn_prepare *prep;
static struct tcn_doc_record *record;
static struct tcn_arena again;

static void
begin(void)
{
	const struct tcn_prepare_conf conf = {
		.sketch = TCN_SKETCH_CONF_DEFAULT,
		.content = true,
	};

	setup();
	prep = tcn_prepare_new(&conf);
	tcn_arena_init(&again, 0);
	record = tcn_doc_record_new(0);
}

static void
end(void)
{
	tcn_doc_record_free(record);
	tcn_prepare_free(prep);
	tcn_arena_fini(&again);
	teardown();
}

/* --- equal in every member --- */

static void
same_str(struct tcn_str a, struct tcn_str b)
{
	ck_assert_msg(tcn_str_equal(a, b), "'%.*s' is not '%.*s'",
	    TCN_STR_ARG(a), TCN_STR_ARG(b));
}

static void
same_bytes(const void *a, const void *b, size_t n)
{
	ck_assert(!n || memcmp(a, b, n) == 0);
}

static void
same_article(const struct tcn_article *a, const struct tcn_article *b)
{
	same_str(a->id, b->id);
	same_str(a->source, b->source);
	same_str(a->url, b->url);
	same_str(a->image, b->image);
	same_str(a->lang, b->lang);
	same_str(a->category, b->category);
	same_str(a->label, b->label);
	ck_assert_int_eq(a->url_refused, b->url_refused);
	ck_assert_int_eq(a->ts_ms, b->ts_ms);
	ck_assert_int_eq(a->ts_confirmed, b->ts_confirmed);
	ck_assert_int_eq(a->given, b->given);
	ck_assert_uint_eq(a->fingerprint, b->fingerprint);
	same_bytes(a->key, b->key, sizeof a->key);
	ck_assert_uint_eq(a->vector_n, b->vector_n);
	same_bytes(a->vector, b->vector, a->vector_n * sizeof *a->vector);
	ck_assert_uint_eq(a->features_n, b->features_n);
	for (size_t i = 0; i < a->features_n; i++) {
		same_str(a->features[i].term, b->features[i].term);
		ck_assert(a->features[i].weight == b->features[i].weight);
	}
	ck_assert_uint_eq(a->content_words_n, b->content_words_n);
	for (size_t i = 0; i < a->content_words_n; i++) {
		same_str(a->content_words[i].surface,
		    b->content_words[i].surface);
		same_str(a->content_words[i].lemma, b->content_words[i].lemma);
		ck_assert_int_eq(a->content_words[i].class,
		    b->content_words[i].class);
	}
}

static void
same_terms(const struct tcn_doc *a, const struct tcn_doc *b)
{
	size_t n = a->terms_n;

	ck_assert_uint_eq(a->terms_n, b->terms_n);
	ck_assert_uint_eq(a->slug_terms_n, b->slug_terms_n);
	for (size_t i = 0; i < a->slug_terms_n; i++) {
		ck_assert_uint_eq(a->slug_terms[i], b->slug_terms[i]);
		n = a->slug_terms[i] >= n ? a->slug_terms[i] + 1 : n;
	}
	for (size_t i = 0; i < n; i++) {
		ck_assert_uint_eq(a->terms[i].id, b->terms[i].id);
		same_str(a->terms[i].word, b->terms[i].word);
		ck_assert_uint_eq(a->terms[i].first, b->terms[i].first);
		ck_assert_uint_eq(a->terms[i].tf, b->terms[i].tf);
		ck_assert_uint_eq(a->terms[i].flags, b->terms[i].flags);
		ck_assert(a->terms[i].given_weight == b->terms[i].given_weight);
	}
	ck_assert_uint_eq(a->words_n, b->words_n);
	same_bytes(a->words, b->words, a->words_n * sizeof *a->words);
	ck_assert_uint_eq(a->numbers_n, b->numbers_n);
	ck_assert_uint_eq(a->title_numbers_n, b->title_numbers_n);
	same_bytes(a->numbers, b->numbers, a->numbers_n * sizeof *a->numbers);
}

static void
same_doc(const struct tcn_doc *a, const struct tcn_doc *b)
{
	same_article(a->article, b->article);
	same_str(a->title, b->title);
	same_str(a->text, b->text);
	ck_assert_str_eq(a->lang, b->lang);
	ck_assert_int_eq(a->ts_ms, b->ts_ms);
	ck_assert_uint_eq(a->publisher, b->publisher);
	ck_assert_uint_eq(a->page, b->page);
	ck_assert_uint_eq(a->text_key, b->text_key);
	ck_assert_uint_eq(a->text_key_no_suffix, b->text_key_no_suffix);
	ck_assert_uint_eq(a->source_hash, b->source_hash);
	ck_assert_uint_eq(a->suffix_hash, b->suffix_hash);
	ck_assert_uint_eq(a->title_n, b->title_n);
	ck_assert_uint_eq(a->suffix_at, b->suffix_at);
	same_str(a->suffix, b->suffix);
	ck_assert_int_eq(a->suffix_is_source, b->suffix_is_source);
	ck_assert_int_eq(a->has_letters, b->has_letters);
	ck_assert_int_eq(a->style.form, b->style.form);
	ck_assert_int_eq(a->style.has_figures, b->style.has_figures);
	ck_assert_int_eq(a->style.has_label, b->style.has_label);
	ck_assert_uint_eq(a->style.capital, b->style.capital);
	ck_assert_uint_eq(a->style.small, b->style.small);
	same_terms(a, b);
	ck_assert_uint_eq(a->sketch.n, b->sketch.n);
	ck_assert_uint_eq(a->sketch.full, b->sketch.full);
	same_bytes(a->sketch.at, b->sketch.at, a->sketch.n * sizeof(uint32_t));
	ck_assert_uint_eq(a->shingles.n, b->shingles.n);
	ck_assert_uint_eq(a->shingles.full, b->shingles.full);
	same_bytes(a->shingles.at, b->shingles.at,
	    a->shingles.n * sizeof(uint32_t));
	ck_assert_int_eq(a->content.source, b->content.source);
	ck_assert_uint_eq(a->content.n, b->content.n);
	ck_assert_uint_eq(a->content.full, b->content.full);
	same_bytes(a->content.at, b->content.at, a->content.n * 8);
	same_str(a->content.tagger, b->content.tagger);
}

/* --- from an article to a record and back --- */

static enum tcn_rc
read_back(struct tcn_str bytes, uint64_t mark, struct tcn_article *article,
    struct tcn_doc *doc, enum tcn_doc_record_part *part)
{
	struct tcn_err err = { .text = "" };
	enum tcn_rc rc;

	tcn_arena_reset(&again);
	rc = tcn_doc_record_read(record, bytes, mark, &again, article, doc,
	    part, &err);
	ck_assert(rc == TCN_OK || (rc == TCN_INVALID && err.text[0]));
	return rc;
}

static void
prepare_line(const char *line, struct tcn_article *article, struct tcn_doc *doc)
{
	struct tcn_err err = { .text = "" };

	ck_assert_msg(tcn_json_article(tcn_str(line), NULL, &arena, article,
			  &err) == TCN_OK,
	    "%s: %s", line, err.text);
	tcn_prepare(prep, article, &arena, doc);
}

static void
write_line(const char *line, struct tcn_doc *doc, struct tcn_buf *out)
{
	static struct tcn_article article;

	prepare_line(line, &article, doc);
	ck_assert_int_eq(tcn_doc_record_write(record, doc, MARK, out), TCN_OK);
	ck_assert(tcn_doc_record_is(tcn_buf_view(out)));
}

static void
there_and_back(const char *line)
{
	struct tcn_buf out = { 0 };
	struct tcn_doc doc, got;
	struct tcn_article article;
	enum tcn_doc_record_part part;

	write_line(line, &doc, &out);
	ck_assert_int_eq(read_back(tcn_buf_view(&out), MARK, &article, &got,
			     &part),
	    TCN_OK);
	ck_assert_int_eq(part, TCN_DOC_RECORD_DOC);
	ck_sound(tcn_doc_check, &got);
	same_doc(&doc, &got);
	ck_assert_int_eq(tcn_doc_record_date(tcn_buf_view(&out)), doc.ts_ms);
	tcn_buf_fini(&out);
}

static void
short_there_and_back(const char *line)
{
	struct tcn_buf out = { 0 }, whole = { 0 };
	struct tcn_doc doc, got;
	struct tcn_article article, from;
	enum tcn_doc_record_part part;

	prepare_line(line, &from, &doc);
	ck_assert_int_eq(tcn_doc_record_write_short(record, &doc, MARK, &out),
	    TCN_OK);
	ck_assert_int_eq(read_back(tcn_buf_view(&out), MARK + 1, &article, &got,
			     &part),
	    TCN_OK);
	ck_assert_int_eq(part, TCN_DOC_RECORD_SHORT);
	ck_assert(article.plain);
	ck_assert(tcn_str_equal(article.found_lang, tcn_str(doc.lang)));
	same_article(&from, &article);
	tcn_prepare(prep, &article, &again, &got);
	same_doc(&doc, &got);
	ck_assert_int_eq(tcn_doc_record_write(record, &doc, MARK, &whole),
	    TCN_OK);
	ck_assert_uint_lt(out.n, whole.n);
	tcn_buf_fini(&out);
	tcn_buf_fini(&whole);
}

static const char *const lines[] = {
	"{\"title\":\"Oil prices fall as OPEC meets in Vienna - Reuters\","
	"\"source\":\"Reuters\",\"url\":\"https://www.reuters.com/markets/"
	"oil-prices-fall-as-ministers-meet-in-austria?x=1\","
	"\"ts\":\"2024-05-01T10:00:00Z\"}",
	"{\"id\":\"a-17\",\"title\":\"#ParisAttacks: what we know\",\"text\":"
	"\"<p>The cities&#8217; police said 12 people died on Tuesday.</p>"
	"<p>Studies of the dying city's armies were easily carried on.</p>"
	"<p>The mayor, who spoke at noon, denied that any warning came.</p>"
	"<p>Hospitals in four districts asked for donors of blood.</p>\"}",
	"{\"title\":\"Überschwemmungen in Köln: Größte Straßen gesperrt\","
	"\"lang\":\"de\",\"text\":\"Die Straßen der Städte bleiben gesperrt. "
	"Kölner Bürger müssen ihre Häuser verlassen, sagte er am Dienstag.\"}",
	"{\"title\":\"東京で地震、津波の心配なし\",\"lang\":\"ja\","
	"\"category\":\"science\",\"story\":\"quake\"}",
	"{\"title\":\"Землетрясение в Токио\",\"text\":\"Погибших нет.\"}",
	"{\"id\":\"f\",\"source\":\"s\",\"features\":{\"oil price\":2.5,"
	"\"opec\":1,\"Überfall\":0.25}}",
	"{\"id\":\"v\",\"title\":\"x\",\"vector\":[0.5,-1.25,3]}",
	"{\"id\":\"p\",\"fingerprint\":\"00ff00ff12345678\"}",
	"{\"title\":\"1 2 3 4\",\"url\":\"javascript:alert(1)\"}",
	"{\"title\":\"1 2 3 4\",\"image\":\"https://a.example/p.jpg\"}",
	"{\"id\":\"i\",\"title\":\"5\",\"image\":\"data:image/png,x\"}",
	"{\"id\":\"w\",\"title\":\"Minister quits\",\"content_words\":"
	"{\"verb\":[\"quit\"],\"noun\":[\"minister\"]}}",
};

START_TEST(a_doc_comes_back_as_it_was)
{
	there_and_back(lines[_i]);
}
END_TEST

/* Words of which any follow any, with endings that stemmers know. */
START_TEST(random_texts_come_back)
{
	static const char *const words[] = { "city", "cities", "Running", "the",
		"of", "12", "UK's", "daily", "flies", "economy", "dog.", "ÉTÉ",
		"naïve", "Obama", "#OneTwoThree", "- Reuters", "May 5",
		"hopping", "generalization", "x", "?!", "東京", "co-op", "a" };
	uint64_t drawn = 0;

	for (unsigned round = 0; round < 300; round++) {
		char line[4096];
		size_t n = (size_t)snprintf(line, sizeof line,
		    "{\"id\":\"r%u\",\"title\":\"", round);

		for (unsigned i = 0; i < 120; i++) {
			uint64_t pick = tcn_splitmix(7, drawn++);

			if (i == 8)
				n += (size_t)snprintf(line + n, sizeof line - n,
				    "\",\"text\":\"");
			n += (size_t)snprintf(line + n, sizeof line - n, "%s%s",
			    words[pick % (sizeof words / sizeof *words)],
			    pick >> 60 ? " " : ". ");
			if (pick >> 40 & 1 && i > 8 && i % 7 == 0)
				break;
		}
		snprintf(line + n, sizeof line - n, "\"}");
		there_and_back(line);
		short_there_and_back(line);
		tcn_arena_reset(&arena);
	}
}
END_TEST

/* Of what a short record holds the same doc is made, whatever its mark. */
START_TEST(a_short_record_gives_the_same_doc)
{
	short_there_and_back(lines[_i]);
}
END_TEST

static bool
may_be_short(const char *line)
{
	struct tcn_article article;
	struct tcn_doc doc;

	prepare_line(line, &article, &doc);
	return tcn_doc_record_may_be_short(&doc);
}

/* What takes a dictionary to cut, or is no text, is sent whole. */
START_TEST(only_cheap_words_are_left_out)
{
	struct tcn_article article;
	struct tcn_doc doc;

	ck_assert(may_be_short("{\"title\":\"Oil falls\"}"));
	ck_assert(may_be_short("{\"title\":\"Погибших нет\"}"));
	ck_assert(!may_be_short("{\"title\":\"Tokyo 東京で地震\"}"));
	ck_assert(!may_be_short("{\"id\":\"f\",\"features\":{\"oil\":2}}"));
	ck_assert(!may_be_short("{\"id\":\"v\",\"title\":\"x\","
				"\"vector\":[0.5,-1.25,3]}"));
	prepare_line("{\"title\":\"Oil falls\"}", &article, &doc);
	doc.content.source = TCN_CONTENT_TAGGER;
	ck_assert(!tcn_doc_record_may_be_short(&doc));
}
END_TEST

/* As it came, plain text with a language that must be found, and with all the
 * fields that a wire sends: the record is the shorter one. */
START_TEST(a_short_record_is_smaller_than_the_json)
{
	static const char line[] =
	    "{\"id\":\"w-2024-17\",\"ts\":\"2024-05-01T10:00:00Z\",\"source\":"
	    "\"The Wire\",\"url\":\"https://wire.example/2024/quake\","
	    "\"title\":\"Quake shakes the coast\",\"text\":\"Buildings swayed "
	    "in the harbour, and the road to the north was closed. Nobody was "
	    "hurt, the mayor said on Tuesday.\"}";
	struct tcn_buf out = { 0 };
	struct tcn_article article;
	struct tcn_doc doc;

	prepare_line(line, &article, &doc);
	ck_assert_int_eq(tcn_doc_record_write_short(record, &doc, MARK, &out),
	    TCN_OK);
	ck_assert_uint_lt(out.n, sizeof line - 1);
	tcn_buf_fini(&out);
}
END_TEST

/* What others prepared with other settings is read, and prepared again. */
START_TEST(another_mark_gives_the_article_alone)
{
	struct tcn_buf out = { 0 };
	struct tcn_doc doc, got;
	struct tcn_article article;
	enum tcn_doc_record_part part;

	write_line(lines[1], &doc, &out);
	ck_assert_int_eq(read_back(tcn_buf_view(&out), MARK + 1, &article, &got,
			     &part),
	    TCN_OK);
	ck_assert_int_eq(part, TCN_DOC_RECORD_ARTICLE);
	same_article(doc.article, &article);
	ck_assert(article.plain);
	same_str(article.text, doc.text);
	tcn_prepare(prep, &article, &again, &got);
	same_doc(&doc, &got);

	out.at[4]++; /* a later version */
	ck_assert_int_eq(read_back(tcn_buf_view(&out), MARK, &article, &got,
			     &part),
	    TCN_OK);
	ck_assert_int_eq(part, TCN_DOC_RECORD_ARTICLE);
	tcn_buf_fini(&out);
}
END_TEST

/* Bytes in hexadecimal digits. */
static struct tcn_str
unhex(const char *digits)
{
	size_t n = strlen(digits) / 2;
	char *bytes = tcn_arena_alloc(&arena, n);
	unsigned byte;

	for (size_t i = 0; i < n; i++) {
		ck_assert_int_eq(sscanf(digits + 2 * i, "%2x", &byte), 1);
		bytes[i] = (char)byte;
	}
	return (struct tcn_str){ bytes, n };
}

/* What is of another version is the article, whose doc is the same. */
static void
prepared_anew(struct tcn_str bytes, const char *line)
{
	struct tcn_article from, article;
	struct tcn_doc doc, got;
	enum tcn_doc_record_part part;

	prepare_line(line, &from, &doc);
	ck_assert_int_eq(read_back(bytes, MARK, &article, &got, &part), TCN_OK);
	ck_assert_int_eq(part, TCN_DOC_RECORD_ARTICLE);
	same_article(&from, &article);
	tcn_prepare(prep, &article, &again, &got);
	same_doc(&doc, &got);
}

/* What workers of version 2 have written. */
START_TEST(a_record_of_version_2_is_read)
{
	prepared_anew(
	    unhex("54434e5002887766554433221116010000094f696c2066616c6c73000265"
		  "6e00000000001d02656e9201000202020200000020220c00140200040001"
		  "00000102020019a3d8cdd906dddca3554b39229abed90000000000000000"
		  "000000000000000000000000000000004615d6684aae734408740bf77848"
		  "6d52303222fecf0c0ea1"),
	    "{\"title\":\"Oil falls\",\"lang\":\"en\"}");
}
END_TEST

/* What a later version may write: its article has a field more, named by a
 * flag, and its words are whatever they are. One of this version may not. */
START_TEST(a_record_of_a_later_version_is_read)
{
	struct tcn_buf out = { 0 }, later = { 0 };
	struct tcn_wire_in in;
	struct tcn_str part;
	struct tcn_article article;
	struct tcn_doc doc, got;
	enum tcn_doc_record_part kind;

	write_line(lines[_i], &doc, &out);
	in = tcn_wire_in(tcn_buf_view(&out));
	tcn_buf_str(&later, tcn_wire_read_bytes(&in, 13));
	part = tcn_wire_read_text(&in);
	tcn_buf_clear(&out);
	{
		struct tcn_wire_in fields = tcn_wire_in(part);

		tcn_wire_varint(&out, tcn_wire_read_varint(&fields) | 256);
		tcn_buf_str(&out,
		    tcn_wire_read_bytes(&fields, tcn_wire_left(&fields)));
		tcn_wire_text(&out, tcn_str("a byline"));
	}
	tcn_wire_text(&later, tcn_buf_view(&out));
	tcn_wire_text(&later, tcn_str("words of another form"));
	tcn_wire_read_text(&in);
	tcn_buf_str(&later, tcn_wire_read_bytes(&in, tcn_wire_left(&in)));
	ck_assert_int_eq(read_back(tcn_buf_view(&later), MARK, &article, &got,
			     &kind),
	    TCN_INVALID);
	later.at[4] = TCN_DOC_RECORD_VERSION + 1;
	prepared_anew(tcn_buf_view(&later), lines[_i]);
	tcn_buf_fini(&out);
	tcn_buf_fini(&later);
}
END_TEST

/* A record of version 4 as its bytes: what was written by one release is read
 * by the next. */
START_TEST(the_bytes_of_version_4)
{
	static const char *const want =
	    "54434e5004887766554433221116010000094f696c2066616c6c73000265"
	    "6e00000000001e02656e9211000202020200000020220c00140200040001"
	    "0000000102020019a3d8cdd906dddca3554b39229abed900000000000000"
	    "00000000000000000000000000000000004615d6684aae734408740bf778"
	    "486d52303222fecf0c0ea1";
	char got[512] = "";
	struct tcn_buf out = { 0 };
	struct tcn_doc doc;

	write_line("{\"title\":\"Oil falls\",\"lang\":\"en\"}", &doc, &out);
	for (size_t i = 0; i < out.n && i < sizeof got / 2 - 1; i++)
		snprintf(got + 2 * i, 3, "%02x", (unsigned char)out.at[i]);
	ck_assert_str_eq(got, want);
	tcn_buf_fini(&out);
}
END_TEST

/* Every record that was cut off is refused; one with a byte changed is refused
 * or gives a sound doc. */
START_TEST(damage_does_no_harm)
{
	struct tcn_buf out = { 0 };
	struct tcn_doc doc, got;
	struct tcn_article article;
	enum tcn_doc_record_part part;

	write_line(lines[_i], &doc, &out);
	for (size_t n = 0; n < out.n; n++) {
		char *copy = malloc(n + 1);

		memcpy(copy, out.at, n);
		ck_assert_int_eq(read_back((struct tcn_str){ copy, n }, MARK,
				     &article, &got, &part),
		    TCN_INVALID);
		free(copy);
	}
	for (size_t i = 0; i < out.n * 8; i++) {
		out.at[i / 8] = (char)(out.at[i / 8] ^ 1 << i % 8);
		if (!read_back(tcn_buf_view(&out), MARK, &article, &got,
			&part) &&
		    part == TCN_DOC_RECORD_DOC)
			ck_sound(tcn_doc_check, &got);
		out.at[i / 8] = (char)(out.at[i / 8] ^ 1 << i % 8);
	}
	tcn_buf_fini(&out);
}
END_TEST

START_TEST(a_bound_is_kept)
{
	struct tcn_doc_record *small;
	struct tcn_buf out = { 0 };
	struct tcn_article article;
	struct tcn_doc doc;
	enum tcn_doc_record_part part;

	small = tcn_doc_record_new(64);
	prepare_line(lines[1], &article, &doc);
	ck_assert_int_eq(tcn_doc_record_write(small, &doc, MARK, &out),
	    TCN_LIMIT);
	ck_assert_uint_eq(out.n, 0);
	ck_assert_int_eq(tcn_doc_record_write(record, &doc, MARK, &out),
	    TCN_OK);
	ck_assert_int_eq(tcn_doc_record_read(small, tcn_buf_view(&out), MARK,
			     &again, &article, &doc, &part, NULL),
	    TCN_INVALID);
	tcn_doc_record_free(small);
	tcn_buf_fini(&out);
}
END_TEST

TCN_TESTS(doc_record)
{
	tcase_add_checked_fixture(tc, begin, end);
	TCN_EACH(a_doc_comes_back_as_it_was, lines);
	TCN_EACH(a_short_record_gives_the_same_doc, lines);
	tcase_add_test(tc, only_cheap_words_are_left_out);
	tcase_add_test(tc, a_short_record_is_smaller_than_the_json);
	tcase_add_test(tc, random_texts_come_back);
	tcase_add_test(tc, another_mark_gives_the_article_alone);
	tcase_add_test(tc, a_record_of_version_2_is_read);
	TCN_EACH(a_record_of_a_later_version_is_read, lines);
	tcase_add_test(tc, the_bytes_of_version_4);
	TCN_EACH(damage_does_no_harm, lines);
	tcase_add_test(tc, a_bound_is_kept);
}
