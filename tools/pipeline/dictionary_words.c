#include "tools/pipeline/dictionary_words.h"

#include "engine/base/mem.h"
#include "tools/base/file.h"
#include "tools/base/say.h"
#include "tools/base/unpack.h"
#include "tools/conf/dictionaries.h"
#include "tools/pipeline/dictd.h"

#define INDEX_MAX ((size_t)64 << 20)
#define BYTES_MAX ((size_t)160 << 20) /* of a text, unpacked */

struct reading {
	struct tcn_lexicon *lexicon;
	const struct tcn_dictionaries_file *dictionary;
};

static void
add_pair(void *ctx, struct tcn_str word, struct tcn_str translation)
{
	const struct reading *reading = ctx;
	bool from_english = reading->dictionary->from_english;

	tcn_lexicon_add(reading->lexicon, reading->dictionary->lang,
	    from_english ? translation : word,
	    from_english ? word : translation);
}

/* Reads the text, packed or plain. */
static enum tcn_rc
read_text(const char *dir, const struct tcn_dictionaries_file *dictionary,
    struct tcn_buf *text, struct tcn_err *err)
{
	char path[TCN_DICTIONARIES_PATH_BYTES];
	bool packed = dictionary->packed;
	struct tcn_buf bytes = { 0 };
	enum tcn_rc rc;

	tcn_dictionaries_path(dir, dictionary->name,
	    packed ? ".dict.dz" : ".dict", path);
	rc = tcn_file_read(path, BYTES_MAX, packed ? &bytes : text, err);
	if (!rc && packed)
		rc = bytes.n > BYTES_MAX
		    ? TCN_LIMIT
		    : tcn_unpack(tcn_buf_view(&bytes), BYTES_MAX, text);
	tcn_buf_fini(&bytes);
	if (rc == TCN_LIMIT || (!rc && text->n > BYTES_MAX))
		return tcn_err_set(err, TCN_INVALID,
		    "%s: unpacks to more than %zu MiB", path, BYTES_MAX >> 20);
	return rc == TCN_INVALID
	    ? tcn_err_set(err, rc,
		  "%s: damaged or cut short; install the package again", path)
	    : rc;
}

static enum tcn_rc
read_one(const char *dir, const struct tcn_dictionaries_file *dictionary,
    struct tcn_lexicon *lexicon, struct tcn_err *err)
{
	struct reading reading = { lexicon, dictionary };
	char path[TCN_DICTIONARIES_PATH_BYTES];
	struct tcn_buf index = { 0 }, text = { 0 };
	enum tcn_rc rc = read_text(dir, dictionary, &text, err);

	tcn_dictionaries_path(dir, dictionary->name, ".index", path);
	if (!rc)
		rc = tcn_file_read(path, INDEX_MAX, &index, err);
	if (!rc && index.n > INDEX_MAX)
		rc = tcn_err_set(err, TCN_INVALID, "%s: larger than %zu MiB",
		    path, INDEX_MAX >> 20);
	if (!rc)
		rc = tcn_dictd_read(path, tcn_buf_view(&index),
		    tcn_buf_view(&text), add_pair, &reading, err);
	tcn_buf_fini(&index);
	tcn_buf_fini(&text);
	return rc;
}

static void
say_loaded(const char *dir, struct tcn_str names,
    const struct tcn_lexicon *made)
{
	tcn_say("%zu words of dictionaries help to link stories of different "
		"languages (%.*s in %s)",
	    tcn_lexicon_words(made), TCN_STR_ARG(names), dir);
	if (tcn_lexicon_left_out(made))
		tcn_say("warning: %zu words beyond the first %d were left out",
		    tcn_lexicon_left_out(made), TCN_LEXICON_WORDS_MAX);
}

/* Those that can be read; what they are called goes to names. */
static void
read_all(const char *dir, const struct tcn_dictionaries_file *list, size_t n,
    struct tcn_lexicon *lexicon, struct tcn_buf *names)
{
	for (size_t i = 0; i < n; i++) {
		struct tcn_err err = { 0 };

		if (read_one(dir, &list[i], lexicon, &err))
			tcn_say("warning: %s; stories are linked without it",
			    err.text);
		else
			tcn_buf_printf(names, "%s%s", names->n ? ", " : "",
			    list[i].name);
	}
}

enum tcn_rc
tcn_dictionary_words_load(const char *dir, struct tcn_lexicon **out,
    struct tcn_err *err)
{
	struct tcn_dictionaries_file list[TCN_DICTIONARIES_MAX];
	struct tcn_lexicon *lexicon;
	struct tcn_buf names = { 0 };
	size_t n;
	enum tcn_rc rc = tcn_dictionaries_list(dir, list, &n, err);

	*out = NULL;
	if (rc || !n)
		return rc;
	lexicon = tcn_lexicon_new();
	read_all(dir, list, n, lexicon, &names);
	if (names.n) {
		tcn_lexicon_close(lexicon);
		say_loaded(dir, tcn_buf_view(&names), lexicon);
		*out = lexicon;
	} else {
		tcn_lexicon_free(lexicon);
	}
	tcn_buf_fini(&names);
	tcn_mem_trim();
	return TCN_OK;
}
