#include "tools/tell/report/report_template.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "engine/base/suggest.h"
#include "engine/base/utf8.h"
#include "tools/base/file.h"

#define STEM_BYTES    64
#define OWN_BYTES_MAX (1 << 20) /* of a template */

struct file {
	const char *name, *text;
};

static const struct file html[] = {
#include "tools/tell/report/html_data.h"
};

static const struct file markdown[] = {
#include "tools/tell/report/markdown_data.h"
};

/* Writes a message of a template in the report's language. */
static void
write_translation(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	struct tcn_buf message = { 0 };

	tcn_buf_str(&message, value->s);
	if (message.n)
		tcn_buf_z(out, tcn_words_text(with, message.at));
	tcn_buf_fini(&message);
}

static void
write_number(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	char text[TCN_WORDS_BYTES];

	tcn_buf_str(out, tcn_words_number(with, (uint64_t)value->n, text));
}

static void
write_long(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	char text[TCN_WORDS_BYTES];

	tcn_buf_str(out,
	    tcn_words_time(with, (int64_t)value->n, TCN_WORDS_TIME_LONG, text));
}

static void
write_short(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	char text[TCN_WORDS_BYTES];

	tcn_buf_str(out,
	    tcn_words_time(with, (int64_t)value->n, TCN_WORDS_TIME_SHORT,
		text));
}

static const struct tcn_mustache_form forms[] = {
	{ "word", write_translation },
	{ "number", write_number },
	{ "long", write_long },
	{ "short", write_short },
	{ NULL, NULL },
};

/* Of both kinds; the ending that a file of one has. */
static const struct {
	enum tcn_mustache_kind kind;
	const struct file *files;
	size_t n;
	const char *ending;
} kinds[] = {
	{ TCN_MUSTACHE_HTML, html, sizeof html / sizeof *html, ".html" },
	{ TCN_MUSTACHE_MARKDOWN, markdown, sizeof markdown / sizeof *markdown,
	    ".md" },
};
#define KINDS (sizeof kinds / sizeof *kinds)

struct tcn_report_templates {
	struct tcn_mustache sets[KINDS];
	struct tcn_arena arena; /* of texts and names that are not built in */
	bool faulty; /* a mistake was passed on (engine/base/err.h) */
};

/* Goes on after a mistake where all are wanted. */
static enum tcn_rc
pass_on(struct tcn_report_templates *t, enum tcn_rc rc, struct tcn_err *err)
{
	if (rc != TCN_INVALID || !err || !tcn_err_report(err))
		return rc;
	t->faulty = true;
	return TCN_OK;
}

/* A newsroom's own text of a template, if it has one. */
static enum tcn_rc
read_own(struct tcn_report_templates *t, const char *dir, size_t kind,
    const char *name, struct tcn_err *err)
{
	struct tcn_buf path = { 0 }, bytes = { 0 };
	struct tcn_str text;
	enum tcn_rc rc = TCN_OK;

	tcn_buf_printf(&path, "%s/%s%s", dir, name, kinds[kind].ending);
	if (access(path.at, F_OK) == 0)
		rc = tcn_file_read(path.at, OWN_BYTES_MAX, &bytes, err);
	text = tcn_buf_view(&bytes);
	tcn_err_at(err, path.at, 0, 0);
	if (!rc && bytes.n > OWN_BYTES_MAX) {
		rc = tcn_err_set(err, TCN_INVALID,
		    "has more than %d bytes: is it a template?", OWN_BYTES_MAX);
	} else if (!rc && text.at && !tcn_utf8_valid(text)) {
		rc = tcn_err_set(err, TCN_INVALID,
		    "is not UTF-8: save it in that encoding");
	} else {
		if (!rc && text.at)
			tcn_arena_str(&t->arena, text, &text);
		if (!rc && text.at)
			rc = tcn_mustache_add(&t->sets[kind], name, text, err);
	}
	tcn_buf_fini(&path);
	tcn_buf_fini(&bytes);
	return pass_on(t, rc, err);
}

/* Whether a file of the folder is named as a template, but as none of ours. */
static bool
is_stray(const char *file, char stem[static STEM_BYTES],
    struct tcn_suggest *suggest)
{
	bool named = false;

	snprintf(stem, STEM_BYTES, "%.*s", (int)strcspn(file, "."), file);
	tcn_suggest_init(suggest, stem);
	for (size_t k = 0; k < KINDS; k++) {
		size_t n = strlen(file), ending = strlen(kinds[k].ending);

		if (n <= ending ||
		    strcmp(file + n - ending, kinds[k].ending) != 0)
			continue;
		named = true;
		for (size_t i = 0; i < kinds[k].n; i++) {
			if (strncmp(file, kinds[k].files[i].name, n - ending) ==
				0 &&
			    !kinds[k].files[i].name[n - ending])
				return false;
			tcn_suggest_offer(suggest, kinds[k].files[i].name);
		}
	}
	return named;
}

static enum tcn_rc
check_strays(struct tcn_report_templates *t, const char *dir,
    struct tcn_err *err)
{
	DIR *folder = opendir(dir);
	const struct dirent *entry;
	struct tcn_suggest suggest;
	enum tcn_rc rc = TCN_OK;
	char stem[STEM_BYTES];

	tcn_err_at(err, dir, 0, 0);
	if (!folder)
		return tcn_err_set(err, TCN_IO,
		    "cannot be read: %s; report.templates names a folder of "
		    "templates, or is left out",
		    strerror(errno));
	while (!rc && (entry = readdir(folder))) {
		const char *like;

		if (!is_stray(entry->d_name, stem, &suggest))
			continue;
		like = tcn_suggest_find(&suggest);
		rc = pass_on(t,
		    tcn_err_set(err, TCN_INVALID,
			"%s is no template of reports%s%s: "
			"tocsin-templates(5) lists them",
			entry->d_name, like ? "; did you mean " : "",
			like ? like : ""),
		    err);
	}
	closedir(folder);
	return rc;
}

static enum tcn_rc
compile(struct tcn_report_templates *t, size_t kind, const char *dir,
    struct tcn_err *err)
{
	struct tcn_mustache *set = &t->sets[kind];
	enum tcn_rc rc = TCN_OK;
	struct tcn_buf path = { 0 };

	set->kind = kinds[kind].kind;
	set->forms = forms;
	for (size_t i = 0; !rc && i < kinds[kind].n; i++) {
		const struct file *file = &kinds[kind].files[i];

		rc =
		    tcn_mustache_add(set, file->name, tcn_str(file->text), err);
		if (!rc && dir)
			rc = read_own(t, dir, kind, file->name, err);
	}
	if (rc || !(rc = tcn_mustache_link(set, err)))
		return rc;
	/* The path of the template that err names. */
	if (dir && err)
		tcn_buf_printf(&path, "%s/%s%s", dir, err->file,
		    kinds[kind].ending);
	if (path.n)
		tcn_err_at(err, path.at, err->line, err->column);
	tcn_buf_fini(&path);
	return pass_on(t, rc, err);
}

enum tcn_rc
tcn_report_templates_new(const char *dir,
    struct tcn_report_templates **templates, struct tcn_err *err)
{
	struct tcn_report_templates *t = tcn_mem_calloc(1, sizeof *t);
	enum tcn_rc rc = TCN_OK;

	*templates = NULL;
	tcn_arena_init(&t->arena, 0);
	if (dir)
		rc = check_strays(t, dir, err);
	for (size_t k = 0; !rc && k < KINDS; k++)
		rc = compile(t, k, dir, err);
	if (rc || t->faulty) {
		tcn_report_templates_free(t);
		return rc ? rc : TCN_INVALID;
	}
	*templates = t;
	return TCN_OK;
}

void
tcn_report_templates_free(struct tcn_report_templates *templates)
{
	if (!templates)
		return;
	for (size_t k = 0; k < KINDS; k++)
		tcn_mustache_fini(&templates->sets[k]);
	tcn_arena_fini(&templates->arena);
	tcn_mem_free(templates);
}

enum tcn_rc
tcn_report_template_write(const struct tcn_report_view *view, const char *name,
    bool is_html, const struct tcn_json_value *tree, struct tcn_buf *out)
{
	const struct tcn_report_templates *given = view->report->templates;
	struct tcn_report_templates *own = NULL;
	enum tcn_rc rc = TCN_OK;

	if (!given)
		rc = tcn_report_templates_new(NULL, &own, NULL);
	if (!rc)
		tcn_mustache_write(&(given ? given : own)->sets[!is_html], name,
		    tree, view->words, out);
	tcn_report_templates_free(own);
	return rc;
}
