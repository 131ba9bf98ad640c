#include <cjson/cJSON.h>

#include "engine/item/json_content_impl.h"

static const struct {
	const char *name;
	enum tcn_content_class class;
} lists[] = {
	{ "propn", TCN_CONTENT_NAME },
	{ "noun", TCN_CONTENT_NOUN },
	{ "num", TCN_CONTENT_NUMBER },
	{ "verb", TCN_CONTENT_VERB },
};

#define LISTS_N (sizeof lists / sizeof *lists)

/* How many words the lists hold; what is no list of strings is refused. */
static enum tcn_rc
count_words(const cJSON *object, size_t *n, struct tcn_err *err)
{
	for (size_t i = 0; i < LISTS_N; i++) {
		const cJSON *list =
		    cJSON_GetObjectItemCaseSensitive(object, lists[i].name);
		const cJSON *word = list ? list->child : NULL;

		if (!list || cJSON_IsNull(list))
			continue;
		for (; word && cJSON_IsString(word); word = word->next)
			++*n;
		if (!cJSON_IsArray(list) || word)
			return tcn_err_set(err, TCN_INVALID,
			    "content: %s must be an array of words, each a "
			    "string",
			    lists[i].name);
	}
	return TCN_OK;
}

enum tcn_rc
tcn_json_content_read(const cJSON *item, struct tcn_arena *arena,
    struct tcn_article *article, struct tcn_err *err)
{
	struct tcn_content_word *words;
	size_t n = 0;
	enum tcn_rc rc;

	if (!cJSON_IsObject(item))
		return TCN_OK;
	rc = count_words(item, &n, err);
	if (rc || !n)
		return rc;
	words = tcn_arena_zalloc(arena, n, sizeof *words);
	article->content_words = words;
	article->content_words_n = n;
	for (size_t i = 0; i < LISTS_N; i++) {
		const cJSON *list =
		    cJSON_GetObjectItemCaseSensitive(item, lists[i].name);
		const cJSON *word = list ? list->child : NULL;

		for (; word; word = word->next)
			*words++ = (struct tcn_content_word){
				.surface = tcn_str(word->valuestring),
				.class = lists[i].class,
			};
	}
	return TCN_OK;
}
