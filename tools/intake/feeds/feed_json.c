/*
 * tools/intake/feeds/feed_json.c - reads JSON Feed 1.0 and 1.1 (jsonfeed.org).
 */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/ascii.h"
#include "engine/base/err.h"
#include "engine/base/json_tree.h"
#include "tools/intake/feeds/feed_impl.h"

#define AHEAD_MAX 100 /* bytes ahead of a document */

/* The first of the named fields that is a string and not empty. */
static struct tcn_str
string(const cJSON *object, const char *const *names)
{
	for (; *names; names++) {
		const cJSON *item =
		    cJSON_GetObjectItemCaseSensitive(object, *names);

		if (cJSON_IsString(item) && item->valuestring[0])
			return tcn_str_trim(tcn_str(item->valuestring));
	}
	return (struct tcn_str){ 0 };
}

#define STRING(object, ...)                                                    \
	string((object), (const char *const[]){ __VA_ARGS__, NULL })

/* Reads the id; of one that is a number, its digits. */
static void
read_id(struct tcn_feed_draft *draft, const cJSON *item, struct tcn_str *id)
{
	const cJSON *number = cJSON_GetObjectItemCaseSensitive(item, "id");
	char digits[32];

	*id = STRING(item, "id");
	if (!cJSON_IsNumber(number))
		return;
	snprintf(digits, sizeof digits, "%.17g", number->valuedouble);
	tcn_arena_str(draft->arena, tcn_str(digits), id);
}

/* Reads the dates; they may also be numbers, of seconds or milliseconds. */
static void
read_dates(struct tcn_feed_draft *draft, struct tcn_article *entry,
    const cJSON *item)
{
	static const char *const names[] = { "date_published",
		"date_modified" };
	char figures[32];

	for (size_t i = 0; i < 2 && entry->ts_ms == TCN_UNDATED; i++) {
		const cJSON *date =
		    cJSON_GetObjectItemCaseSensitive(item, names[i]);
		struct tcn_str text = STRING(item, names[i]);

		if (cJSON_IsNumber(date)) {
			snprintf(figures, sizeof figures, "%.17g",
			    date->valuedouble);
			text = tcn_str(figures);
		}
		if (text.n)
			tcn_feed_date(draft, text, entry->lang, &entry->ts_ms);
	}
}

/* The picture: of its own, else the first that is attached. */
static struct tcn_str
read_image(const cJSON *item)
{
	const cJSON *list =
	    cJSON_GetObjectItemCaseSensitive(item, "attachments");
	struct tcn_str image = STRING(item, "image", "banner_image");

	list = cJSON_IsArray(list) ? list->child : NULL;
	for (; list && !image.n; list = list->next)
		if (tcn_feed_is_image(STRING(list, "mime_type")))
			image = STRING(list, "url");
	return image;
}

static void
read_item(struct tcn_feed_draft *draft, const cJSON *item)
{
	const cJSON *tags = cJSON_GetObjectItemCaseSensitive(item, "tags");
	struct tcn_article *entry;

	if (!cJSON_IsObject(item))
		return;
	entry = tcn_feed_add(draft);
	if (!entry)
		return;
	entry->title = STRING(item, "title");
	entry->text = STRING(item, "content_html", "content_text", "summary");
	tcn_feed_lang(draft->arena, STRING(item, "language"), &entry->lang);
	if (cJSON_IsArray(tags) && cJSON_IsString(tags->child))
		entry->category = tcn_str(tags->child->valuestring);
	read_dates(draft, entry, item);
	read_id(draft, item, &entry->id);
	tcn_feed_resolve(draft, draft->feed->url,
	    STRING(item, "url", "external_url"), &entry->url);
	tcn_feed_resolve(draft, draft->feed->url, read_image(item),
	    &entry->image);
}

/* The unit of UTF-16 that is written at z, which ends with NUL: "\\u00e9"; -1:
 * there is none. */
static int
unit_at(const char *z)
{
	int unit = 0;

	if (z[0] != '\\' || z[1] != 'u')
		return -1;
	for (size_t i = 2; i < 6; i++) {
		int digit = tcn_ascii_hex(z[i]);

		if (digit < 0)
			return -1;
		unit = unit * 16 + digit;
	}
	return unit;
}

/* Copies a document with U+FFFD for each unit that is no character, NUL or half
 * of a pair, and a space for a byte that is NUL: one of them in one text must
 * not cost the others. */
static void
tidy(struct tcn_feed_draft *draft, struct tcn_str s, struct tcn_str *sound)
{
	size_t replaced = 0;
	char *z;

	tcn_arena_str(draft->arena, s, sound);
	z = (char *)sound->at;
	for (size_t i = 0; i < s.n; i++) {
		int unit = unit_at(z + i), next;

		replaced += z[i] == '\0';
		z[i] = z[i] ? z[i] : ' ';
		next = unit >= 0xd800 && unit < 0xdc00 ? unit_at(z + i + 6) : 0;
		if (next >= 0xdc00 && next < 0xe000) {
			i += 11;
		} else if (unit == 0 || (unit >= 0xd800 && unit < 0xe000)) {
			memcpy(z + i, "\\ufffd", 6);
			replaced++;
		} else if (z[i] == '\\' && i + 1 < s.n && z[i + 1]) {
			i++;
		}
	}
	if (replaced && !draft->feed->damage.text[0])
		tcn_err_set(&draft->feed->damage, TCN_INVALID,
		    "invalid characters in %zu place%s; U+FFFD or a space "
		    "stands for them",
		    replaced, replaced == 1 ? "" : "s");
}

/* Says what is wrong, and where in s, unless something was wrong before. */
static void
note(struct tcn_err *damage, struct tcn_str s, size_t at, const char *what)
{
	unsigned long line = 1, column = 1;

	if (damage->text[0])
		return;
	for (size_t i = 0; i < at; i++) {
		column = s.at[i] == '\n' ? 1 : column + 1;
		line += s.at[i] == '\n';
	}
	tcn_err_at(damage, NULL, line, column);
	tcn_err_set(damage, TCN_INVALID, "%s", what);
}

size_t
tcn_feed_json_at(struct tcn_str s)
{
	size_t at = 0, end;

	while (at < s.n && strchr(" \t\r\n\xef\xbb\xbf", s.at[at]))
		at++;
	end = s.n - at < AHEAD_MAX ? s.n : at + AHEAD_MAX;
	for (; at < end && s.at[at] != '<'; at++)
		if (s.at[at] == '{' || s.at[at] == '"')
			return s.at[at] == '{' ? at : s.n;
	return s.n;
}

/* Parses the object that begins at s.at[from] and ends with the last bracket;
 * a script may stand around it. */
static enum tcn_rc
read_tree(struct tcn_feed_draft *draft, struct tcn_str s, size_t from,
    const cJSON **root, struct tcn_err *err)
{
	struct tcn_str object = { s.at + from, s.n - from };
	enum tcn_rc rc;

	while (object.n && object.at[object.n - 1] != '}')
		object.n--;
	rc = tcn_json_tree(object, draft->arena, root, err);
	if (rc == TCN_INVALID)
		return tcn_err_set(err, rc, "the document is no sound JSON");
	for (size_t i = from + object.n; !rc && i < s.n; i++)
		if ((unsigned char)s.at[i] > ' ') {
			note(&draft->feed->damage, s, i,
			    "text behind the document, which is not read");
			break;
		}
	return rc;
}

/* Says that there is text ahead of the object at s.at[from]. */
static void
note_ahead(struct tcn_feed_draft *draft, struct tcn_str s, size_t from)
{
	for (size_t i = 0; i < from; i++)
		if ((unsigned char)s.at[i] > ' ' &&
		    (unsigned char)s.at[i] < 0x80) {
			note(&draft->feed->damage, s, i,
			    "text ahead of the document, which is not read");
			return;
		}
}

enum tcn_rc
tcn_feed_json(struct tcn_feed_draft *draft, struct tcn_str s,
    struct tcn_err *err)
{
	struct tcn_feed *feed = draft->feed;
	size_t from = tcn_feed_json_at(s);
	const cJSON *root, *items;
	enum tcn_rc rc;

	tidy(draft, s, &s);
	rc = read_tree(draft, s, from, &root, err);
	if (rc)
		return rc;
	items = cJSON_GetObjectItemCaseSensitive(root, "items");
	if (!cJSON_IsArray(items) || !STRING(root, "version").n)
		return tcn_err_set(err, TCN_INVALID,
		    "the document is JSON, but no JSON Feed: it needs a "
		    "\"version\" and an array \"items\"");
	feed->kind = TCN_FEED_JSON;
	note_ahead(draft, s, from);
	feed->title = STRING(root, "title");
	tcn_feed_lang(draft->arena, STRING(root, "language"), &feed->lang);
	tcn_feed_resolve(draft, draft->url, STRING(root, "home_page_url"),
	    &feed->url);
	tcn_feed_resolve(draft, draft->url, STRING(root, "feed_url"),
	    &feed->self);
	for (const cJSON *item = items->child; item; item = item->next)
		read_item(draft, item);
	return TCN_OK;
}
