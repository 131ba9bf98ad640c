#include "tools/lab/demo/demo.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tools/lab/demo/demo_impl.h"

#define RULE_BYTES   48
#define REPORT_LINES 8 /* of each part of a wire's report */

/* The state of writing one line. */
struct writing {
	const struct tcn_demo_slot *slot;
	const struct tcn_demo_source *source;
	struct tcn_str topic;
	struct tcn_demo_scene scene;
	bool is_wire; /* an item of an event that is mostly copies */
	struct tcn_demo_rng text_rng; /* for the text, same for its copies */
	struct tcn_demo_rng site_rng; /* for what each site adds to it */
};

void
tcn_demo_conf_init(struct tcn_demo_conf *conf)
{
	*conf = (struct tcn_demo_conf){
		.seed = 1,
		.items = 18000,
		.days = 1,
		.start_ms = INT64_C(1772496000000), /* 2026-03-03, a Tuesday */
		.sources = 320,
		.events = 6,
		.notice_pct = 18,
		.copy_pct = 14,
		.small_pct = 14,
		.series = 6,
		.cuts = 1,
	};
}

static enum tcn_rc
check_conf(const struct tcn_demo_conf *conf, struct tcn_err *err)
{
	if (conf->items < 1 || conf->items > 5000000)
		return tcn_err_set(err, TCN_INVALID, "items: not 1..5000000");
	if (conf->days < 1 || conf->days > 366)
		return tcn_err_set(err, TCN_INVALID, "days: not 1..366");
	if (conf->sources < 40 || conf->sources > 2000)
		return tcn_err_set(err, TCN_INVALID, "sources: not 40..2000");
	if (conf->events > 24 * conf->days || conf->events > 999)
		return tcn_err_set(err, TCN_INVALID,
		    "events: more than 24 a day, or than 999");
	if (conf->series > 999)
		return tcn_err_set(err, TCN_INVALID, "series: more than 999");
	if (conf->rewrites * (uint64_t)conf->days > UINT16_MAX)
		return tcn_err_set(err, TCN_INVALID,
		    "rewrites: more than 65535 over all days");
	if (conf->cuts > 24)
		return tcn_err_set(err, TCN_INVALID, "cuts: over 24 a day");
	if (conf->notice_pct > 100 || conf->copy_pct > 100 ||
	    conf->small_pct > 100 ||
	    conf->notice_pct + conf->copy_pct + conf->small_pct > 100)
		return tcn_err_set(err, TCN_INVALID,
		    "notices, copies and small stories: over 100 percent");
	if (conf->start_ms < 0 || conf->start_ms > INT64_C(4102444800000))
		return tcn_err_set(err, TCN_INVALID, "start: not 1970..2100");
	return TCN_OK;
}

enum tcn_rc
tcn_demo_new(const struct tcn_demo_conf *conf, struct tcn_demo **out,
    struct tcn_err *err)
{
	struct tcn_demo *demo;
	enum tcn_rc rc = check_conf(conf, err);

	*out = NULL;
	if (rc != TCN_OK)
		return rc;
	demo = tcn_mem_calloc(1, sizeof *demo);
	demo->conf = *conf;
	tcn_demo_world_init(&demo->world, conf->seed, conf->sources);
	tcn_demo_plan_make(&demo->plan, &demo->conf, &demo->world);
	assert(tcn_demo_plan_check(&demo->plan, NULL) == TCN_OK);
	for (size_t i = 0; i < demo->plan.n; i++)
		demo->counts[demo->plan.slots[i].kind]++;
	*out = demo;
	return TCN_OK;
}

void
tcn_demo_free(struct tcn_demo *demo)
{
	if (!demo)
		return;
	tcn_demo_plan_fini(&demo->plan);
	tcn_demo_world_fini(&demo->world);
	tcn_buf_fini(&demo->title);
	tcn_buf_fini(&demo->lines);
	tcn_buf_fini(&demo->text);
	tcn_buf_fini(&demo->url);
	tcn_buf_fini(&demo->json);
	tcn_mem_free(demo);
}

const struct tcn_demo_event *
tcn_demo_events(const struct tcn_demo *demo, size_t *n)
{
	*n = demo->plan.events_n;
	return demo->plan.events;
}

const uint32_t *
tcn_demo_counts(const struct tcn_demo *demo)
{
	return demo->counts;
}

/* The rule of a topic and part: "ferry" and "t" make "ferry.t1", where the
 * digit, for events only, is the phase. */
static const char *
rule_of(const struct writing *w, const char *part, char *rule)
{
	static const char phases[] = "1223";
	char phase[2] = { 0, 0 };

	if (w->slot->kind == TCN_DEMO_CUT)
		phase[0] = '1';
	else if (w->slot->kind == TCN_DEMO_EVENT)
		phase[0] = w->slot->fragment ? '0' : phases[w->slot->phase];
	snprintf(rule, RULE_BYTES, "%.*s.%s%s", TCN_STR_ARG(w->topic), part,
	    phase);
	return rule;
}

static void
add_rule(struct writing *w, const char *rule, struct tcn_buf *out)
{
	if (tcn_demo_rule_alternatives(w->scene.lang, rule))
		tcn_demo_text_expand(&w->scene, &w->text_rng, rule, out);
}

/* Whether the headline comes from the one large rule of everyday news, and not
 * from its topic. */
static bool
is_everyday(const struct writing *w)
{
	bool kind = w->slot->kind == TCN_DEMO_EVERYDAY ||
	    w->slot->kind == TCN_DEMO_SMALL || w->slot->kind == TCN_DEMO_COPY;

	return kind && tcn_demo_rule_alternatives(w->scene.lang, "head");
}

/* Writes a wire's long report: all that its topic has to say. */
static void
write_report(struct writing *w, struct tcn_buf *out)
{
	static const char *const parts[] = { "s1", "s2", "s3", "q" };
	char rule[RULE_BYTES];

	add_rule(w, rule_of(w, "l", rule), out);
	tcn_buf_char(out, '\n');
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		snprintf(rule, sizeof rule, "%.*s.%s", TCN_STR_ARG(w->topic),
		    parts[i]);
		tcn_demo_text_expand_some(&w->scene, &w->text_rng, rule,
		    REPORT_LINES, "\n", out);
	}
}

/*
 * Leaves half of the lines of a report: from the top, from some line on, or
 * here and there, as the site likes.
 */
static void
cut_lines(struct writing *w, struct tcn_buf *out)
{
	uint32_t way = tcn_demo_below(&w->site_rng, 3);
	uint32_t lines = 0, first, at = 0;
	size_t kept = 0;

	for (size_t i = 0; i < out->n; i++)
		lines += out->at[i] == '\n';
	first = way == 1 ? tcn_demo_below(&w->site_rng, lines / 2 + 1) : 0;
	for (size_t i = 0; i < out->n; at++) {
		const char *end = memchr(out->at + i, '\n', out->n - i);
		size_t n = (size_t)(end - out->at) + 1 - i;

		if (way == 2 ? tcn_demo_chance(&w->site_rng, 50)
			     : at >= first && at < first + lines / 2) {
			memmove(out->at + kept, out->at + i, n);
			kept += n;
		}
		i += n;
	}
	out->n = kept;
}

/*
 * Writes most statements of a report that desks rewrite: the first, then the
 * others, of which some change places with the next.
 */
static void
write_statements(struct writing *w, struct tcn_buf *out)
{
	char order[] = "123456789", rule[RULE_BYTES];
	size_t n = 0;

	for (char part[] = "1"; n < 9; n++) {
		part[0] = order[n];
		if (!tcn_demo_rule_alternatives(w->scene.lang,
			rule_of(w, part, rule)))
			break;
	}
	for (size_t i = 1; i + 1 < n; i++) {
		char next = order[i + 1];

		if (!tcn_demo_chance(&w->text_rng, 40))
			continue;
		order[i + 1] = order[i];
		order[i] = next;
	}
	for (size_t i = 0; i < n; i++) {
		char part[] = { order[i], 0 };

		if (i && tcn_demo_chance(&w->text_rng, 15))
			continue;
		add_rule(w, rule_of(w, part, rule), out);
		tcn_buf_char(out, '\n');
	}
}

/* Writes the sentences of the text, each on a line of its own. */
static void
write_lines(struct writing *w, struct tcn_buf *out)
{
	char rule[RULE_BYTES];
	bool notice = w->slot->kind == TCN_DEMO_NOTICE;
	bool event = w->slot->kind == TCN_DEMO_EVENT;
	uint32_t n;

	if (w->slot->kind == TCN_DEMO_CUT) {
		write_report(w, out);
		cut_lines(w, out);
		return;
	}
	if (w->slot->kind == TCN_DEMO_REWRITE) {
		write_statements(w, out);
		return;
	}
	n = 1 + tcn_demo_below(&w->text_rng, 3) + 2 * event;
	if (is_everyday(w)) {
		add_rule(w, "lead", out);
		tcn_buf_char(out, '\n');
	}
	add_rule(w, rule_of(w, "l", rule), out);
	tcn_buf_char(out, '\n');
	tcn_demo_text_expand_some(&w->scene, &w->text_rng,
	    rule_of(w, "s", rule), n, "\n", out);
	if (event && !w->slot->fragment) {
		snprintf(rule, sizeof rule, "%.*s.q", TCN_STR_ARG(w->topic));
		tcn_demo_text_expand_some(&w->scene, &w->text_rng, rule, 1,
		    "\n", out);
	} else if (!notice && !event && tcn_demo_chance(&w->text_rng, 55)) {
		tcn_demo_text_expand_some(&w->scene, &w->text_rng, "q", 1, "\n",
		    out);
	}
}

/*
 * Begins a sentence in the words of the text that it stands in: of an event
 * that is mostly copies, the few texts must not be taken for one, as those
 * would be that have the same sentences. Copies have the same beginnings.
 */
static void
begin_line(const struct writing *w, struct tcn_str line, uint32_t nth,
    struct tcn_buf *out)
{
	struct tcn_demo_rng rng = { tcn_demo_subseed(w->slot->facts,
	    ((uint64_t)w->slot->wording << 8) + nth) };
	bool quote = line.n > 2 && !memcmp(line.at, "\u201c", 3);

	if (w->is_wire && !quote &&
	    tcn_demo_rule_alternatives(w->scene.lang, "aside"))
		tcn_demo_text_expand(&w->scene, &rng, "aside", out);
}

/* Writes the text, two sentences a paragraph; a site that copies it may cut the
 * last one. */
static void
write_text(struct writing *w, struct tcn_str lines, struct tcn_buf *out)
{
	bool html = tcn_demo_chance(&w->site_rng, 30);
	bool tight = w->scene.lang >= TCN_DEMO_ZH; /* no spaces between */
	bool cut = w->slot->copied && tcn_demo_chance(&w->site_rng, 15);
	uint32_t n = 0;

	if (html)
		tcn_buf_z(out, "<p>");
	while (lines.n) {
		const char *end = memchr(lines.at, '\n', lines.n);
		struct tcn_str line = { lines.at,
			end ? (size_t)(end - lines.at) : lines.n };

		lines.n -= line.n + (end != NULL);
		lines.at += line.n + (end != NULL);
		if (!line.n || (cut && n >= 2 && !lines.n))
			continue;
		if (n && n % 2 == 0)
			tcn_buf_z(out, html ? "</p>\n<p>" : "\n\n");
		else if (n && !tight)
			tcn_buf_char(out, ' ');
		begin_line(w, line, n, out);
		if (html)
			tcn_demo_text_html(out, line);
		else
			tcn_buf_str(out, line);
		n++;
	}
	if (html)
		tcn_buf_z(out, "</p>");
}

/* Writes the credits that a site puts before and after a wire's text. */
static void
write_credit(struct writing *w, bool before, struct tcn_buf *out)
{
	char rule[RULE_BYTES];

	if (!w->slot->copied || w->slot->kind == TCN_DEMO_NOTICE ||
	    !tcn_demo_chance(&w->site_rng, 40))
		return;
	snprintf(rule, sizeof rule, "%s", before ? "dateline" : "credit");
	if (!tcn_demo_rule_alternatives(w->scene.lang, rule))
		return;
	if (!before)
		tcn_buf_z(out, "\n\n");
	tcn_demo_text_expand(&w->scene, &w->site_rng, rule, out);
}

static void
write_title(struct writing *w, struct tcn_buf *out)
{
	static const char *const gaps[] = { " - ", " | ", " – ", " — " };
	char rule[RULE_BYTES];

	if (w->slot->kind == TCN_DEMO_CUT) /* each site has its own */
		tcn_demo_text_expand(&w->scene, &w->site_rng,
		    rule_of(w, "t", rule), out);
	else
		add_rule(w, is_everyday(w) ? "head" : rule_of(w, "t", rule),
		    out);
	if (tcn_demo_chance(&w->site_rng, w->slot->copied ? 45 : 18)) {
		tcn_buf_z(out, gaps[tcn_demo_below(&w->site_rng, 4)]);
		tcn_buf_z(out, w->source->name);
	}
}

/* Writes an address: a slug of the title's ASCII letters, a number, and
 * perhaps a parameter for tracking. */
static void
write_url(struct writing *w, struct tcn_str title, size_t nth,
    struct tcn_buf *out)
{
	static const char *const tracking[] = { "?utm_source=rss",
		"?utm_medium=social&utm_campaign=front", "?ref=home",
		"?utm_source=newsletter&fbclid=Iw4R", "#comments" };
	size_t start;

	tcn_buf_printf(out, "https://%s/", w->source->host);
	start = out->n;
	for (size_t i = 0; i < title.n && out->n - start < 48; i++) {
		char c = title.at[i];

		if (c >= 'A' && c <= 'Z')
			c = (char)(c + 'a' - 'A');
		if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
			tcn_buf_char(out, c);
		else if (out->n > start && out->at[out->n - 1] != '-')
			tcn_buf_char(out, '-');
	}
	tcn_buf_printf(out, "-%zu.html", nth);
	if (tcn_demo_chance(&w->site_rng, 25))
		tcn_buf_z(out, tracking[tcn_demo_below(&w->site_rng, 5)]);
}

static void
write_story(const struct tcn_demo *demo, const struct tcn_demo_slot *slot,
    struct tcn_buf *out)
{
	switch ((enum tcn_demo_kind)slot->kind) {
	case TCN_DEMO_EVENT:
		tcn_buf_json(out,
		    tcn_str(demo->plan.events[slot->story - 1].label));
		break;
	case TCN_DEMO_SMALL:
		tcn_buf_printf(out, "\"s%05u\"", slot->story);
		break;
	case TCN_DEMO_SERIES:
		tcn_buf_printf(out, "\"r%03u\"", slot->story);
		break;
	case TCN_DEMO_REWRITE:
		tcn_buf_printf(out, "\"w%05u\"", slot->story);
		break;
	default:
		tcn_buf_z(out, "null");
	}
}

static void
write_json(struct tcn_demo *demo, struct writing *w)
{
	struct tcn_buf *out = &demo->json;
	char rule[RULE_BYTES];
	struct tcn_str category;

	snprintf(rule, sizeof rule, "%.*s.c", TCN_STR_ARG(w->topic));
	category = tcn_demo_rule_nth(TCN_DEMO_EN, rule, 0);
	tcn_buf_printf(out, "{\"id\":\"n%06zu\",\"ts\":%lld.%03d",
	    demo->next + 1, (long long)(w->slot->ts_ms / 1000),
	    (int)(w->slot->ts_ms % 1000));
	tcn_buf_z(out, ",\"source\":");
	tcn_buf_json(out, tcn_str(w->source->name));
	tcn_buf_z(out, ",\"url\":");
	tcn_buf_json(out, tcn_buf_view(&demo->url));
	tcn_buf_z(out, ",\"title\":");
	tcn_buf_json(out, tcn_buf_view(&demo->title));
	if (demo->text.n) {
		tcn_buf_z(out, ",\"text\":");
		tcn_buf_json(out, tcn_buf_view(&demo->text));
	}
	/* Some outlets do not say which language they write in. */
	if (tcn_demo_chance(&w->site_rng, 85))
		tcn_buf_printf(out, ",\"lang\":\"%s\"",
		    tcn_demo_lang_code(w->scene.lang));
	tcn_buf_z(out, ",\"category\":");
	tcn_buf_json(out, category.n ? category : tcn_str("news"));
	tcn_buf_z(out, ",\"story\":");
	write_story(demo, w->slot, out);
	tcn_buf_char(out, '}');
}

struct tcn_demo_scene
tcn_demo_scene_of(const struct tcn_demo *demo, const struct tcn_demo_slot *slot)
{
	const struct tcn_demo_source *source =
	    &demo->world.sources[slot->source];

	return (struct tcn_demo_scene){ .world = &demo->world,
		.outlet = source->name,
		.lang = source->lang,
		.facts = slot->facts,
		.country = slot->country,
		.town = slot->town,
		.phase = slot->phase,
		.ts_ms = slot->ts_ms };
}

static void
begin_writing(const struct tcn_demo *demo, const struct tcn_demo_slot *slot,
    struct writing *w)
{
	const struct tcn_demo_source *source =
	    &demo->world.sources[slot->source];

	*w = (struct writing){
		.slot = slot,
		.source = source,
		.topic = tcn_demo_plan_topic(&demo->plan, slot),
		.scene = tcn_demo_scene_of(demo, slot),
	};
	w->is_wire = slot->kind == TCN_DEMO_EVENT &&
	    demo->plan.events[slot->story - 1].shape == TCN_DEMO_WIRE;
	w->text_rng.state = tcn_demo_subseed(slot->facts, slot->wording);
	w->site_rng.state = tcn_demo_subseed(demo->conf.seed, slot->order);
}

enum tcn_rc
tcn_demo_next(struct tcn_demo *demo, struct tcn_str *line)
{
	struct writing w;
	bool bare;

	if (demo->next >= demo->plan.n)
		return TCN_DONE;
	begin_writing(demo, &demo->plan.slots[demo->next], &w);
	tcn_buf_clear(&demo->title);
	tcn_buf_clear(&demo->lines);
	tcn_buf_clear(&demo->text);
	tcn_buf_clear(&demo->url);
	tcn_buf_clear(&demo->json);
	write_title(&w, &demo->title);
	write_lines(&w, &demo->lines);
	/* Some lines are only a headline: a few of all, many of the early
	 * reports of a fragmented event. */
	bare = tcn_demo_chance(&w.site_rng, w.slot->fragment ? 40 : 10);
	if (!bare || w.slot->kind == TCN_DEMO_CUT ||
	    w.slot->kind == TCN_DEMO_REWRITE) {
		write_credit(&w, true, &demo->text);
		write_text(&w, tcn_buf_view(&demo->lines), &demo->text);
		write_credit(&w, false, &demo->text);
	}
	write_url(&w, tcn_buf_view(&demo->title), demo->next, &demo->url);
	write_json(demo, &w);
	demo->next++;
	*line = tcn_buf_view(&demo->json);
	return TCN_OK;
}
