#include "tools/pipeline/content_from.h"

#include "engine/text/content.h"
#include "tools/base/safe.h"

static const struct {
	enum tcn_content_source source;
	const char *text;
	const char *before; /* the tagger's name */
} sources[] = {
	{ TCN_CONTENT_WORDS, "of its own words",
	    ", as there was no answer from " },
	{ TCN_CONTENT_SENT, "as its sender named it", "" },
	{ TCN_CONTENT_TAGGER, "as told by the tagger", " " },
};

void
tcn_content_from_text(struct tcn_buf *out, struct tcn_str from,
    struct tcn_str tagger)
{
	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
		const char *name = tcn_content_source_name(sources[i].source);

		if (!tcn_str_equal(from, tcn_str(name)))
			continue;
		tcn_buf_z(out, sources[i].text);
		if (!tagger.n)
			return;
		tcn_buf_z(out, sources[i].before);
		tcn_safe_terminal(out, tagger);
	}
}
