#include "tools/intake/tagger/apertium.h"

#include <string.h>

#include "engine/base/ascii.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "engine/item/word_case.h"

/* Ends a text: a sentence, and what makes both programs hand out their words
 * before they see the next text. */
static const struct tcn_str end = TCN_STR(".[][\n]");

/* Bytes of what is left out at s: a control character (one of U+0080 to U+009F
 * has two bytes), a space, or a soft hyphen; 0: none. */
static size_t
left_out_n(struct tcn_str s, bool *blank)
{
	unsigned char c = (unsigned char)s.at[0];
	unsigned char next = s.n > 1 ? (unsigned char)s.at[1] : 0;

	*blank = true;
	if (tcn_ascii_is_blank(s.at[0]))
		return 1;
	if (c == 0xc2 && next >= 0x80 && next <= 0x9f)
		return 2;
	*blank = false;
	return c == 0xc2 && next == 0xad ? 2 : 0;
}

/* Appends a part of a text, in a line, with backslashes. */
static void
write_part(struct tcn_str part, struct tcn_buf *request)
{
	size_t word = 0; /* bytes since the last blank */
	bool pending = false, blank;

	while (part.n) {
		size_t n = left_out_n(part, &blank);

		if (n) {
			pending |= blank && word;
			word = blank ? 0 : word;
		} else {
			struct tcn_str character = tcn_utf8_cut(part, 4);

			for (n = 1; n < character.n &&
			     ((unsigned char)part.at[n] & 0xc0) == 0x80;)
				n++;
			word += n;
			if (pending)
				tcn_buf_char(request, ' ');
			pending = false;
			if (word <= TCN_APERTIUM_WORD_MAX) {
				if (part.at[0] &&
				    strchr("^$[]{}<>/\\@", part.at[0]) != NULL)
					tcn_buf_char(request, '\\');
				tcn_buf_add(request, part.at, n);
			}
		}
		part.at += n;
		part.n -= n;
	}
}

void
tcn_apertium_write(struct tcn_str title, struct tcn_str text,
    struct tcn_buf *request, size_t *title_n)
{
	size_t from = request->n;

	title = tcn_utf8_cut(title, TCN_APERTIUM_TEXT_MAX);
	text = tcn_utf8_cut(text, TCN_APERTIUM_TEXT_MAX - title.n);
	write_part(title, request);
	*title_n = request->n - from;
	if (*title_n && text.n)
		tcn_buf_z(request, ". ");
	write_part(text, request);
	tcn_buf_str(request, end);
	tcn_buf_char(request, '\0');
}

/* The byte at *at, without its backslash; moves behind it. */
static bool
next_byte(struct tcn_str s, size_t *at, char *c)
{
	if (*at < s.n && s.at[*at] == '\\')
		++*at;
	if (*at >= s.n)
		return false;
	*c = s.at[(*at)++];
	return true;
}

/* Moves past a byte of the answer, which has to be the request's next. */
static bool
follow(struct tcn_apertium_reader *reader)
{
	char said, asked;

	return next_byte(reader->answer, &reader->at, &said) &&
	    next_byte(reader->request, &reader->asked, &asked) && said == asked;
}

/* Bytes of s up to the next `c` that has no backslash; s.n: there is none. */
static size_t
find(struct tcn_str s, char c)
{
	size_t i = 0;

	while (i < s.n && s.at[i] != c)
		i += s.at[i] == '\\' ? 2 : 1;
	return i < s.n ? i : s.n;
}

static struct tcn_str
slice(struct tcn_str s, size_t from, size_t to)
{
	return (struct tcn_str){ s.at + from, to - from };
}

/* Reads a word; the answer stands at its '^'. */
static enum tcn_rc
read_unit(struct tcn_apertium_reader *reader, struct tcn_apertium_unit *unit)
{
	struct tcn_str answer = reader->answer;
	size_t from = reader->at++, asked = reader->asked, slash, n;

	while (reader->at < answer.n && answer.at[reader->at] != '/')
		if (!follow(reader))
			return TCN_INVALID;
	slash = reader->at;
	if (slash >= answer.n || slash == from + 1)
		return TCN_INVALID;
	n = find(slice(answer, slash + 1, answer.n), '$');
	if (n == 0 || slash + 1 + n == answer.n)
		return TCN_INVALID;
	reader->at = slash + 1 + n + 1;
	*unit = (struct tcn_apertium_unit){
		.whole = slice(answer, from, reader->at),
		.surface = slice(answer, from + 1, slash),
		.readings = slice(answer, slash + 1, slash + 1 + n),
		.stands = slice(reader->request, asked, reader->asked),
	};
	return TCN_OK;
}

enum tcn_rc
tcn_apertium_next(struct tcn_apertium_reader *reader,
    struct tcn_apertium_unit *unit)
{
	while (reader->at < reader->answer.n) {
		if (reader->answer.at[reader->at] == '^')
			return read_unit(reader, unit);
		if (!follow(reader))
			return TCN_INVALID;
	}
	return reader->asked == reader->request.n ? TCN_DONE : TCN_INVALID;
}

struct tcn_str
tcn_apertium_first(struct tcn_str readings)
{
	return slice(readings, 0, find(readings, '/'));
}

/* --- Content words --- */

/* What is known of a text while its words are classified. */
struct wording {
	struct tcn_str request, title; /* the title is a part of the request */
	bool title_form, text_form; /* As a Title: capitals say nothing */
	struct tcn_arena *arena;
	struct tcn_content_word *words;
	size_t n, cap;
};

static bool
is_in_title(const struct wording *wording, struct tcn_str stands)
{
	return stands.at < wording->title.at + wording->title.n;
}

/* Whether the word has a capital that makes a noun a name. */
static bool
is_named(const struct wording *wording, struct tcn_str stands)
{
	return tcn_word_case(stands) == TCN_WORD_CAPITAL &&
	    !(is_in_title(wording, stands) ? wording->title_form
					   : wording->text_form) &&
	    tcn_word_is_inside(wording->request, stands);
}

static bool
has_tag(struct tcn_str tags, const char *tag)
{
	return memmem(tags.at, tags.n, tag, strlen(tag)) != NULL;
}

/* The class by the tags, "<n><m><sg>"; WORD: it is no content word. */
static enum tcn_content_class
class_of_tags(struct tcn_str tags)
{
	static const struct {
		struct tcn_str tag;
		enum tcn_content_class class;
	} classes[] = {
		{ TCN_STR("<np>"), TCN_CONTENT_NAME },
		{ TCN_STR("<n>"), TCN_CONTENT_NOUN },
		{ TCN_STR("<num>"), TCN_CONTENT_NUMBER },
		{ TCN_STR("<vblex>"), TCN_CONTENT_VERB },
	};

	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
		struct tcn_str tag = classes[i].tag;

		if (tags.n < tag.n || memcmp(tags.at, tag.at, tag.n) != 0)
			continue;
		if (classes[i].class == TCN_CONTENT_VERB &&
		    has_tag(tags, "<pp>"))
			break;
		return classes[i].class;
	}
	return TCN_CONTENT_WORD;
}

/* s without backslashes: itself if it has none, else a copy. */
static struct tcn_str
plain(struct wording *wording, struct tcn_str s)
{
	size_t at = 0, n = 0;
	char *copy;

	if (!s.n || !memchr(s.at, '\\', s.n))
		return s;
	copy = tcn_arena_alloc(wording->arena, s.n);
	while (next_byte(s, &at, &copy[n]))
		n++;
	return (struct tcn_str){ copy, n };
}

static void
add(struct wording *wording, const struct tcn_apertium_unit *unit,
    struct tcn_str lemma, enum tcn_content_class class)
{
	struct tcn_content_word *words;

	lemma = plain(wording, lemma);
	if (!lemma.n)
		return;
	words = tcn_mem_grow(wording->words, &wording->cap, wording->n + 1,
	    sizeof *words);
	wording->words = words;
	words[wording->n++] = (struct tcn_content_word){
		.surface = plain(wording, unit->surface),
		.lemma = lemma,
		.class = class,
	};
}

static void
add_unknown(struct wording *wording, const struct tcn_apertium_unit *unit)
{
	enum tcn_content_class class = TCN_CONTENT_NOUN;

	for (size_t i = 0; i < unit->surface.n; i++)
		if (tcn_ascii_is_digit(unit->surface.at[i]))
			class = TCN_CONTENT_NUMBER;
	if (tcn_word_case(unit->stands) == TCN_WORD_CAPITAL)
		class = TCN_CONTENT_NAME;
	add(wording, unit, unit->surface, class);
}

/* Adds what is a content word of the parts of a reading, "a<pr>+el<det>". A
 * sense may be marked in the lemma, "cuarto_room": it is left out. */
static void
add_reading(struct wording *wording, const struct tcn_apertium_unit *unit,
    struct tcn_str reading)
{
	while (reading.n) {
		struct tcn_str part = slice(reading, 0, find(reading, '+'));
		size_t tags = find(part, '<');
		struct tcn_str lemma = slice(part, 0, tags);
		enum tcn_content_class class =
		    class_of_tags(slice(part, tags, part.n));

		lemma.n = find(lemma, '_');
		if (class == TCN_CONTENT_NOUN &&
		    is_named(wording, unit->stands))
			class = TCN_CONTENT_NAME;
		if (class != TCN_CONTENT_WORD)
			add(wording, unit, lemma, class);
		part.n += part.n < reading.n; /* the '+' */
		reading.at += part.n;
		reading.n -= part.n;
	}
}

/* Whether the answer is one, and how title and text are written. */
static enum tcn_rc
look_at_case(struct wording *wording, struct tcn_apertium_reader reader)
{
	struct tcn_word_case_counts title = { 0 }, text = { 0 };
	struct tcn_apertium_unit unit;
	enum tcn_rc rc;

	while (!(rc = tcn_apertium_next(&reader, &unit)))
		tcn_word_case_count(is_in_title(wording, unit.stands) ? &title
								      : &text,
		    unit.stands, tcn_word_case(unit.stands));
	wording->title_form = tcn_word_case_form(&title) == TCN_HEADLINE_TITLE;
	wording->text_form = tcn_word_case_form(&text) == TCN_HEADLINE_TITLE;
	return rc == TCN_DONE ? TCN_OK : rc;
}

enum tcn_rc
tcn_apertium_words(struct tcn_str answer, struct tcn_str request,
    size_t title_n, struct tcn_arena *arena, struct tcn_content_word **words,
    size_t *n)
{
	struct tcn_apertium_reader reader = { answer, request, 0, 0 };
	struct wording wording = {
		.request = request,
		.title = { request.at, title_n },
		.arena = arena,
	};
	struct tcn_apertium_unit unit;
	enum tcn_rc rc = look_at_case(&wording, reader);

	while (!rc && !tcn_apertium_next(&reader, &unit)) {
		struct tcn_str first = tcn_apertium_first(unit.readings);

		if (first.n && first.at[0] == '*')
			add_unknown(&wording, &unit);
		else
			add_reading(&wording, &unit, first);
	}
	*words = NULL;
	*n = 0;
	if (!rc && wording.n) {
		size_t bytes = wording.n * sizeof **words;

		*words = tcn_arena_alloc(arena, bytes);
		memcpy(*words, wording.words, bytes);
		*n = wording.n;
	}
	tcn_mem_free(wording.words);
	return rc;
}
