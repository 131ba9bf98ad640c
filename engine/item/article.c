#include "engine/item/article.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "engine/base/date.h"
#include "engine/base/url.h"
#include "engine/base/utf8.h"

enum limit_kind {
	NAME,
	URL,
	TITLE,
	TEXT
};

static const struct tcn_article_limits defaults = {
	.name_bytes = 1024,
	.url_bytes = 8192,
	.title_bytes = 16 * 1024,
	.text_bytes = 4 * 1024 * 1024,
	.features_n = 20000,
	.vector_n = 4096,
};

/* The fields that have a limit in bytes; names and urls are trimmed too. */
static const struct {
	const char *name;
	size_t at;
	enum limit_kind kind;
} fields[] = {
	{ "id", offsetof(struct tcn_article, id), NAME },
	{ "source", offsetof(struct tcn_article, source), NAME },
	{ "url", offsetof(struct tcn_article, url), URL },
	{ "title", offsetof(struct tcn_article, title), TITLE },
	{ "text", offsetof(struct tcn_article, text), TEXT },
	{ "lang", offsetof(struct tcn_article, lang), NAME },
	{ "category", offsetof(struct tcn_article, category), NAME },
	{ "story", offsetof(struct tcn_article, label), NAME },
};

static size_t
or_default(size_t limit, size_t by_default)
{
	return limit ? limit : by_default;
}

static size_t
bytes_limit(const struct tcn_article_limits *l, enum limit_kind kind)
{
	switch (kind) {
	case NAME:
		return or_default(l->name_bytes, defaults.name_bytes);
	case URL:
		return or_default(l->url_bytes, defaults.url_bytes);
	case TITLE:
		return or_default(l->title_bytes, defaults.title_bytes);
	case TEXT:
		return or_default(l->text_bytes, defaults.text_bytes);
	}
	return 0;
}

static enum tcn_rc
check_count(const char *name, size_t n, size_t max, struct tcn_err *err)
{
	if (n <= max)
		return TCN_OK;
	return tcn_err_set(err, TCN_INVALID,
	    "%s has %zu entries; at most %zu are taken: send the heaviest",
	    name, n, max);
}

/* Notes the length of the stream's first vector. */
static enum tcn_rc
check_vector(size_t n, const struct tcn_article_limits *l, struct tcn_err *err)
{
	size_t max = or_default(l->vector_n, defaults.vector_n);

	if (n > max)
		return tcn_err_set(err, TCN_INVALID,
		    "a vector of %zu numbers; at most %zu are taken: send a "
		    "shorter one, or raise input.vector_max",
		    n, max);
	if (!n || !l->vector_length || *l->vector_length == n)
		return TCN_OK;
	if (*l->vector_length)
		return tcn_err_set(err, TCN_INVALID,
		    "a vector of %zu numbers; this stream's have %zu: send "
		    "those of one model only",
		    n, *l->vector_length);
	*l->vector_length = n;
	return TCN_OK;
}

static enum tcn_rc
check_limits(struct tcn_article *article, const struct tcn_article_limits *l,
    struct tcn_err *err)
{
	size_t words_max = or_default(l->features_n, defaults.features_n);
	enum tcn_rc rc;

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		size_t max = bytes_limit(l, fields[i].kind);
		struct tcn_str *s =
		    (struct tcn_str *)((char *)article + fields[i].at);

		if (fields[i].kind == NAME || fields[i].kind == URL)
			*s = tcn_str_trim(*s);
		if (s->n > max)
			return tcn_err_set(err, TCN_INVALID,
			    "%s is %zu bytes long; at most %zu are taken: "
			    "shorten it",
			    fields[i].name, s->n, max);
	}
	rc = check_count("features", article->features_n, words_max, err);
	return rc
	    ? rc
	    : check_count("content", article->content_words_n, words_max, err);
}

bool
tcn_article_weight_is_sound(double weight)
{
	return isfinite(weight) && weight > 0;
}

static bool
has_sound_texts(const struct tcn_article *a)
{
	bool sound = true;

	for (size_t i = 0; sound && i < sizeof fields / sizeof *fields; i++)
		sound =
		    tcn_utf8_valid(*(const struct tcn_str *)((const char *)a +
			fields[i].at));
	return sound;
}

bool
tcn_article_is_sound(const struct tcn_article *a)
{
	bool sound = a->ts_ms == TCN_UNDATED ||
	    (a->ts_ms >= TCN_DATE_MIN_MS && a->ts_ms < TCN_DATE_END_MS);

	sound = sound && a->given >= TCN_GIVEN_TEXT &&
	    a->given <= TCN_GIVEN_FINGERPRINT && has_sound_texts(a);
	for (size_t i = 0; sound && i < a->features_n; i++)
		sound = tcn_utf8_valid(a->features[i].term) &&
		    tcn_article_weight_is_sound(a->features[i].weight);
	for (size_t i = 0; sound && i < a->vector_n; i++)
		sound = isfinite(a->vector[i]);
	return sound;
}

/*
 * Hashes one part of a key. The key is a hash of such hashes, so that moving a
 * byte from the end of one part to the beginning of the next changes it.
 */
static void
hash_part(XXH128_canonical_t *part, const void *bytes, size_t n)
{
	XXH128_canonicalFromHash(part, XXH3_128bits(n ? bytes : "", n));
}

static void
set_key(uint64_t key[2], const XXH128_canonical_t *parts, size_t n)
{
	XXH128_hash_t hash = XXH3_128bits(parts, n * sizeof *parts);

	key[0] = hash.high64;
	key[1] = hash.low64;
}

void
tcn_article_key_of_id(const struct tcn_article *article, uint64_t key[2])
{
	XXH128_canonical_t parts[2];

	hash_part(&parts[0], article->source.at, article->source.n);
	hash_part(&parts[1], article->id.at, article->id.n);
	set_key(key, parts, 2);
}

/* A chain of hashes, so that the order of features counts. */
static void
hash_features(XXH128_canonical_t *part, const struct tcn_article *article)
{
	XXH128_canonical_t pair[3];

	hash_part(part, NULL, 0);
	for (size_t i = 0; i < article->features_n; i++) {
		const struct tcn_given_feature *f = &article->features[i];

		pair[0] = *part;
		hash_part(&pair[1], f->term.at, f->term.n);
		hash_part(&pair[2], &f->weight, sizeof f->weight);
		hash_part(part, pair, sizeof pair);
	}
}

static void
derive_id(struct tcn_article *article, struct tcn_arena *arena)
{
	char *hex = tcn_arena_alloc(arena, 33);
	XXH128_canonical_t parts[7];
	struct tcn_str url;

	tcn_url_canonical(arena, article->url, &url);
	hash_part(&parts[0], article->source.at, article->source.n);
	hash_part(&parts[1], url.at, url.n);
	hash_part(&parts[2], article->title.at, article->title.n);
	hash_part(&parts[3], article->text.at, article->text.n);
	hash_features(&parts[4], article);
	hash_part(&parts[5], article->vector,
	    article->vector_n * sizeof *article->vector);
	hash_part(&parts[6], &article->fingerprint,
	    article->given == TCN_GIVEN_FINGERPRINT ? 8 : 0);
	set_key(article->key, parts, sizeof parts / sizeof *parts);
	snprintf(hex, 33, "%016" PRIx64 "%016" PRIx64, article->key[0],
	    article->key[1]);
	article->id = (struct tcn_str){ hex, 32 };
}

/* Leaves out the backslashes that some senders put before punctuation of names
 * and headlines: "The Wire \\(blog\\)". The key is of what was sent. */
static void
drop_escapes(struct tcn_str *s, struct tcn_arena *arena)
{
	size_t n = 0;
	char *clean;

	if (!s->n || !memchr(s->at, '\\', s->n))
		return;
	clean = tcn_arena_alloc(arena, s->n);
	for (size_t i = 0, end; i < s->n; i = end + 1) {
		end = i;
		while (end < s->n && s->at[end] == '\\')
			end++;
		if (end == s->n || !strchr("()[]&!\"'", s->at[end])) {
			memcpy(clean + n, s->at + i, end - i);
			n += end - i;
		}
		if (end < s->n)
			clean[n++] = s->at[end];
	}
	*s = (struct tcn_str){ clean, n };
}

struct tcn_str
tcn_article_image(struct tcn_str address)
{
	struct tcn_str image = tcn_url_web(address);
	bool kept = image.n <= defaults.url_bytes && tcn_utf8_valid(image) &&
	    !memchr(image.at ? image.at : "", ' ', image.n);

	return kept ? image : (struct tcn_str){ 0 };
}

enum tcn_rc
tcn_article_finish(struct tcn_article *article,
    const struct tcn_article_limits *limits, struct tcn_arena *arena,
    struct tcn_err *err)
{
	enum tcn_rc rc;
	struct tcn_str url;

	assert(article->features || !article->features_n);
	assert(article->vector || !article->vector_n);
	rc = check_limits(article, limits ? limits : &defaults, err);
	if (rc)
		return rc;
	if (article->given == TCN_GIVEN_TEXT &&
	    tcn_str_trim(article->title).n == 0 &&
	    tcn_str_trim(article->text).n == 0)
		return tcn_err_set(err, TCN_INVALID,
		    "there is nothing to read: give it a title or a text "
		    "(or features, a vector or a fingerprint)");
	rc = check_vector(article->vector_n, limits ? limits : &defaults, err);
	if (rc)
		return rc;
	if (article->id.n > 0)
		tcn_article_key_of_id(article, article->key);
	else
		derive_id(article, arena);
	/* The key is made before, of all that was sent. */
	url = tcn_url_web(article->url);
	article->url_refused = article->url.n > 0 && url.n == 0;
	article->url = url;
	drop_escapes(&article->source, arena);
	drop_escapes(&article->title, arena);
	article->image = tcn_article_image(article->image);
	return TCN_OK;
}

/* Puts a hash in the place of an id. */
static void
hash_id(struct tcn_str *id, struct tcn_arena *arena)
{
	XXH128_hash_t hash = XXH3_128bits(id->at, id->n);
	char name[40];

	snprintf(name, sizeof name, "xxh3-%016" PRIx64 "%016" PRIx64,
	    hash.high64, hash.low64);
	tcn_arena_str(arena, tcn_str(name), id);
}

void
tcn_article_fit(struct tcn_article *article,
    const struct tcn_article_limits *limits, struct tcn_arena *arena, bool *cut)
{
	*cut = false;
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		enum limit_kind kind = fields[i].kind;
		size_t max = bytes_limit(limits ? limits : &defaults, kind);
		struct tcn_str *s =
		    (struct tcn_str *)((char *)article + fields[i].at);

		if (kind == NAME || kind == URL)
			*s = tcn_str_trim(*s);
		if (s->n <= max)
			continue;
		*cut = true;
		if (s == &article->id)
			hash_id(s, arena);
		else
			*s = tcn_utf8_cut(*s, kind == URL ? 0 : max);
	}
}

static void
copy_content(struct tcn_article *a, struct tcn_arena *arena)
{
	struct tcn_content_word *words =
	    tcn_arena_zalloc(arena, a->content_words_n, sizeof *words);
	uint64_t *keys = tcn_arena_zalloc(arena, a->content.n, sizeof *keys);

	for (size_t i = 0; i < a->content_words_n; i++) {
		words[i].class = a->content_words[i].class;
		tcn_arena_str(arena, a->content_words[i].surface,
		    &words[i].surface);
		tcn_arena_str(arena, a->content_words[i].lemma,
		    &words[i].lemma);
	}
	a->content_words = words;
	if (!a->content.n)
		return;
	memcpy(keys, a->content.at, a->content.n * sizeof *keys);
	a->content.at = keys;
	tcn_arena_str(arena, a->content.tagger, &a->content.tagger);
}

static void
copy_features(struct tcn_article *a, struct tcn_arena *arena)
{
	struct tcn_given_feature *features =
	    tcn_arena_zalloc(arena, a->features_n, sizeof *features);

	for (size_t i = 0; i < a->features_n; i++) {
		features[i].weight = a->features[i].weight;
		tcn_arena_str(arena, a->features[i].term, &features[i].term);
	}
	a->features = features;
}

void
tcn_article_copy(const struct tcn_article *article, struct tcn_arena *arena,
    struct tcn_article *copy)
{
	float *vector;

	assert(article->features || !article->features_n);
	assert(article->vector || !article->vector_n);
	*copy = *article;
	tcn_arena_str(arena, copy->id, &copy->id);
	tcn_arena_str(arena, copy->source, &copy->source);
	tcn_arena_str(arena, copy->url, &copy->url);
	tcn_arena_str(arena, copy->image, &copy->image);
	tcn_arena_str(arena, copy->title, &copy->title);
	tcn_arena_str(arena, copy->text, &copy->text);
	tcn_arena_str(arena, copy->lang, &copy->lang);
	tcn_arena_str(arena, copy->found_lang, &copy->found_lang);
	tcn_arena_str(arena, copy->category, &copy->category);
	tcn_arena_str(arena, copy->predicted, &copy->predicted);
	tcn_arena_str(arena, copy->label, &copy->label);
	if (copy->features_n)
		copy_features(copy, arena);
	if (copy->content_words_n || copy->content.n)
		copy_content(copy, arena);
	if (!copy->vector_n)
		return;
	vector = tcn_arena_zalloc(arena, copy->vector_n, sizeof *vector);
	memcpy(vector, article->vector, copy->vector_n * sizeof *vector);
	copy->vector = vector;
}
