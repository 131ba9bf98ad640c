#include "tools/base/event_words.h"

#include <assert.h>
#include <string.h>

#include "engine/text/place_names.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/base/words_mark.h"

enum {
	AGAINST_MAX = 2, /* parts of a score in a sentence */
	LISTED = 10, /* in JSON */
};

const char *
tcn_event_words_state(enum tcn_event_state state)
{
	switch (state) {
	case TCN_EVENT_OPEN:
		return TCN_WORDS_IN("state", "open");
	case TCN_EVENT_UPDATED:
		return TCN_WORDS_IN("state", "updated");
	case TCN_EVENT_CLOSED:
		return TCN_WORDS_IN("state", "closed");
	case TCN_EVENT_REOPENED:
		return TCN_WORDS_IN("state", "reopened");
	}
	return "unknown";
}

/* What may change, from the lowest bit on: as the interface names it, and in
 * words. */
static const struct {
	const char *name, *text;
} changes[] = {
	{ "grew", TCN_WORDS_IN("change", "grew") },
	{ "language", TCN_WORDS_IN("change", "a language joined") },
	{ "publishers", TCN_WORDS_IN("change", "publishers doubled") },
	{ "merged", TCN_WORDS_IN("change", "merged") },
	{ "escalated", TCN_WORDS_IN("change", "escalated") },
};

_Static_assert(1 << (sizeof changes / sizeof *changes - 1) ==
	TCN_EVENT_CHANGE_ESCALATED,
    "a name for each TCN_EVENT_CHANGE_*");

void
tcn_event_words_why(unsigned why, struct tcn_buf *out)
{
	const char *comma = "";

	assert(out);
	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		if (!(why & 1u << i))
			continue;
		tcn_buf_printf(out, "%s%s", comma, changes[i].text);
		comma = ", ";
	}
}

const char *
tcn_event_words_change_text(unsigned i)
{
	return i < sizeof changes / sizeof *changes ? changes[i].text : NULL;
}

const char *
tcn_event_words_change(unsigned i)
{
	return i < sizeof changes / sizeof *changes ? changes[i].name : NULL;
}

unsigned
tcn_event_words_change_of(struct tcn_str name)
{
	const char *word;

	for (unsigned i = 0; (word = tcn_event_words_change(i)); i++)
		if (tcn_str_equal(name, tcn_str(word)))
			return 1u << i;
	return 0;
}

void
tcn_event_words_languages(struct tcn_buf *out,
    const struct tcn_event_languages *languages)
{
	tcn_json_open(out, "languages", '[');
	for (uint32_t i = 0; i < languages->n; i++)
		tcn_json_str(out, NULL, tcn_str(languages->at[i]));
	tcn_json_close(out, ']');
}

void
tcn_event_words_in(struct tcn_buf *out,
    const struct tcn_event_languages *languages)
{
	for (uint32_t i = 0; languages->n > 1 && i < languages->n; i++) {
		tcn_buf_z(out,
		    i == 0                      ? ", in "
			: i + 1 == languages->n ? " and "
						: ", ");
		tcn_safe_terminal(out, tcn_str(languages->at[i]));
	}
}

void
tcn_event_words_places(struct tcn_buf *out,
    const struct tcn_event_places *places)
{
	tcn_json_open(out, "places", '[');
	for (uint32_t i = 0; i < places->n; i++) {
		const char *code = places->countries[i];

		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "country", tcn_str(code));
		tcn_json_str(out, "name",
		    tcn_str(tcn_place_names_country("en", code)));
		if (!i && *places->zone) {
			tcn_json_str(out, "city",
			    tcn_str(tcn_place_names_city("en", places->zone)));
			tcn_json_str(out, "zone", tcn_str(places->zone));
		}
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

struct tcn_event_places
tcn_event_words_places_of(const struct tcn_json_value *list)
{
	struct tcn_json_value at = tcn_json_first(list);
	struct tcn_event_places places = { .n = 0 };

	for (; at.node && places.n < TCN_EVENT_PLACES;
	     at = tcn_json_next(&at)) {
		struct tcn_str code = tcn_json_in_str(&at, "country");
		struct tcn_str zone = tcn_json_in_str(&at, "zone");

		if (!tcn_place_names_has(code))
			continue;
		memcpy(places.countries[places.n++], code.at, code.n);
		if (!*places.zone && zone.n < sizeof places.zone)
			memcpy(places.zone, zone.at, zone.n);
	}
	return places;
}

bool
tcn_event_words_is_in(const struct tcn_event_places *places, const char *place)
{
	bool in = *places->zone && strcmp(places->zone, place) == 0;

	for (uint32_t i = 0; i < places->n; i++)
		in |= strcmp(places->countries[i], place) == 0;
	return in;
}

void
tcn_event_words_where(struct tcn_buf *out, const char *lang,
    const struct tcn_event_places *places)
{
	if (*places->zone)
		tcn_buf_printf(out, "%s, ",
		    tcn_place_names_city(lang, places->zone));
	for (uint32_t i = 0; i < places->n; i++)
		tcn_buf_printf(out, "%s%s", i ? "; " : "",
		    tcn_place_names_country(lang, places->countries[i]));
}

void
tcn_event_words_percent(double p, struct tcn_buf *out)
{
	if (p > 0.99)
		tcn_buf_z(out, "more than 99 %");
	else if (p < 0.01)
		tcn_buf_z(out, "less than 1 %");
	else
		tcn_buf_printf(out, "%.0f %%", p * 100);
}

bool
tcn_event_words_is_for(double part)
{
	return part == 0 || part >= TCN_EVENT_WORDS_PART;
}

bool
tcn_event_words_is_against(double part)
{
	return part <= -TCN_EVENT_WORDS_PART;
}

size_t
tcn_event_words_side(const struct tcn_event_reason *reason, bool is_for,
    struct tcn_str says[static TCN_EVENT_WORDS_SIDE_MAX])
{
	size_t n = 0, most = is_for ? TCN_EVENT_WORDS_SIDE_MAX : AGAINST_MAX;

	for (size_t i = 0; i < reason->parts_n && n < most; i++) {
		double part = reason->parts[i].part;

		if (is_for ? tcn_event_words_is_for(part)
			   : tcn_event_words_is_against(part))
			says[n++] = reason->parts[i].says;
	}
	return n;
}

/* Appends one side behind lead; returns how many parts it has. */
static size_t
add_side(const struct tcn_event_reason *reason, bool is_for, const char *lead,
    struct tcn_buf *out)
{
	struct tcn_str says[TCN_EVENT_WORDS_SIDE_MAX];
	size_t n = tcn_event_words_side(reason, is_for, says);

	for (size_t i = 0; i < n; i++) {
		tcn_buf_z(out, i ? "; " : lead);
		tcn_buf_str(out, says[i]);
	}
	return n;
}

void
tcn_event_words_reasons(const struct tcn_event_reason *reason,
    struct tcn_buf *out)
{
	size_t n;

	if (!reason)
		return;
	n = add_side(reason, true, "", out);
	add_side(reason, false, n ? "; against: " : "against: ", out);
}

void
tcn_event_words_sure(const struct tcn_event_reason *reason, struct tcn_buf *out)
{
	struct tcn_buf reasons = { 0 };

	if (!reason)
		return;
	if (reason->probability > 0) {
		tcn_event_words_percent(reason->probability, out);
		tcn_buf_z(out, " likely news");
	}
	if (reason->probability > 0 && reason->least > 0) {
		tcn_buf_z(out, " (the rule asks for ");
		tcn_event_words_percent(reason->least, out);
		tcn_buf_char(out, ')');
	}
	tcn_event_words_reasons(reason, &reasons);
	tcn_buf_z(out, reasons.n && reason->probability > 0 ? ": " : "");
	tcn_buf_str(out, tcn_buf_view(&reasons));
	tcn_buf_fini(&reasons);
}

void
tcn_event_words_reason(struct tcn_buf *out,
    const struct tcn_event_reason *reason)
{
	size_t n = 0;

	if (!reason) {
		tcn_json_null(out, "probability");
		tcn_json_null(out, "least");
	} else if (reason->probability > 0) {
		tcn_json_rounded(out, "probability", reason->probability, 4);
		tcn_json_rounded(out, "least", reason->least, 4);
	}
	tcn_json_open(out, "reasons", '[');
	for (size_t i = 0; reason && i < reason->parts_n && n < LISTED; i++) {
		const struct tcn_event_part *part = &reason->parts[i];

		if (tcn_event_words_is_for(part->part) ||
		    tcn_event_words_is_against(part->part)) {
			tcn_json_open(out, NULL, '{');
			tcn_json_str(out, "name", part->name);
			tcn_json_rounded(out, "part", part->part, 2);
			tcn_json_str(out, "says", part->says);
			tcn_json_close(out, '}');
			n++;
		}
	}
	tcn_json_close(out, ']');
}

void
tcn_event_words_dossier(struct tcn_buf *out, const struct tcn_event *event)
{
	if (!*event->dossier)
		return;
	tcn_json_str(out, "dossier", tcn_str(event->dossier));
	tcn_json_bool(out, "goes_on", event->goes_on);
}

void
tcn_event_words_figures(struct tcn_buf *out, const struct tcn_event *event)
{
	tcn_json_time(out, "fired_at", event->fired_ms);
	tcn_json_time(out, "changed_at", event->changed_ms);
	tcn_json_time(out, "first_at", event->first_ms);
	tcn_json_time(out, "last_at", event->last_ms);
	tcn_json_uint(out, "items", event->items);
	tcn_json_uint(out, "origins", event->origins);
	tcn_json_uint(out, "publishers", event->publishers);
	tcn_event_words_languages(out, &event->languages);
	tcn_event_words_places(out, &event->places);
}

void
tcn_event_words_terms(struct tcn_buf *out, const struct tcn_story_term *terms,
    size_t n)
{
	tcn_json_open(out, "terms", '[');
	for (size_t i = 0; i < n; i++)
		tcn_json_str(out, NULL, terms[i].word);
	tcn_json_close(out, ']');
}
