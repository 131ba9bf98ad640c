/*
 * engine/page/page_data.c - reads JSON-LD (schema.org), in which most news
 * sites describe their article.
 */
#include <strings.h>

#include "engine/base/json_value.h"
#include "engine/page/page_impl.h"

#define DEPTH_MAX 6

struct search {
	struct tcn_arena *arena; /* of the results */
	struct tcn_page_data *data;
};

static bool
has_type(const struct tcn_json_value *object, const char *word)
{
	struct tcn_json_value type = tcn_json_member(object, "@type");

	if (type.kind == TCN_JSON_STRING)
		return memmem(type.s.at, type.s.n, word, strlen(word)) != NULL;
	if (type.kind != TCN_JSON_ARRAY)
		return false;
	for (type = tcn_json_first(&type); type.kind != TCN_JSON_ABSENT;
	     type = tcn_json_next(&type))
		if (memmem(type.s.at ? type.s.at : "", type.s.n, word,
			strlen(word)))
			return true;
	return false;
}

/* The text of a member: a string, the member `first` of an object or, where it
 * has none, `second`, or the first of such in an array. */
static struct tcn_str
text_in(const struct tcn_json_value *object, const char *name,
    const char *first, const char *second)
{
	struct tcn_json_value value = tcn_json_member(object, name);

	if (value.kind == TCN_JSON_ARRAY)
		value = tcn_json_first(&value);
	if (value.kind == TCN_JSON_OBJECT) {
		struct tcn_json_value inner = tcn_json_member(&value, first);

		if (inner.kind == TCN_JSON_ABSENT)
			inner = tcn_json_member(&value, second);
		value = inner;
	}
	return tcn_str_trim(value.s);
}

static struct tcn_str
text_of(const struct tcn_json_value *object, const char *name)
{
	return text_in(object, name, "name", "@id");
}

static void
take_article(struct search *search, const struct tcn_json_value *object)
{
	struct tcn_page_data found = {
		.body = text_of(object, "articleBody"),
		.headline = text_of(object, "headline"),
		.published = text_of(object, "datePublished"),
		.lang = text_of(object, "inLanguage"),
		.publisher = text_of(object, "publisher"),
		.section = text_of(object, "articleSection"),
		.url = text_of(object, "mainEntityOfPage"),
		.image = text_in(object, "image", "url", "contentUrl"),
		.live = has_type(object, "LiveBlog"),
	};
	struct tcn_str *const strings[] = { &found.body, &found.headline,
		&found.published, &found.lang, &found.publisher, &found.section,
		&found.url, &found.image };

	found.rank = 1 + 4 * (found.body.n > 0) + 2 * (found.headline.n > 0) +
	    (found.published.n > 0);
	if (found.rank <= search->data->rank)
		return;
	for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
		if (strings[i]->n)
			tcn_arena_str(search->arena, *strings[i], strings[i]);
	*search->data = found;
}

/* Looks for articles in an object, and where it says that they are. */
static void
look_into(struct search *search, struct tcn_json_value value, unsigned depth)
{
	static const char *const inside[] = { "@graph", "mainEntity",
		"mainEntityOfPage" };

	if (depth == DEPTH_MAX)
		return;
	if (value.kind == TCN_JSON_ARRAY) {
		for (value = tcn_json_first(&value);
		     value.kind != TCN_JSON_ABSENT;
		     value = tcn_json_next(&value))
			look_into(search, value, depth + 1);
		return;
	}
	if (value.kind != TCN_JSON_OBJECT)
		return;
	if (has_type(&value, "Article") || has_type(&value, "Posting") ||
	    has_type(&value, "Report"))
		take_article(search, &value);
	for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
		look_into(search, tcn_json_member(&value, inside[i]),
		    depth + 1);
}

/* The script without what stands around the JSON, as an object. */
static void
as_object(struct tcn_str script, struct tcn_arena *arena,
    struct tcn_str *object)
{
	struct tcn_buf buf = { 0 };
	const char *inner = memmem(script.at, script.n, "<![CDATA[", 9);

	if (inner) {
		const char *end = script.at + script.n;

		script.at = inner + 9;
		inner = memmem(script.at, (size_t)(end - script.at), "]]>", 3);
		script.n = (size_t)((inner ? inner : end) - script.at);
	}
	while (script.n && *script.at != '{' && *script.at != '[') {
		script.at++;
		script.n--;
	}
	while (script.n && script.at[script.n - 1] != '}' &&
	    script.at[script.n - 1] != ']')
		script.n--;
	*object = script;
	if (!script.n || *script.at == '{')
		return;
	tcn_buf_z(&buf, "{\"@graph\":");
	tcn_buf_str(&buf, script);
	tcn_buf_char(&buf, '}');
	tcn_arena_str(arena, tcn_buf_view(&buf), object);
	tcn_buf_fini(&buf);
}

static enum tcn_rc
read_script(struct search *search, struct tcn_str script,
    struct tcn_arena *scratch)
{
	struct tcn_json_value root;
	struct tcn_str object;
	enum tcn_rc rc;

	as_object(script, scratch, &object);
	rc = tcn_json_read(object, scratch, &root, NULL);
	if (rc == TCN_INVALID)
		return TCN_OK;
	if (!rc)
		look_into(search, root, 0);
	return rc;
}

enum tcn_rc
tcn_page_data(const struct tcn_page *page, struct tcn_page_data *data)
{
	struct search search = { .arena = page->arena, .data = data };
	struct tcn_arena scratch;
	enum tcn_rc rc = TCN_OK;

	*data = (struct tcn_page_data){ 0 };
	tcn_arena_init(&scratch, 0);
	for (size_t i = 0; !rc && i < page->data_n; i++) {
		tcn_arena_reset(&scratch);
		rc = read_script(&search, page->data[i], &scratch);
	}
	tcn_arena_fini(&scratch);
	return rc;
}
