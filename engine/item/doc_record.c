#include "engine/item/doc_record.h"

#include <assert.h>
#include <unicode/utf8.h>
#include <unicode/uversion.h>
#include <zlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/ascii.h"
#include "engine/base/mem.h"
#include "engine/item/doc_record_impl.h"
#include "engine/item/minhash.h"
#include "engine/text/tokenizer.h"

#define BYTES_MAX_DEFAULT ((size_t)64 << 20)
#define HEADER_BYTES      13 /* magic, version and mark */

struct tcn_doc_record *
tcn_doc_record_new(size_t bytes_max)
{
	struct tcn_doc_record *record = tcn_mem_calloc(1, sizeof *record);

	record->bytes_max = bytes_max ? bytes_max : BYTES_MAX_DEFAULT;
	return record;
}

void
tcn_doc_record_free(struct tcn_doc_record *record)
{
	if (!record)
		return;
	tcn_buf_fini(&record->article);
	tcn_buf_fini(&record->words);
	tcn_buf_fini(&record->hashes);
	tcn_mem_free(record->crcs);
	tcn_mem_free(record);
}

uint64_t
tcn_doc_record_mark(const struct tcn_prepare_conf *conf)
{
	const uint64_t of[] = {
		TCN_DOC_RECORD_VERSION,
		U_ICU_VERSION_MAJOR_NUM,
		U_ICU_VERSION_MINOR_NUM,
		conf->words_max,
		conf->sketch.k,
		conf->sketch.least_words,
		conf->sketch.word_bytes,
		conf->content,
		conf->number_words,
	};
	unsigned char bytes[sizeof of];

	/* As the lowest byte first, so that it is one number on any machine. */
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (unsigned char)(of[i / 8] >> 8 * (i % 8));
	return XXH3_64bits(bytes, sizeof bytes);
}

bool
tcn_doc_record_is(struct tcn_str bytes)
{
	return bytes.n >= 4 && memcmp(bytes.at, TCN_DOC_RECORD_MAGIC, 4) == 0;
}

int64_t
tcn_doc_record_date(struct tcn_str bytes)
{
	struct tcn_wire_in in = tcn_wire_in(bytes), article;
	uint64_t flags;
	int64_t date_ms;

	if (!tcn_doc_record_is(bytes) || bytes.n < HEADER_BYTES)
		return TCN_UNDATED;
	in.at += HEADER_BYTES;
	article = tcn_wire_in(tcn_wire_read_text(&in));
	flags = tcn_wire_read_varint(&article);
	if (!(flags & TCN_DOC_RECORD_DATED))
		return TCN_UNDATED;
	date_ms = tcn_wire_read_signed(&article);
	return article.bad || in.bad ? TCN_UNDATED : date_ms;
}

/* --- what follows from what --- */

/* The CRC-32 of a word, for which a call of zlib would be too much. */
static uint32_t
crc_of(const char *word, size_t n)
{
	const z_crc_t *table = get_crc_table();
	uint32_t crc = UINT32_MAX;

	for (size_t i = 0; i < n; i++)
		crc = table[(crc ^ (unsigned char)word[i]) & 255] ^ crc >> 8;
	return ~crc;
}

bool
tcn_doc_record_stem(struct tcn_str word, unsigned code, uint64_t *id,
    uint32_t *crc)
{
	static const char ends[4] = { '\0', 'i', 'e', 'y' };
	char stem[TCN_DOC_RECORD_WORD_MAX + 1];
	size_t cut = code / 4, n;

	if (word.n > TCN_DOC_RECORD_WORD_MAX || word.n < cut)
		return false;
	n = word.n - cut;
	for (size_t i = 0; i < n; i++) {
		if (word.at[i] & 0x80)
			return false;
		stem[i] = tcn_ascii_lower(word.at[i]);
	}
	if (code % 4)
		stem[n++] = ends[code % 4];
	if (!n)
		return false;
	*id = XXH3_64bits(stem, n);
	if (crc)
		*crc = crc_of(stem, n);
	return true;
}

uint32_t
tcn_doc_record_numbers(const struct tcn_doc *doc, const uint32_t *crcs,
    uint32_t *numbers, uint32_t *title_n)
{
	uint32_t n = 0;

	*title_n = 0;
	for (size_t i = 0; i < doc->words_n && n < TCN_MINHASH_WORDS_MAX; i++) {
		uint32_t term = doc->words[i];

		if (doc->terms[term].flags & TCN_TERM_STOP ||
		    (i >= doc->suffix_at && i < doc->title_n))
			continue;
		numbers[n++] = crcs[term];
		if (i < doc->suffix_at)
			*title_n = n;
	}
	return n;
}

/* --- writing --- */

bool
tcn_doc_record_may_be_short(const struct tcn_doc *doc)
{
	if (doc->article->given != TCN_GIVEN_TEXT ||
	    doc->content.source == TCN_CONTENT_TAGGER)
		return false;
	for (size_t i = 0; i < doc->terms_n; i++) {
		struct tcn_str word = doc->terms[i].word;
		UChar32 c = 0;

		if (word.n)
			U8_GET((const uint8_t *)word.at, 0, 0, (int32_t)word.n,
			    c);
		if (tcn_tokenizer_spaceless(c))
			return false;
	}
	return true;
}

static enum tcn_rc
write_record(struct tcn_doc_record *record, const struct tcn_doc *doc,
    bool is_short, uint64_t mark, struct tcn_buf *out)
{
	size_t before = out->n;

	assert(doc->article);
	tcn_buf_clear(&record->article);
	tcn_buf_clear(&record->words);
	tcn_buf_clear(&record->hashes);
	tcn_doc_record_write_article(record, doc);
	if (is_short)
		tcn_wire_text(&record->words, tcn_str(doc->lang));
	else
		tcn_doc_record_write_words(record, doc);
	tcn_buf_add(out, TCN_DOC_RECORD_MAGIC, 4);
	tcn_buf_char(out, TCN_DOC_RECORD_VERSION);
	tcn_wire_fixed8(out, mark);
	tcn_wire_text(out, tcn_buf_view(&record->article));
	tcn_wire_text(out, tcn_buf_view(&record->words));
	tcn_buf_str(out, tcn_buf_view(&record->hashes));
	if (out->n - before <= record->bytes_max)
		return TCN_OK;
	out->n = before;
	return TCN_LIMIT;
}

enum tcn_rc
tcn_doc_record_write(struct tcn_doc_record *record, const struct tcn_doc *doc,
    uint64_t mark, struct tcn_buf *out)
{
	return write_record(record, doc, false, mark, out);
}

enum tcn_rc
tcn_doc_record_write_short(struct tcn_doc_record *record,
    const struct tcn_doc *doc, uint64_t mark, struct tcn_buf *out)
{
	return write_record(record, doc, true, mark, out);
}

/* --- reading --- */

static enum tcn_rc
invalid(struct tcn_err *err, const char *why)
{
	return tcn_err_set(err, TCN_INVALID,
	    "this is no sound prepared record: %s", why);
}

static enum tcn_rc
read_doc(struct tcn_doc_record *record, struct tcn_str words,
    struct tcn_wire_in *hashes, struct tcn_arena *arena, struct tcn_doc *doc,
    struct tcn_err *err)
{
	struct tcn_wire_in in = tcn_wire_in(words);
	struct tcn_err why;

	tcn_doc_record_read_words(record, &in, hashes, arena, doc);
	if (in.bad || hashes->bad)
		return invalid(err, "its words contradict each other");
	if (tcn_wire_left(&in) || tcn_wire_left(hashes))
		return invalid(err, "more stands behind its end");
	return tcn_doc_check(doc, &why) ? invalid(err, why.text) : TCN_OK;
}

/* Whether nothing but the language stands where the words would; it is then
 * what the article was found to be in. */
static bool
is_short(char version, struct tcn_str words, const struct tcn_wire_in *hashes,
    struct tcn_article *article)
{
	struct tcn_wire_in in = tcn_wire_in(words);
	struct tcn_str lang = tcn_wire_read_text(&in);

	if (version != TCN_DOC_RECORD_VERSION || in.bad || tcn_wire_left(&in) ||
	    tcn_wire_left(hashes))
		return false;
	article->found_lang = lang;
	return true;
}

enum tcn_rc
tcn_doc_record_read(struct tcn_doc_record *record, struct tcn_str bytes,
    uint64_t mark, struct tcn_arena *arena, struct tcn_article *article,
    struct tcn_doc *doc, enum tcn_doc_record_part *part, struct tcn_err *err)
{
	struct tcn_wire_in in = tcn_wire_in(bytes), at;
	struct tcn_str words;
	uint64_t mark_of;
	char version;

	*part = TCN_DOC_RECORD_ARTICLE;
	if (!tcn_doc_record_is(bytes) || bytes.n < HEADER_BYTES)
		return invalid(err, "it does not begin as one");
	if (bytes.n > record->bytes_max)
		return invalid(err, "it is too long");
	in.at += 4;
	version = *in.at++;
	mark_of = tcn_wire_read_fixed8(&in);
	at = tcn_wire_in(tcn_wire_read_text(&in));
	words = tcn_wire_read_text(&in);
	tcn_doc_record_read_article(&at, &in, version > TCN_DOC_RECORD_VERSION,
	    arena, article);
	if (at.bad || in.bad)
		return invalid(err, "its article is not sound");
	if (is_short(version, words, &in, article))
		*part = TCN_DOC_RECORD_SHORT;
	if (*part == TCN_DOC_RECORD_SHORT || mark_of != mark ||
	    version != TCN_DOC_RECORD_VERSION)
		return TCN_OK;
	*part = TCN_DOC_RECORD_DOC;
	*doc = (struct tcn_doc){ .article = article,
		.ts_ms = article->ts_ms,
		.ts_confirmed = article->ts_confirmed,
		.title = article->title,
		.text = article->text };
	return read_doc(record, words, &in, arena, doc, err);
}
