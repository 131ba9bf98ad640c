#include "tools/intake/feeds/entry_json.h"

#include "engine/base/date.h"
#include "tools/base/json_out.h"

static struct tcn_str
date_of(const struct tcn_article *entry, char date[TCN_DATE_BYTES])
{
	tcn_date_format(entry->ts_ms, date);
	return tcn_str(date);
}

void
tcn_entry_json(const struct tcn_article *entry, struct tcn_buf *out)
{
	char date[TCN_DATE_BYTES];
	const struct {
		const char *key;
		struct tcn_str value;
	} fields[] = {
		{ "id", entry->id },
		{ "published", date_of(entry, date) },
		{ "source", entry->source },
		{ "url", entry->url },
		{ "image", entry->image },
		{ "title", entry->title },
		{ "text", entry->text },
		{ "lang", entry->lang },
		{ "category", entry->category },
	};

	tcn_json_open(out, NULL, '{');
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		if (fields[i].value.n)
			tcn_json_str(out, fields[i].key, fields[i].value);
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
}
