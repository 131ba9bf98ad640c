#include "tests/tools/pipeline/walk_lines.h"

#include <check.h>

enum {
	SOURCES = 7,
	PAGES = 6, /* of each source */
	TOPICS = 9, /* that are in use at a time */
	SENTENCES = 9, /* the same */
	IDS = 40, /* that are used again */
};

/* splitmix64: the walk's next number below n. */
unsigned
walk_draw(struct walk_lines *w, unsigned n)
{
	uint64_t x = w->random += UINT64_C(0x9e3779b97f4a7c15);

	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return (unsigned)((x ^ x >> 31) % n);
}

/* Whether what happens once in n times happens now. */
bool
walk_once_in(struct walk_lines *w, unsigned n)
{
	return walk_draw(w, n) == 0;
}

static const char *const words[] = { "the", "of", "storm", "Harwick", "bridge",
	"closes", "mayor", "resigns", "12", "40", "vote", "budget", "ferry",
	"sinks", "Lena", "Ost", "police", "find", "gold", "after", "in", "US",
	"files", "bankruptcy" };

/* n words of a topic or a sentence, which its number decides; now and then
 * one of them is another. */
static void
put_words(struct walk_lines *w, unsigned number, unsigned n, unsigned other)
{
	for (unsigned i = 0; i < n; i++) {
		unsigned k = (number * 7 + i * (number / 24 % 11 + 1)) %
		    (sizeof words / sizeof *words);

		if (other && walk_once_in(w, other))
			k = walk_draw(w, sizeof words / sizeof *words);
		tcn_buf_printf(&w->line, "%s%s", i ? " " : "", words[k]);
	}
}

/* Of a topic; or, now and then for a while, of one that comes again and again,
 * each time with other news about the same names. */
static void
put_title(struct walk_lines *w)
{
	unsigned other = walk_once_in(w, 2) ? 5 : 0;

	tcn_buf_z(&w->line, ",\"title\":\"");
	if (w->step / 40 % 3 == 0 && !walk_once_in(w, 3)) {
		tcn_buf_z(&w->line, "Zora Quell Imre ");
		put_words(w, w->step / 120 * 5, 5, other);
	} else {
		put_words(w, w->step / 100 + walk_draw(w, TOPICS),
		    4 + walk_draw(w, 3), other);
	}
	tcn_buf_char(&w->line, '"');
}

static void
put_text(struct walk_lines *w)
{
	unsigned n = walk_draw(w, 9),
		 from = w->step / 8 + walk_draw(w, SENTENCES);

	tcn_buf_z(&w->line, ",\"text\":\"");
	for (unsigned i = 0; i < n; i++) {
		put_words(w, 100 + from + i, 8, 90);
		tcn_buf_z(&w->line, ". ");
	}
	tcn_buf_char(&w->line, '"');
}

/* In place of a text, or beside it. */
static void
put_numbers(struct walk_lines *w)
{
	if (!w->gives_numbers)
		return;
	if (walk_once_in(w, 3))
		tcn_buf_printf(&w->line, ",\"fingerprint\":\"%016llx\"",
		    0x0123456789abcdefull * (1 + walk_draw(w, 3)) ^
			1ull << walk_draw(w, 64) ^ 1ull << walk_draw(w, 64));
	else if (walk_once_in(w, 2))
		tcn_buf_printf(&w->line, ",\"vector\":[%u,%u,1,%u]",
		    walk_draw(w, 4), walk_draw(w, 4), walk_draw(w, 4));
}

static void
put_date(struct walk_lines *w)
{
	static const int back_s[] = { 1, 60, 1800, 7200, 90000 };

	w->now_s += walk_draw(w, 4) ? walk_draw(w, 60) : walk_draw(w, 900);
	if (walk_once_in(w, 100))
		w->now_s += 4000 + walk_draw(w, 9000);
	if (walk_once_in(w, 12))
		return;
	tcn_buf_printf(&w->line, ",\"ts\":%lld",
	    (long long)w->now_s -
		(walk_once_in(w, 8) ? back_s[walk_draw(w, 5)] : 0) +
		(walk_once_in(w, 40) ? back_s[walk_draw(w, 5)] : 0));
}

void
walk_put_article(struct walk_lines *w)
{
	static const char *const langs[] = { "en", "en", "en", "de", "es", "zh",
		"", "x" };
	static const char *const categories[] = { "", "", "", "a", "b" };
	unsigned source = walk_draw(w, SOURCES);

	tcn_buf_clear(&w->line);
	tcn_buf_z(&w->line, "{\"id\":\"");
	if (walk_once_in(w, 4))
		tcn_buf_printf(&w->line, "r%u", walk_draw(w, IDS));
	else
		tcn_buf_printf(&w->line, "n%u", w->ids++);
	tcn_buf_printf(&w->line, "\",\"source\":\"Paper %u\",\"lang\":\"%s\"",
	    source, langs[walk_draw(w, 8)]);
	tcn_buf_printf(&w->line, ",\"category\":\"%s\"",
	    categories[walk_draw(w, 5)]);
	if (!walk_once_in(w, 3))
		tcn_buf_printf(&w->line,
		    ",\"url\":\"https://paper%u.example/news/%u\"", source,
		    walk_draw(w, PAGES));
	put_title(w);
	if (walk_once_in(w, 2))
		put_text(w);
	put_numbers(w);
	put_date(w);
	tcn_buf_char(&w->line, '}');
}
