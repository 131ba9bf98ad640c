#include "tools/serve/web/web_words.h"

#include "tools/base/event_words.h"

bool
tcn_web_words_has(const struct tcn_json_value *list, struct tcn_str text)
{
	struct tcn_json_value at = tcn_json_first(list);

	for (; at.node; at = tcn_json_next(&at))
		if (tcn_str_equal(at.s, text))
			return true;
	return false;
}

/* The parts that are so, as {"parts": [...]}; nothing where there is none. */
static void
add_side(struct tcn_web_page *page, struct tcn_json_value *verdict,
    const char *name, bool (*is)(double part))
{
	struct tcn_json_value at = tcn_json_member(verdict, "parts");
	struct tcn_json_value parts = { 0 }, side = { 0 };

	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at))
		if (is(tcn_json_in_number(&at, "part")))
			tcn_json_push(&page->arena, &parts, &at);
	if (!parts.node)
		return;
	tcn_json_put(&page->arena, &side, "parts", &parts);
	tcn_json_put(&page->arena, verdict, name, &side);
}

void
tcn_web_words_add_parts(struct tcn_web_page *page,
    struct tcn_json_value *verdict)
{
	add_side(page, verdict, "spoke_for", tcn_event_words_is_for);
	add_side(page, verdict, "spoke_against", tcn_event_words_is_against);
}
