#include "tools/report/report_template.h"

#include <assert.h>

struct file {
	const char *name, *text;
};

static const struct file html[] = {
#include "tools/report/html_data.h"
};

static const struct file markdown[] = {
#include "tools/report/markdown_data.h"
};

static void
write_word(struct tcn_buf *out, const struct tcn_json_value *value,
    const void *with)
{
	struct tcn_buf message = { 0 };

	tcn_buf_str(&message, value->s);
	if (message.n)
		tcn_buf_z(out, tcn_words_text(with, message.at));
	out->failed |= message.failed;
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
	{ "word", write_word },
	{ "number", write_number },
	{ "long", write_long },
	{ "short", write_short },
	{ NULL, NULL },
};

static enum tcn_rc
compile(bool is_html, struct tcn_mustache *set, struct tcn_err *err)
{
	const struct file *files = is_html ? html : markdown;
	size_t n = is_html ? sizeof html / sizeof *html
			   : sizeof markdown / sizeof *markdown;
	enum tcn_rc rc = TCN_OK;

	*set = (struct tcn_mustache){ .kind = is_html ? TCN_MUSTACHE_HTML
						      : TCN_MUSTACHE_MARKDOWN,
		.forms = forms };
	for (size_t i = 0; !rc && i < n; i++)
		rc = tcn_mustache_add(set, files[i].name,
		    tcn_str(files[i].text), err);
	return rc ? rc : tcn_mustache_link(set, err);
}

enum tcn_rc
tcn_report_template_write(const struct tcn_report_view *view, const char *name,
    bool is_html, const struct tcn_json_value *tree, struct tcn_buf *out)
{
	struct tcn_mustache set;
	enum tcn_rc rc = compile(is_html, &set, NULL);

	assert(rc == TCN_OK || rc == TCN_NOMEM);
	if (!rc)
		tcn_mustache_write(&set, name, tree, view->words, out);
	tcn_mustache_fini(&set);
	return rc;
}
