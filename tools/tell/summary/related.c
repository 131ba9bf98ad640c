#include "tools/tell/summary/related.h"

#include <string.h>

#include "engine/base/real.h"
#include "tools/tell/summary/names_words_impl.h"

#define NATS_MIN      8.0
#define FEW_PART      0.6
#define WORDS_MIN     2
#define WORDS_UNNAMED 3 /* of a story that has no names */

/* Notes the words of a name. */
static void
add_name(struct tcn_name_words *words, struct tcn_str name,
    struct tcn_map *keys)
{
	while (name.n) {
		struct tcn_str word = { name.at, 0 };
		uint64_t key, *slot;

		while (word.n < name.n && !strchr(" -\n", name.at[word.n]))
			word.n++;
		name.at += word.n + (word.n < name.n);
		name.n -= word.n + (word.n < name.n);
		if (!word.n)
			continue;
		tcn_name_words_key(words, word, &key);
		tcn_map_put(keys, key, &slot, NULL);
	}
}

static void
mark(struct tcn_name_words *words, const struct tcn_map *keys,
    struct tcn_related *related)
{
	uint64_t key;

	for (size_t i = 0; i < related->n; i++) {
		tcn_name_words_key(words, related->words[i].word, &key);
		related->words[i].is_named = tcn_map_find(keys, key) != NULL;
	}
}

void
tcn_related_name(struct tcn_related *related, size_t n,
    const struct tcn_name *names, size_t names_n)
{
	struct tcn_name_words words = { 0 };
	struct tcn_map keys = { 0 };

	for (size_t i = 0; i < names_n; i++)
		add_name(&words, names[i].text, &keys);
	for (size_t i = 0; i < n; i++)
		mark(&words, &keys, &related[i]);
	tcn_map_fini(&keys);
	tcn_name_words_fini(&words);
}

/* What a story must share. */
static double
least_of(const struct tcn_related_rule *rule)
{
	double two = 2 * tcn_real_log(1 + (double)rule->stories);

	return rule->stories && FEW_PART * two < NATS_MIN ? FEW_PART * two
							  : NATS_MIN;
}

/* What a story shares; 0: it is not related. */
static double
weigh(const struct tcn_related *related, const struct tcn_related_rule *rule)
{
	size_t words = rule->names_n ? WORDS_MIN : WORDS_UNNAMED;
	bool named = !rule->names_n;
	double sum = 0;

	for (size_t i = 0; i < related->n; i++) {
		named |= related->words[i].is_named;
		sum += related->words[i].idf;
	}
	return named && related->n >= words && sum >= least_of(rule) ? sum : 0;
}

void
tcn_related_choose(const struct tcn_related *related, size_t n,
    const struct tcn_related_rule *rule, size_t *chosen, size_t *chosen_n)
{
	*chosen_n = 0;
	for (size_t i = 0; i < n; i++) {
		double sum = weigh(&related[i], rule);
		size_t at = *chosen_n;

		while (at && weigh(&related[chosen[at - 1]], rule) < sum)
			at--;
		if (!(sum > 0) || at == rule->max)
			continue;
		*chosen_n += *chosen_n < rule->max;
		for (size_t k = *chosen_n - 1; k > at; k--)
			chosen[k] = chosen[k - 1];
		chosen[at] = i;
	}
}
