#include "tools/web/web_impl.h"

/* The keys that the script knows, in the groups that a reader thinks in. */
static const struct {
	const char *key, *what;
} keys[] = {
	{ NULL, "Reading" },
	{ "j k", "next, previous event; it is not taken for seen" },
	{ "Enter", "open it" },
	{ "v", "open its first article in a new tab" },
	{ ".", "show what is new above; takes the event for seen" },
	{ "n", "next event that has changed" },
	{ "[ ]", "previous, next page" },
	{ "space", "stream: pause, and go on" },
	{ NULL, "Acting on an event" },
	{ "a", "acknowledge; again: take it back" },
	{ "o", "own; again: give it up" },
	{ "c", "write a note" },
	{ "s", "silence it, after asking for how long" },
	{ "x", "choose for a merge; in a list of boxes: mark" },
	{ "m", "merge what was chosen, after asking" },
	{ "u", "undo what you did in the last 10 seconds" },
	{ NULL, "Going elsewhere" },
	{ "/", "search" },
	{ "g n", "now" },
	{ "g s", "stream" },
	{ "g f", "feeds" },
	{ "g r", "rules" },
	{ "g h", "health" },
	{ "?", "this page" },
	{ "Esc", "close, then clear" },
};

/* "<kbd>g</kbd> <kbd>n</kbd>" */
static void
put_key(struct tcn_buf *out, const char *key)
{
	for (; *key; key++) {
		const char *end = key;

		while (*end && *end != ' ')
			end++;
		tcn_buf_z(out, "<kbd>");
		tcn_web_html_text(out,
		    (struct tcn_str){ key, (size_t)(end - key) });
		tcn_buf_z(out, "</kbd> ");
		key = *end ? end : end - 1;
	}
}

static void
put_keys(struct tcn_buf *out)
{
	bool open = false;

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		if (!keys[i].key) {
			tcn_buf_printf(out,
			    "%s<h2>%s</h2>\n<table class=\"keys\"><tbody>\n",
			    open ? "</tbody></table>\n" : "", keys[i].what);
			open = true;
			continue;
		}
		tcn_buf_z(out, "<tr><th scope=\"row\">");
		put_key(out, keys[i].key);
		tcn_buf_printf(out, "</th><td>%s</td></tr>\n", keys[i].what);
	}
	tcn_buf_z(out, "</tbody></table>\n");
}

void
tcn_web_get_keys(void *ctx, struct tcn_http_call *call)
{
	struct tcn_web_page page = tcn_web_page(ctx, call);
	const struct tcn_web_frame frame = {
		.title = tcn_str("Keys and settings"),
		.kind = "keys",
		.narrow = true,
	};

	tcn_web_page_begin(&page, &frame);
	/* The script fills in the settings: without it there are none. */
	tcn_buf_z(&page.out,
	    "<h1>Keys and settings</h1>\n<section id=\"settings\">"
	    "<noscript><p>Scripts are off: keys, notifications and sound need "
	    "them. Everything else works without.</p></noscript></section>\n");
	put_keys(&page.out);
	tcn_web_page_send(&page);
}
