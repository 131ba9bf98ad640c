#include "tools/serve/api/api.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/base/when.h"
#include "tools/serve/api/api_impl.h"
#include "tools/serve/api/api_local.h"
#include "tools/serve/api/api_metrics.h"
#include "tools/serve/api/api_openapi.h"
#include "tools/serve/api/openmetrics.h"

static void
get_stream(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api *api = ctx;

	tcn_sse_subscribe(api->sse, call);
}

static void
get_metrics(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	const char *accept = tcn_http_call_header(call, "Accept");
	struct tcn_buf all = { 0 };

	if (accept && strstr(accept, "application/openmetrics-text")) {
		tcn_api_metrics(a.api, &a.out);
		a.type = "application/openmetrics-text; version=1.0.0; "
			 "charset=utf-8";
	} else {
		tcn_api_metrics(a.api, &all);
		tcn_openmetrics_plain(tcn_buf_view(&all), &a.out);
		a.type = "text/plain; version=0.0.4; charset=utf-8";
	}
	tcn_buf_fini(&all);
	tcn_api_answer_send(&a, TCN_OK);
}

static void
get_stats(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);

	tcn_api_stats(a.api, &a.out);
	tcn_api_answer_send(&a, TCN_OK);
}

static void
get_health(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);

	tcn_buf_z(&a.out, "{\"status\":\"ok\"}\n");
	tcn_api_answer_send(&a, TCN_OK);
}

/* Ready means that an article sent now would be stored, and counted. */
static void
get_ready(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	char why[256], span[TCN_WHEN_BYTES];

	if (!tcn_intake_ready(a.api->intake)) {
		tcn_http_call_set_header(call, "Retry-After", "1");
		tcn_api_answer_error(&a, 503, "it takes no articles now");
		return;
	}
	if (tcn_wall_is_ahead(a.api->wall)) {
		snprintf(why, sizeof why,
		    "the stream's time is %s ahead of this machine's clock, so "
		    "that articles of today do not count: set the clock right, "
		    "wait, or stop it and run 'tocsin check --mend-clock'",
		    tcn_when_span(tcn_wall_ahead_ms(a.api->wall), span));
		tcn_api_answer_error(&a, 503, why);
		return;
	}
	tcn_buf_z(&a.out, "{\"status\":\"ready\"");
	if (a.api->lease)
		tcn_buf_printf(&a.out, ",\"leads\":%s",
		    tcn_lease_log_leads(a.api->lease) ? "true" : "false");
	tcn_buf_z(&a.out, "}\n");
	tcn_api_answer_send(&a, TCN_OK);
}

static void
post_reload(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);
	struct tcn_err err = { 0 };
	enum tcn_rc rc = a.api->reload(a.api->reload_ctx, &err);
	char place[TCN_ERR_PLACE_BYTES], why[1024];

	if (rc) {
		snprintf(why, sizeof why, "%s%s; nothing has changed",
		    tcn_err_place(&err, place), err.text);
		tcn_api_answer_error(&a, 422, why);
		return;
	}
	tcn_buf_z(&a.out, "{\"status\":\"reloaded\"}\n");
	tcn_api_answer_send(&a, TCN_OK);
}

static void
get_openapi(void *ctx, struct tcn_http_call *call)
{
	struct tcn_api_answer a = tcn_api_answer(ctx, call);

	tcn_api_openapi(tcn_api_routes, &a.out);
	tcn_api_answer_send(&a, TCN_OK);
}

/* The conditions of a view of events (tools/pipeline/event_view.h). */
#define VIEW                                                                   \
	"state=now_state owner=now_owner severity=now_severity lang=now_lang " \
	"place rule=now_rule source=now_source category=now_category q=now_q"

#define GET    EVHTTP_REQ_GET
#define POST   EVHTTP_REQ_POST
#define PUT    EVHTTP_REQ_PUT
#define DELETE EVHTTP_REQ_DELETE
#define PATCH  EVHTTP_REQ_PATCH

const struct tcn_http_route tcn_api_routes[] = {
	{ GET, "/healthz", TCN_HTTP_SCOPE_NONE, get_health,
	    "Whether the daemon runs.", NULL, NULL, "Status" },
	{ GET, "/readyz", TCN_HTTP_SCOPE_NONE, get_ready,
	    "Whether the daemon takes in articles and counts them; 503 if not.",
	    NULL, NULL, "Status" },
	{ GET, "/metrics", TCN_HTTP_SCOPE_READ, get_metrics,
	    "Counters, as OpenMetrics when asked for, else as Prometheus' "
	    "text.",
	    NULL, NULL, "text/plain application/openmetrics-text" },
	{ POST, "/v1/articles", TCN_HTTP_SCOPE_WRITE, tcn_api_post_articles,
	    "Takes articles in: one, an array, or one a line; or a web page "
	    "(text/html) that came from 'url', whose article is taken. The "
	    "body may be gzip.",
	    "url=page_url", "ArticleIn application/x-ndjson text/html",
	    "Taken" },
	{ GET, "/v1/articles", TCN_HTTP_SCOPE_READ, tcn_api_get_articles,
	    "The latest articles, the newest arrival first, each with the "
	    "event that it belongs to.",
	    "source=search_source lang=search_lang story copies "
	    "after=after_article limit",
	    NULL, "LatestArticles" },
	{ GET, "/v1/articles/{}", TCN_HTTP_SCOPE_READ, tcn_api_get_article,
	    "The articles of that id, with their placement.", NULL, NULL,
	    "Articles" },
	{ GET, "/v1/articles/{}/dups", TCN_HTTP_SCOPE_READ, tcn_api_get_dups,
	    "The stored articles that are copies of this one.",
	    "limit ever excerpts rewrites", NULL, "Found" },
	{ GET, "/v1/articles/{}/related", TCN_HTTP_SCOPE_READ,
	    tcn_api_get_related,
	    "The stored articles that are related to this one.",
	    "collapse limit", NULL, "Found" },
	{ POST, "/v1/cluster", TCN_HTTP_SCOPE_READ, tcn_api_post_cluster,
	    "Clusters of those posted articles that have similar words, by the "
	    "settings lsh.*; nothing is stored.",
	    NULL, "ClusterIn", "Clusters" },
	{ POST, "/v1/collapse", TCN_HTTP_SCOPE_READ, tcn_api_post_collapse,
	    "Which of a list of articles to show, so that each text is shown "
	    "once; posted articles are not kept.",
	    NULL, "CollapseIn", "Collapsed" },
	{ GET, "/v1/deliveries", TCN_HTTP_SCOPE_READ, tcn_api_get_deliveries,
	    "The messages and what became of them, the newest first, a page at "
	    "a time.",
	    "event=event_id receiver silence state=message_states before "
	    "limit",
	    NULL, "Messages" },
	{ GET, "/v1/deliveries/{}", TCN_HTTP_SCOPE_READ, tcn_api_get_delivery,
	    "One message, with each try to send it.", NULL, NULL, "Message" },
	{ POST, "/v1/deliveries/{}/resend", TCN_HTTP_SCOPE_ADMIN,
	    tcn_api_resend_delivery,
	    "Sends a message once more, with the same key.", NULL, "Act",
	    "Message" },
	{ POST, "/v1/deliveries/{}/drop", TCN_HTTP_SCOPE_ADMIN,
	    tcn_api_drop_delivery, "Drops a message that was not sent yet.",
	    NULL, "Act", "Message" },
	{ POST, "/v1/deliveries/drop", TCN_HTTP_SCOPE_ADMIN,
	    tcn_api_drop_deliveries,
	    "Drops all messages that match and were not sent yet.",
	    "event=event_id receiver state=message_states", "Act", "Changed" },
	{ POST, "/v1/deliveries/resend", TCN_HTTP_SCOPE_ADMIN,
	    tcn_api_resend_deliveries,
	    "Sends all messages that match once more.",
	    "event=event_id receiver state=message_states", "Act", "Changed" },
	{ POST, "/v1/dups", TCN_HTTP_SCOPE_READ, tcn_api_post_dups,
	    "The stored articles that are copies of a posted text, which is "
	    "not kept.",
	    "limit ever excerpts rewrites", "text/plain ArticleIn", "Found" },
	{ GET, "/v1/editions", TCN_HTTP_SCOPE_READ, tcn_api_get_editions,
	    "The editions that were made or skipped, the last first, and when "
	    "the next are due.",
	    "name=edition_name limit", NULL, "Editions" },
	{ GET, "/v1/editions.atom", TCN_HTTP_SCOPE_READ,
	    tcn_api_get_editions_atom, "The last 50 editions as an Atom feed.",
	    NULL, NULL, "application/atom+xml" },
	{ POST, "/v1/editions/try", TCN_HTTP_SCOPE_WRITE,
	    tcn_api_post_editions_try,
	    "Makes all editions that were due in a past time, as a job, and "
	    "stores nothing.",
	    NULL, "EditionsTryIn", "202 Job" },
	{ GET, "/v1/editions/{}/at/{}", TCN_HTTP_SCOPE_READ,
	    tcn_api_get_edition_at,
	    "The edition of a past time: the one that was due then, made "
	    "again, else one as of then; nothing is stored.",
	    "format=edition_format compare=edition_compare", NULL,
	    "application/json text/html text/markdown text/plain" },
	{ POST, "/v1/editions/{}/make", TCN_HTTP_SCOPE_ADMIN,
	    tcn_api_make_edition,
	    "Makes an edition of what the store has now, stores and sends it.",
	    NULL, "Act", "Edition" },
	{ GET, "/v1/editions/{}/{}", TCN_HTTP_SCOPE_READ, tcn_api_get_edition,
	    "One edition, by its name and its number or \"latest\".",
	    "format=edition_format", NULL,
	    "application/json text/html text/markdown text/plain" },
	{ POST, "/v1/editions/{}/{}/send", TCN_HTTP_SCOPE_ADMIN,
	    tcn_api_send_edition,
	    "Sends an edition's messages once more, with the same keys; a "
	    "receiver or desk that is named may be a new one.",
	    "receiver", "Act", "Changed" },
	{ GET, "/v1/events", TCN_HTTP_SCOPE_READ, tcn_api_get_events,
	    "Events, by the time they fired, a page at a time.",
	    "since until rule place term state owner acknowledged "
	    "severity=now_severity min_items order after limit",
	    NULL, "Events" },
	{ GET, "/v1/events/days", TCN_HTTP_SCOPE_READ, tcn_api_get_event_days,
	    "How many events fired on each day, the last day first.",
	    "since until", NULL, "Days" },
	{ GET, "/v1/events.atom", TCN_HTTP_SCOPE_READ, tcn_api_get_atom,
	    "The last 100 events as an Atom feed.", VIEW, NULL,
	    "application/atom+xml" },
	{ GET, "/v1/events.json", TCN_HTTP_SCOPE_READ, tcn_api_get_json_feed,
	    "The last 100 events as a JSON Feed.", VIEW, NULL,
	    "application/feed+json=JsonFeed" },
	{ GET, "/v1/events/{}", TCN_HTTP_SCOPE_READ, tcn_api_get_event,
	    "One event: all its revisions, the last first.", "evidence", NULL,
	    "EventRevisions" },
	{ GET, "/v1/events/{}/history", TCN_HTTP_SCOPE_READ,
	    tcn_api_get_history,
	    "The history of an event: its revisions, the actions of desks, and "
	    "the messages sent.",
	    "evidence", NULL, "History" },
	{ GET, "/v1/events/{}/items", TCN_HTTP_SCOPE_READ, tcn_api_get_items,
	    "All articles of an event, 200 unless limit says otherwise; copies "
	    "are folded.",
	    "order=items_order source=search_source lang=search_lang "
	    "copies after=after_article limit=items_limit",
	    NULL, "EventItems" },
	{ GET, "/v1/events/{}/dossier", TCN_HTTP_SCOPE_READ,
	    tcn_api_get_event_dossier,
	    "The dossier of which the event is an episode: the events that "
	    "continue one another, in the order in which they fired.",
	    NULL, NULL, "Dossier" },
	{ GET, "/v1/events/{}/related", TCN_HTTP_SCOPE_READ,
	    tcn_api_get_event_related,
	    "Events that the event came from or was merged into, and events of "
	    "similar stories in the 30 days before and after.",
	    NULL, NULL, "RelatedEvents" },
	{ GET, "/v1/events/{}/revisions/{}", TCN_HTTP_SCOPE_READ,
	    tcn_api_get_revision, "One revision of an event, as it was.", NULL,
	    NULL, "Event" },
	{ GET, "/v1/events/{}/report", TCN_HTTP_SCOPE_READ, tcn_api_get_report,
	    "The special report on an event; a signed link opens it without a "
	    "token.",
	    "format lang zone index since until dossier link", NULL,
	    "text/html text/markdown application/json" },
	{ GET, "/r/{}", TCN_HTTP_SCOPE_READ, tcn_api_get_report,
	    "The same report, at the address that messages link to; a browser "
	    "without a token or a signed link is asked to log in.",
	    "format lang link", NULL, "text/html" },
	{ POST, "/v1/events/{}/links/revoke", TCN_HTTP_SCOPE_ADMIN,
	    tcn_api_revoke_links,
	    "Revokes the signed links to a report that were sent so far.", NULL,
	    "Act", "LinksRevoked" },
	{ POST, "/v1/events/{}/ack", TCN_HTTP_SCOPE_WRITE, tcn_api_act_ack,
	    "Acknowledges an event.", NULL, "Act", "Acted" },
	{ POST, "/v1/events/{}/unack", TCN_HTTP_SCOPE_WRITE, tcn_api_act_unack,
	    "Takes an acknowledgement back.", NULL, "Act", "Acted" },
	{ POST, "/v1/events/{}/owner", TCN_HTTP_SCOPE_WRITE, tcn_api_act_own,
	    "Sets the owner of an event.", NULL, "Owner", "Acted" },
	{ POST, "/v1/events/{}/notes", TCN_HTTP_SCOPE_WRITE, tcn_api_act_note,
	    "Adds a note to an event.", NULL, "Note", "Acted" },
	{ POST, "/v1/events/{}/seen", TCN_HTTP_SCOPE_READ, tcn_api_post_seen,
	    "Marks an event as seen by the caller, or takes the mark back; the "
	    "mark is kept by name, and no part of the history.",
	    NULL, "SeenIn", "Seen" },
	{ POST, "/v1/events/{}/close", TCN_HTTP_SCOPE_WRITE, tcn_api_act_close,
	    "Closes an event for the desk.", NULL, "Act", "Acted" },
	{ POST, "/v1/events/{}/reopen", TCN_HTTP_SCOPE_WRITE,
	    tcn_api_act_reopen, "Opens an event again for the desk.", NULL,
	    "Act", "Acted" },
	{ POST, "/v1/explanations", TCN_HTTP_SCOPE_READ,
	    tcn_api_post_explanation,
	    "Has a job explain why an event fired, or why nothing fired for "
	    "articles with such titles.",
	    NULL, "Question", "202 Job" },
	{ POST, "/v1/events/{}/merge", TCN_HTTP_SCOPE_WRITE, tcn_api_merge,
	    "Merges an event into another, with all articles that it will "
	    "have.",
	    NULL, "MergeIn", "Acted" },
	{ POST, "/v1/merges/preview", TCN_HTTP_SCOPE_READ,
	    tcn_api_merge_preview, "What a merge would do; nothing is done.",
	    NULL, "MergePreviewIn", "MergePreview" },
	{ DELETE, "/v1/merges/{}", TCN_HTTP_SCOPE_WRITE, tcn_api_unmerge,
	    "Takes a merge back, by the number of its action.", NULL, NULL,
	    "Acted" },
	{ POST, "/v1/merges/{}/end", TCN_HTTP_SCOPE_WRITE, tcn_api_unmerge,
	    "Takes a merge back; the body can name who does it.", NULL, "Act",
	    "Acted" },
	{ POST, "/v1/events/{}/split", TCN_HTTP_SCOPE_WRITE, tcn_api_split,
	    "Splits articles off an event into one of their own, with their "
	    "copies and all later articles of the publishers that are named; "
	    "or shows what that would do.",
	    NULL, "SplitIn", "Acted" },
	{ GET, "/v1/feeds", TCN_HTTP_SCOPE_READ, tcn_api_get_feeds,
	    "The feeds that are read, with the state of each.", "gaps failing",
	    NULL, "Feeds" },
	{ POST, "/v1/feeds", TCN_HTTP_SCOPE_ADMIN, tcn_api_add_feeds,
	    "Adds feeds; existing ones stay as they are, except for an "
	    "allowance that the request gives.",
	    NULL, "FeedsIn", "FeedsAdded" },
	{ POST, "/v1/feeds/poll", TCN_HTTP_SCOPE_ADMIN, tcn_api_poll_feeds,
	    "Fetches the feeds that are due, or all, and answers when that is "
	    "done.",
	    NULL, "PollIn", "Polled" },
	{ POST, "/v1/feeds/remove", TCN_HTTP_SCOPE_ADMIN, tcn_api_remove_feeds,
	    "Forgets feeds; their articles stay.", NULL, "FeedsOut", "Status" },
	{ GET, "/v1/jobs", TCN_HTTP_SCOPE_READ, tcn_api_get_jobs,
	    "The jobs that run, wait or ended lately, the newest first.", NULL,
	    NULL, "Jobs" },
	{ GET, "/v1/jobs/{}", TCN_HTTP_SCOPE_READ, tcn_api_get_job,
	    "A job: how far it is, and its result.", NULL, NULL, "Job" },
	{ DELETE, "/v1/jobs/{}", TCN_HTTP_SCOPE_READ, tcn_api_cancel_job,
	    "Cancels a job of one's own; with the scope admin, any.", NULL,
	    NULL, "Job" },
	{ POST, "/v1/feeds/discover", TCN_HTTP_SCOPE_WRITE,
	    tcn_api_discover_feeds,
	    "The feeds that an address leads to, and what stands in them; "
	    "nothing is added.",
	    NULL, "LookIn", "Looked" },
	{ GET, "/v1/feeds.opml", TCN_HTTP_SCOPE_READ, tcn_api_get_opml,
	    "The feeds as an OPML list, for other feed readers.", NULL, NULL,
	    "text/x-opml" },
	{ POST, "/v1/feeds/opml", TCN_HTTP_SCOPE_ADMIN, tcn_api_post_opml,
	    "Adds the feeds of an OPML list, and says what came of each.", NULL,
	    "text/x-opml", "FeedsTaken" },
	{ GET, "/v1/feeds/{}", TCN_HTTP_SCOPE_READ, tcn_api_get_feed,
	    "One feed, by its id or its address, with its last 20 fetches.",
	    NULL, NULL, "Feed" },
	{ PATCH, "/v1/feeds/{}", TCN_HTTP_SCOPE_ADMIN, tcn_api_patch_feed,
	    "Pauses a feed, or ends its pause.", NULL, "FeedChange", "Feed" },
	{ DELETE, "/v1/feeds/{}", TCN_HTTP_SCOPE_ADMIN, tcn_api_drop_feed,
	    "Forgets a feed; its articles stay.", NULL, NULL, "Status" },
	{ POST, "/v1/feeds/{}/fetch", TCN_HTTP_SCOPE_ADMIN, tcn_api_fetch_feed,
	    "Fetches a feed now, with those that are due, and answers when "
	    "that is done.",
	    NULL, NULL, "Polled" },
	{ GET, "/v1/images/{}", TCN_HTTP_SCOPE_READ, tcn_api_get_image,
	    "The picture of the article of that number (seq), made small: "
	    "where web.images says that pictures are shown.",
	    NULL, NULL, "image/jpeg" },
	{ GET, "/v1/intake", TCN_HTTP_SCOPE_READ, tcn_api_get_intake,
	    "What came in, in the last hour and over the last day by source, "
	    "and what was not taken and why.",
	    "brief", NULL, "Intake" },
	{ GET, "/v1/links", TCN_HTTP_SCOPE_ADMIN, tcn_api_get_links,
	    "The key that signs links, and the events whose links are revoked.",
	    NULL, NULL, "Links" },
	{ POST, "/v1/links/rotate", TCN_HTTP_SCOPE_ADMIN, tcn_api_rotate_links,
	    "Makes a new key for signed links; those sent so far stop working.",
	    NULL, "Act", "LinksKey" },
	{ GET, "/v1/minutes", TCN_HTTP_SCOPE_READ, tcn_api_get_minutes,
	    "Figures of the daemon for each minute of its last day, or of up "
	    "to a week.",
	    "every hours", NULL, "Minutes" },
	{ GET, "/v1/now", TCN_HTTP_SCOPE_READ, tcn_api_get_now,
	    "The open events by rank, with how each came to its rank, what "
	    "belongs together, and what is new since the caller looked.",
	    VIEW " after=after_row limit=now_limit known", NULL, "Now" },
	{ GET, "/v1/openapi.json", TCN_HTTP_SCOPE_READ, get_openapi,
	    "This description.", NULL, NULL, "application/json" },
	{ GET, "/v1/receivers", TCN_HTTP_SCOPE_READ, tcn_api_get_receivers,
	    "The receivers of messages, with the state of each.", NULL, NULL,
	    "Receivers" },
	{ POST, "/v1/receivers/{}/test", TCN_HTTP_SCOPE_ADMIN,
	    tcn_api_test_receiver,
	    "Sends a receiver a marked test message; the member \"test\" of "
	    "the receiver tells what came of it.",
	    NULL, "Act", "202 Receiver" },
	{ POST, "/v1/recommend", TCN_HTTP_SCOPE_READ, tcn_api_post_recommend,
	    "More articles for a person who has read these; nothing about "
	    "readers is kept.",
	    NULL, "RecommendIn", "Recommended" },
	{ POST, "/v1/related", TCN_HTTP_SCOPE_READ, tcn_api_post_related,
	    "The stored articles that are related to a posted text, which is "
	    "not kept.",
	    "collapse limit", "text/plain ArticleIn", "Found" },
	{ POST, "/v1/reload", TCN_HTTP_SCOPE_ADMIN, post_reload,
	    "Reads settings, rules and receivers anew.", NULL, NULL, "Status" },
	{ GET, "/v1/rules", TCN_HTTP_SCOPE_READ, tcn_api_get_rules,
	    "The rules in force.", "after=after_id limit", NULL, "Rules" },
	{ POST, "/v1/rules/check", TCN_HTTP_SCOPE_READ, tcn_api_check_rules,
	    "Whether a file of rules is sound: all mistakes, by place.", NULL,
	    "RulesIn", "RulesChecked" },
	{ POST, "/v1/rules/form", TCN_HTTP_SCOPE_READ, tcn_api_rules_form,
	    "A file of rules as a form: the fields of one of its rules, with "
	    "what each is for; and the text with some of them changed, of "
	    "which all else stays as it is.",
	    NULL, "RulesFormIn", "RulesForm" },
	{ GET, "/v1/rules/file", TCN_HTTP_SCOPE_ADMIN, tcn_api_get_rules_file,
	    "The rules file, with its mistakes and the older versions that "
	    "are kept.",
	    "kept", NULL, "RulesFile" },
	{ PUT, "/v1/rules/file", TCN_HTTP_SCOPE_ADMIN, tcn_api_put_rules_file,
	    "Replaces the rules file, keeps the old one, and loads the new one "
	    "at once; If-Match names the version that was changed.",
	    NULL, "RulesIn", "RulesSaved" },
	{ GET, "/v1/rules/fired", TCN_HTTP_SCOPE_READ, tcn_api_get_rules_fired,
	    "How many events of each rule fired; in the last 7 days of the "
	    "stream, unless a time is named.",
	    "since until", NULL, "RulesFired" },
	{ GET, "/v1/rules/{}/fired", TCN_HTTP_SCOPE_READ,
	    tcn_api_get_rule_fired,
	    "The events of a rule, the last first, and how many fired on each "
	    "day.",
	    "since until limit", NULL, "RuleFired" },
	{ GET, "/v1/rules/propose", TCN_HTTP_SCOPE_READ, tcn_api_propose_rule,
	    "A watch rule for what a search finds; nothing is written.",
	    "name=rule_name q since=search_since until=search_until "
	    "source=search_source lang=search_lang category "
	    "event=search_event copies order=search_order",
	    NULL, "RuleProposal" },
	{ GET, "/v1/search", TCN_HTTP_SCOPE_READ, tcn_api_get_search,
	    "Articles that hold all words of q, a page at a time, each with "
	    "its event and with the words marked.",
	    "q since=search_since until=search_until source=search_source "
	    "lang=search_lang category event=search_event copies "
	    "order=search_order collapse after limit",
	    NULL, "Hits" },
	{ GET, "/v1/search/facets", TCN_HTTP_SCOPE_READ, tcn_api_get_facets,
	    "How many hits a search would have if it were narrowed to a "
	    "source, a language, a category or an event: the 8 largest of "
	    "each.",
	    "q since=search_since until=search_until source=search_source "
	    "lang=search_lang category event=search_event copies",
	    NULL, "Facets" },
	{ GET, "/v1/session", TCN_HTTP_SCOPE_READ, tcn_api_get_session,
	    "The caller, and what it may do.", NULL, NULL, "Caller" },
	{ GET, "/v1/sessions", TCN_HTTP_SCOPE_READ, tcn_api_get_sessions,
	    "The browsers that are logged in: with admin all, else those of "
	    "the caller's token.",
	    NULL, NULL, "Sessions" },
	{ POST, "/v1/sessions", TCN_HTTP_SCOPE_NONE, tcn_api_post_session,
	    "Logs a browser in: sets a cookie in exchange for a token.", NULL,
	    "SessionIn", "Caller" },
	{ DELETE, "/v1/sessions/{}", TCN_HTTP_SCOPE_READ, tcn_api_end_session,
	    "Logs a browser out: one's own; with write those of the same "
	    "token, with admin any.",
	    NULL, NULL, "Status" },
	{ GET, "/v1/settings", TCN_HTTP_SCOPE_ADMIN, tcn_api_get_settings,
	    "The settings in force that are not the defaults.", NULL, NULL,
	    "Settings" },
	{ GET, "/v1/searches", TCN_HTTP_SCOPE_READ, tcn_api_get_searches,
	    "The saved searches.", NULL, NULL, "Searches" },
	{ POST, "/v1/searches", TCN_HTTP_SCOPE_WRITE, tcn_api_save_search,
	    "Saves a search under a name, new or known.", NULL, "SearchIn",
	    "SavedSearch" },
	{ DELETE, "/v1/searches/{}", TCN_HTTP_SCOPE_WRITE, tcn_api_drop_search,
	    "Forgets a saved search.", NULL, NULL, "Status" },
	{ POST, "/v1/searches/{}/rule", TCN_HTTP_SCOPE_ADMIN,
	    tcn_api_propose_saved_rule,
	    "Proposes a watch rule for what a saved search finds; nothing is "
	    "written.",
	    NULL, NULL, "RuleProposal" },
	{ GET, "/v1/silences", TCN_HTTP_SCOPE_READ, tcn_api_get_silences,
	    "What is silenced now, or ever was.", "all after=after_id limit",
	    NULL, "Silences" },
	{ GET, "/v1/silences/{}", TCN_HTTP_SCOPE_READ, tcn_api_get_silence,
	    "One silence, by its number, with the number of events it "
	    "covered.",
	    NULL, NULL, "Silence" },
	{ POST, "/v1/silences", TCN_HTTP_SCOPE_ADMIN, tcn_api_add_silence,
	    "Silences an event, a rule, words or a source for a while.", NULL,
	    "SilenceIn", "Silence" },
	{ DELETE, "/v1/silences/{}", TCN_HTTP_SCOPE_ADMIN, tcn_api_end_silence,
	    "Ends a silence before its time.", NULL, NULL, "Silence" },
	{ POST, "/v1/silences/{}/end", TCN_HTTP_SCOPE_ADMIN,
	    tcn_api_end_silence,
	    "Ends a silence before its time; the body can name who does it.",
	    NULL, "Act", "Silence" },
	{ GET, "/v1/stats", TCN_HTTP_SCOPE_READ, get_stats,
	    "Counters of the daemon, and what it holds in "
	    "memory.",
	    NULL, NULL, "Stats" },
	{ GET, "/v1/stream", TCN_HTTP_SCOPE_READ, get_stream,
	    "Server-sent events: changes of events, in order, as they are "
	    "committed.",
	    "page=stream_page after=after_seq " VIEW, NULL,
	    "text/event-stream" },
	{ POST, "/v1/trials", TCN_HTTP_SCOPE_WRITE, tcn_api_post_trial,
	    "Has a job try rules on the last days of the store, beside those "
	    "in force; its result is that of 'tocsin tune diff --json'.",
	    NULL, "TrialIn", "202 Job" },
	{ 0 },
};

/* --- the routes without a daemon --- */

/* Whether the route is about a daemon, or takes articles in. */
static bool
needs_daemon(const char *target, enum evhttp_cmd_type method)
{
	static const char *const paths[] = { "/metrics", "/readyz",
		"/v1/feeds/poll", "/v1/reload", "/v1/stats", "/v1/stream" };

	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
		if (strcmp(target, paths[i]) == 0)
			return true;
	return method == EVHTTP_REQ_POST && strcmp(target, "/v1/articles") == 0;
}

int
tcn_api_local_call(struct tcn_api_local *local, enum evhttp_cmd_type method,
    const char *target, struct tcn_str body, struct tcn_buf *answer)
{
	assert(!needs_daemon(target, method));
	return tcn_http_local_call(tcn_api_routes, tcn_api_local_api(local),
	    method, target, body, answer);
}
