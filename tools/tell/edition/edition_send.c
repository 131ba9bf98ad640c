#include "tools/tell/edition/edition_send.h"

#include <stdio.h>

#include "engine/item/severity.h"
#include "sql/outbox.h"
#include "tools/serve/deliver/channel.h"
#include "tools/tell/edition/edition_impl.h"
#include "tools/tell/edition/edition_keep.h"

/* An edition on its way to receivers. */
struct sending {
	struct tcn_store_tx *tx;
	const struct tcn_edition *edition;
	struct tcn_event event; /* made up, for what knows only events */
	struct tcn_message_edition forms;
	struct tcn_message_content message;
	struct tcn_buf json, text, html, summary, link;
	struct tcn_arena arena;
	struct tcn_str desk; /* of the current receiver, or empty */
	size_t n;
};

/* What is in it, as an event. */
static void
make_event(struct sending *s)
{
	const struct tcn_edition *edition = s->edition;

	s->event = (struct tcn_event){
		.rule = TCN_STR("edition"),
		.revision = (uint32_t)edition->number,
		.state = TCN_EVENT_CLOSED,
		.severity = TCN_SEVERITY_INFO,
		.fired_ms = edition->due_ms,
		.changed_ms = edition->cut.as_of_ms,
		.first_ms = edition->since_ms,
		.last_ms = edition->cut.as_of_ms,
	};
	snprintf(s->event.id, sizeof s->event.id, "edition-%s",
	    edition->conf->name);
	for (size_t i = 0; i < edition->entries_n; i++) {
		const struct tcn_edition_entry *entry = &edition->entries[i];

		s->event.items += entry->brief.items;
		s->event.origins += entry->brief.origins;
		if (entry->brief.publishers > s->event.publishers)
			s->event.publishers = entry->brief.publishers;
		if (entry->event->severity > s->event.severity)
			s->event.severity = entry->event->severity;
	}
}

static void
make_items(struct sending *s)
{
	const struct tcn_edition *edition = s->edition;
	size_t n = edition->entries_n < TCN_MESSAGE_ITEMS_MAX
	    ? edition->entries_n
	    : TCN_MESSAGE_ITEMS_MAX;
	struct tcn_message_item *items =
	    tcn_arena_zalloc(&s->arena, n, sizeof *items);

	for (size_t i = 0; i < n; i++) {
		const struct tcn_edition_entry *entry = &edition->entries[i];

		items[i] = (struct tcn_message_item){
			.id = tcn_str(entry->event->id),
			.source =
			    tcn_str(tcn_edition_section_names[entry->section]),
			.title = entry->brief.headline,
			.url = entry->brief.url,
			.ts_ms = entry->event->fired_ms,
		};
	}
	s->message.items = items;
	s->message.items_n = n;
}

static void
say_summary(struct sending *s)
{
	/* TRANSLATORS: how many events of an edition are new, and so on. */
	static const char *const counts[TCN_EDITION_SECTIONS][2] = {
		[TCN_EDITION_NEW] = TCN_WORDS_COUNT("{n} new", "{n} new"),
		[TCN_EDITION_DEVELOPING] =
		    TCN_WORDS_COUNT("{n} developing", "{n} developing"),
		[TCN_EDITION_CLOSED] =
		    TCN_WORDS_COUNT("{n} closed", "{n} closed"),
		[TCN_EDITION_ALSO] =
		    TCN_WORDS_COUNT("{n} also reported", "{n} also reported"),
		[TCN_EDITION_UNCHANGED] =
		    TCN_WORDS_COUNT("{n} unchanged", "{n} unchanged"),
	};
	const struct tcn_words *words = s->edition->conf->words;

	for (unsigned i = 0; i < TCN_EDITION_SECTIONS; i++) {
		if (i == TCN_EDITION_ALSO && !s->edition->counts[i])
			continue;
		tcn_buf_z(&s->summary, i ? ", " : "");
		tcn_words_count(words, counts[i][0], counts[i][1],
		    s->edition->counts[i], &s->summary);
	}
	if (!s->edition->corrections)
		return;
	tcn_buf_z(&s->summary, ", ");
	tcn_words_count(words, "{n} correction", "{n} corrections",
	    s->edition->corrections, &s->summary);
}

static void
make_message(struct sending *s, const char *address, int64_t now_ms)
{
	const struct tcn_edition *edition = s->edition;

	make_event(s);
	say_summary(s);
	tcn_edition_write(edition, TCN_EDITION_JSON, &s->json);
	tcn_edition_write(edition, TCN_EDITION_TEXT, &s->text);
	tcn_edition_write(edition, TCN_EDITION_HTML, &s->html);
	if (address)
		tcn_buf_printf(&s->link, "%s/editions/%s/%llu", address,
		    edition->conf->name, (unsigned long long)edition->number);
	s->forms.name = tcn_str(edition->conf->name);
	s->forms.number = edition->number;
	s->forms.summary = tcn_buf_view(&s->summary);
	s->forms.json = tcn_str_trim(tcn_buf_view(&s->json));
	s->forms.text = tcn_buf_view(&s->text);
	s->forms.html = tcn_buf_view(&s->html);
	if (edition->conf->formats & 1u << TCN_EDITION_PDF)
		s->forms.page = s->forms.html;
	s->message = (struct tcn_message_content){
		.words = edition->conf->words,
		.event = &s->event,
		.severity = tcn_severity_name(s->event.severity),
		.headline = edition->title,
		.url = tcn_buf_view(&s->link),
		.terms = TCN_STR(""),
		.report = TCN_STR(""),
		.merged = { TCN_STR(""), TCN_STR(""), TCN_STR("") },
		.now_ms = now_ms,
		.first = true,
		.edition = &s->forms,
	};
	make_items(s);
}

static enum tcn_rc
send_to(struct sending *s, const struct tcn_receiver *receiver)
{
	const struct tcn_channel_outgoing named = {
		.receiver = receiver,
		.event = tcn_str(s->event.id),
		.revision = s->event.revision,
	};
	struct tcn_buf key = { 0 }, body = { 0 };
	struct tcn_outbox_message m = {
		.event = tcn_str(s->event.id),
		.revision = s->event.revision,
		.rule = s->event.rule,
		.desk = s->desk,
		.receiver = tcn_str(receiver->name),
		.created_ms = s->message.now_ms,
		.due_ms = s->message.now_ms,
		.state = TCN_OUTBOX_PENDING,
		.why = TCN_STR(""),
		.kind = TCN_OUTBOX_EDITION,
		.severity = s->event.severity,
	};
	enum tcn_rc rc;

	tcn_message_idempotency_key(&named, &key);
	s->message.key = tcn_buf_view(&key);
	receiver->channel->write(receiver, &s->message, &body);
	m.body = tcn_buf_view(&body);
	rc = tcn_outbox_put(s->tx, &m);
	s->n++;
	tcn_buf_fini(&key);
	tcn_buf_fini(&body);
	return rc;
}

/* An edition may name a desk, or a receiver by itself. */
static enum tcn_rc
send_named(struct sending *s, const struct tcn_receiver_set *all,
    struct tcn_str name)
{
	const struct tcn_receiver_desk *desk =
	    tcn_receiver_desk_find(all, name);
	const struct tcn_receiver *one = tcn_receiver_find(all, name);
	enum tcn_rc rc = TCN_OK;

	s->desk = desk ? name : tcn_str("");
	if (desk)
		for (size_t i = 0; !rc && i < desk->names.n; i++)
			rc = send_to(s, desk->receivers[i]);
	else if (one)
		rc = send_to(s, one);
	return rc;
}

static void
sending_fini(struct sending *s)
{
	tcn_buf_fini(&s->json);
	tcn_buf_fini(&s->text);
	tcn_buf_fini(&s->html);
	tcn_buf_fini(&s->summary);
	tcn_buf_fini(&s->link);
	tcn_arena_fini(&s->arena);
}

enum tcn_rc
tcn_edition_send(struct tcn_store_tx *tx, const struct tcn_edition *edition,
    const struct tcn_receiver_set *receivers, const char *address,
    int64_t now_ms, size_t *n)
{
	const struct tcn_edition_strs *names = &edition->conf->receivers;
	struct sending s = { .tx = tx, .edition = edition };
	enum tcn_rc rc;

	*n = 0;
	if (!receivers || !names->n)
		return TCN_OK;
	tcn_arena_init(&s.arena, 0);
	make_message(&s, address, now_ms);
	rc = TCN_OK;
	for (size_t i = 0; !rc && i < names->n; i++)
		rc = send_named(&s, receivers, names->at[i]);
	*n = s.n;
	sending_fini(&s);
	return rc;
}

/* --- again --- */

/* Whether a receiver is the one of that name, or one of the desk's. */
static bool
is_meant(const struct tcn_edition_resend *resend, struct tcn_str receiver)
{
	const struct tcn_receiver_desk *desk = resend->to.n && resend->receivers
	    ? tcn_receiver_desk_find(resend->receivers, resend->to)
	    : NULL;
	bool meant =
	    !resend->to.n || (!desk && tcn_str_equal(receiver, resend->to));

	for (size_t i = 0; desk && i < desk->names.n; i++)
		meant |= tcn_str_equal(receiver, tcn_str(desk->names.at[i]));
	return meant;
}

/* The messages of the edition, of all receivers. */
static enum tcn_rc
find_messages(const struct tcn_store *st,
    const struct tcn_edition_resend *resend, struct tcn_arena *arena,
    struct tcn_outbox_list *messages)
{
	char event[TCN_EVENT_ID_BYTES];
	struct tcn_outbox_filter filter = { 0 };
	size_t n = 0;
	enum tcn_rc rc;

	snprintf(event, sizeof event, "edition-%.*s",
	    TCN_STR_ARG(resend->row->name));
	filter.event = tcn_str(event);
	rc = tcn_outbox_find(st, &filter, arena, messages);
	for (size_t i = 0; !rc && i < messages->n; i++)
		if (messages->at[i].revision == resend->row->number)
			messages->at[n++] = messages->at[i];
	messages->n = rc ? 0 : n;
	return rc;
}

static bool
has_message(const struct tcn_outbox_list *messages, const char *receiver)
{
	for (size_t i = 0; i < messages->n; i++)
		if (tcn_str_equal(messages->at[i].receiver, tcn_str(receiver)))
			return true;
	return false;
}

/* Writes messages to those who are meant and had none. */
static enum tcn_rc
send_first(struct tcn_store_tx *tx, const struct tcn_edition_resend *resend,
    const struct tcn_outbox_list *had, struct tcn_arena *arena, size_t *n)
{
	const struct tcn_receiver_set *all = resend->receivers;
	struct sending s = { .tx = tx, .desk = TCN_STR("") };
	struct tcn_edition edition;
	bool made = false;
	enum tcn_rc rc = TCN_OK;

	tcn_arena_init(&s.arena, 0);
	for (size_t i = 0; !rc && resend->to.n && all && i < all->n; i++) {
		if (!is_meant(resend, tcn_str(all->at[i].name)) ||
		    has_message(had, all->at[i].name))
			continue;
		if (!made) {
			rc = resend->conf
			    ? tcn_edition_remake(tcn_store_of(tx), resend->conf,
				  resend->row, resend->prep, arena, &edition)
			    : TCN_INVALID;
			s.edition = &edition;
			if (!rc)
				make_message(&s, resend->address,
				    resend->now_ms);
			made = true;
		}
		if (!rc)
			rc = send_to(&s, &all->at[i]);
	}
	*n += s.n;
	sending_fini(&s);
	return rc;
}

enum tcn_rc
tcn_edition_send_again(struct tcn_store_tx *tx,
    const struct tcn_edition_resend *resend, size_t *n)
{
	struct tcn_outbox_list messages = { 0 };
	struct tcn_arena arena;
	enum tcn_rc rc;

	*n = 0;
	tcn_arena_init(&arena, 0);
	rc = find_messages(tcn_store_of(tx), resend, &arena, &messages);
	for (size_t i = 0; !rc && i < messages.n; i++) {
		bool found = false;

		if (!is_meant(resend, messages.at[i].receiver))
			continue;
		rc = tcn_outbox_resend(tx, messages.at[i].id, resend->now_ms,
		    tcn_str("sent again by hand"), &found);
		*n += found;
	}
	if (!rc)
		rc = send_first(tx, resend, &messages, &arena, n);
	tcn_arena_fini(&arena);
	if (!rc && !*n && resend->to.n)
		rc = TCN_DONE;
	return rc;
}

enum tcn_rc
tcn_edition_plan_next(const struct tcn_store *st, struct tcn_edition_job *job,
    struct tcn_arena *arena)
{
	enum tcn_rc rc = tcn_store_last_seq(st, &job->cut.seq);

	job->st = st;
	return rc ? rc : tcn_edition_plan(job, arena);
}

enum tcn_rc
tcn_edition_publish(struct tcn_store_tx *tx, const struct tcn_edition *edition,
    struct tcn_edition_issue *issue)
{
	const struct tcn_edition_conf *conf = edition->conf;
	uint64_t number;
	enum tcn_rc rc = tcn_store_next_edition(tcn_store_of(tx),
	    tcn_str(conf->name), &number);

	issue->messages = 0;
	if (!rc && number != edition->number)
		return TCN_DONE;
	if (!rc)
		rc = tcn_edition_keep(tx, edition, issue->now_ms);
	if (!rc && conf->empty != TCN_EDITION_EMPTY_SEND &&
	    tcn_edition_is_empty(edition))
		return TCN_OK;
	return rc ? rc
		  : tcn_edition_send(tx, edition, issue->receivers,
			issue->address, issue->now_ms, &issue->messages);
}

enum tcn_rc
tcn_edition_issue(struct tcn_store_tx *tx, struct tcn_edition_job *job,
    struct tcn_edition_issue *issue, struct tcn_arena *arena,
    struct tcn_edition *edition)
{
	enum tcn_rc rc = tcn_edition_plan_next(tcn_store_of(tx), job, arena);

	if (!rc)
		rc = tcn_edition_make(job, arena, edition);
	return rc ? rc : tcn_edition_publish(tx, edition, issue);
}

/* --- files --- */

static bool
is_receiver(void *of, struct tcn_str name)
{
	const struct tcn_receiver_set *set = of;

	return tcn_receiver_find(set, name) ||
	    tcn_receiver_desk_find(set, name);
}

static void
offer_receivers(void *of, struct tcn_suggest *nearest)
{
	const struct tcn_receiver_set *set = of;

	for (size_t i = 0; i < set->desks_n; i++)
		tcn_suggest_offer(nearest, set->desks[i].name);
	for (size_t i = 0; i < set->n; i++)
		tcn_suggest_offer(nearest, set->at[i].name);
}

struct tcn_edition_receivers
tcn_edition_receivers_of(const struct tcn_receiver_set *set)
{
	return (struct tcn_edition_receivers){ .known =
						   set ? is_receiver : NULL,
		.offer = set ? offer_receivers : NULL,
		.ctx = (void *)(uintptr_t)set };
}

enum tcn_rc
tcn_edition_read_files(const char *path, const char *receivers_path,
    bool strict, struct tcn_editions **editions,
    struct tcn_receiver_set **receivers, struct tcn_err *err)
{
	struct tcn_edition_receivers known;
	enum tcn_rc rc;

	*editions = NULL;
	*receivers = NULL;
	rc = receivers_path
	    ? tcn_receiver_set_read(receivers_path, receivers, err)
	    : tcn_receiver_set_parse("none", tcn_str(""), receivers, err);
	known = tcn_edition_receivers_of(strict || receivers_path ? *receivers
								  : NULL);
	if (!rc)
		rc = tcn_editions_read(path, &known, editions, err);
	if (rc) {
		tcn_receiver_set_free(*receivers);
		*receivers = NULL;
	}
	return rc;
}
