/*
 * GET /metrics against OpenMetrics 1.0, line by line, and /readyz.
 */
#include "tests/base/run.h"

#include <ctype.h>
#include <signal.h>
#include <stdio.h>

#include "tests/tools/serve/daemon/child.h"

#define FAMILIES_MAX 128
#define SAMPLES_MAX  256
#define NAME_BYTES   128

/* The state of reading the document. */
static struct {
	char families[FAMILIES_MAX][NAME_BYTES];
	char samples[SAMPLES_MAX][NAME_BYTES]; /* with labels */
	int families_n, samples_n;
	char type[NAME_BYTES]; /* of the last family */
	bool unit, help, sampled; /* of the last family: it had one */
} seen;

static bool
ends_with(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);

	return n > m && strcmp(text + n - m, end) == 0;
}

/* "# TYPE NAME TYPE": a family begins, and none comes twice. */
static bool
take_type(const char *name, const char *type)
{
	for (int i = 0; i < seen.families_n; i++)
		if (strcmp(seen.families[i], name) == 0)
			return false;
	if (seen.families_n == FAMILIES_MAX ||
	    (strcmp(type, "counter") != 0 && strcmp(type, "gauge") != 0) ||
	    ends_with(name, "_total"))
		return false;
	snprintf(seen.families[seen.families_n++], NAME_BYTES, "%s", name);
	snprintf(seen.type, sizeof seen.type, "%s", type);
	seen.unit = seen.help = seen.sampled = false;
	return true;
}

/* A unit is the end of its family's name; each comes once, before samples. */
static bool
take_comment(const char *line)
{
	char word[8], name[NAME_BYTES], rest[NAME_BYTES], unit[NAME_BYTES];

	if (sscanf(line, "# %7s %127s %127[^\n]", word, name, rest) != 3)
		return false;
	if (strcmp(word, "TYPE") == 0)
		return take_type(name, rest);
	if (!seen.families_n || seen.sampled ||
	    strcmp(name, seen.families[seen.families_n - 1]) != 0)
		return false;
	if (strcmp(word, "HELP") == 0)
		return !seen.help && (seen.help = true) &&
		    !strpbrk(rest, "\\\"");
	snprintf(unit, sizeof unit, "_%.100s", rest);
	return strcmp(word, "UNIT") == 0 && !seen.unit && (seen.unit = true) &&
	    ends_with(name, unit);
}

/* {LABEL="VALUE",...}: where it ends, or NULL. */
static const char *
skip_labels(const char *at)
{
	do {
		at++;
		if (!islower((unsigned char)*at))
			return NULL;
		while (islower((unsigned char)*at) || *at == '_')
			at++;
		if (strncmp(at, "=\"", 2) != 0)
			return NULL;
		at += 2;
		while (*at && !strchr("\"\\\n", *at))
			at++;
		if (*at++ != '"')
			return NULL;
	} while (*at == ',');
	return *at == '}' ? at + 1 : NULL;
}

/* Digits, perhaps with at most three behind a point. */
static bool
is_number(const char *at)
{
	const char *from = at += *at == '-';
	size_t after;

	while (isdigit((unsigned char)*at))
		at++;
	if (at == from || *at != '.')
		return at > from && *at == '\n';
	after = strspn(++at, "0123456789");
	return after >= 1 && after <= 3 && at[after] == '\n';
}

static bool
take_sample(const char *line)
{
	char want[NAME_BYTES + 8], *sample;
	const char *at;
	size_t n;

	if (!seen.help)
		return false;
	n = (size_t)snprintf(want, sizeof want, "%s%s",
	    seen.families[seen.families_n - 1],
	    strcmp(seen.type, "counter") == 0 ? "_total" : "");
	if (strncmp(line, want, n) != 0)
		return false;
	at = line[n] == '{' ? skip_labels(line + n) : line + n;
	if (!at || *at != ' ' || !is_number(at + 1) ||
	    seen.samples_n == SAMPLES_MAX)
		return false;
	sample = seen.samples[seen.samples_n++];
	snprintf(sample, NAME_BYTES, "%.*s", (int)(at - line), line);
	for (int i = 0; i < seen.samples_n - 1; i++)
		if (strcmp(seen.samples[i], sample) == 0)
			return false;
	return seen.sampled = true;
}

/* NULL: it is sound; else the first line that is not. */
static const char *
find_fault(const char *text)
{
	memset(&seen, 0, sizeof seen);
	for (const char *at = text; *at; at = strchr(at, '\n') + 1) {
		if (strcmp(at, "# EOF\n") == 0)
			return NULL;
		if (!strchr(at, '\n') ||
		    !(*at == '#' ? take_comment(at) : take_sample(at)))
			return at;
	}
	return "it has no end";
}

/*
 * The older format: each sample's family has a TYPE and a HELP, and a counter
 * is one whose name ends in _total (as `promtool check metrics` wants it).
 */
static const char *
find_plain_fault(const char *text)
{
	char name[NAME_BYTES] = "", type[NAME_BYTES] = "", word[NAME_BYTES];

	for (const char *at = text; *at; at = strchr(at, '\n') + 1) {
		if (!strchr(at, '\n'))
			return at;
		if (sscanf(at, "# TYPE %127s %127s", name, type) == 2) {
			if (ends_with(name, "_total") !=
			    (strcmp(type, "counter") == 0))
				return at;
		} else if (sscanf(at, "# HELP %127s", word) == 1) {
			if (strcmp(word, name) != 0)
				return at;
		} else if (*at == '#' ||
		    sscanf(at, "%127[a-z_0-9]", word) != 1 ||
		    strcmp(word, name) != 0) {
			return at;
		}
	}
	return NULL;
}

static const char *const unsound[] = {
	"# TYPE a gauge\n# HELP a A.\na 1\n",
	"# TYPE a gauge\n# HELP a A.\na 1\n# EOF\n\n",
	"# TYPE a gauge\na 1\n# EOF\n",
	"# TYPE a counter\n# HELP a A.\na 1\n# EOF\n",
	"# TYPE a gauge\n# HELP a A.\na 1.2345\n# EOF\n",
	"# TYPE a gauge\n# HELP a A.\na 1e9\n# EOF\n",
	"# TYPE a gauge\n# HELP a A.\na 1\na 1\n# EOF\n",
	"# TYPE a gauge\n# UNIT a seconds\n# HELP a A.\na 1\n# EOF\n",
	"# TYPE a gauge\n# HELP a A.\na{b=\"c} 1\n# EOF\n",
	"# TYPE a gauge\n# HELP a A.\na 1\n# TYPE a gauge\n# EOF\n",
	"# TYPE a gauge\n# HELP b B.\n# EOF\n",
};

START_TEST(the_checker_sees_what_is_unsound)
{
	ck_assert_ptr_nonnull(find_fault(unsound[_i]));
}
END_TEST

static char receivers[TEMP_BYTES + 16];

static void
with_receivers(struct tcn_conf *conf)
{
	conf->deliver.receivers = receivers;
}

START_TEST(the_metrics_are_sound)
{
	const char *fault;
	FILE *file;

	snprintf(receivers, sizeof receivers, "%s/receivers", child.dir);
	file = fopen(receivers, "w");
	ck_assert_ptr_nonnull(file);
	fprintf(file,
	    "receivers:\n - {name: a.b-c_d, kind: file, path: '%s/f'}\n"
	    " - {name: hook, kind: webhook, url: 'https://h.example/'}\n",
	    child.dir);
	fclose(file);
	child_start(with_receivers);
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL,
			     "{\"ts\":1394473079.56,\"title\":\"T\"}"),
	    200);
	ck_assert_int_eq(child_call("GET", "/metrics", NULL, NULL), 200);
	fault = find_plain_fault(child.answer.at);
	ck_assert_msg(fault == NULL, "%s", fault);
	ck_assert_ptr_nonnull(strstr(child_header("Content-Type"), "0.0.4"));
	ck_assert_int_eq(child_call("GET", "/metrics",
			     "Accept: application/openmetrics-text;"
			     "version=1.0.0,text/plain;q=0.5",
			     NULL),
	    200);
	ck_assert_ptr_nonnull(strstr(child_header("Content-Type"),
	    "openmetrics-text"));
	fault = find_fault(child.answer.at);
	ck_assert_msg(fault == NULL, "%s", fault);
	child_wants("# UNIT tocsin_start_time_seconds seconds\n");
	child_wants("\ntocsin_stream_time_seconds 1394473079.560\n");
	child_wants("\ntocsin_deliveries_held{by=\"quiet_hours\"} 0\n");
	child_wants("\ntocsin_deliveries_sent_total{receiver=\"a.b-c_d\"} 0\n");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* No room for an answer that waits: nothing is taken, but it runs. */
static void
without_room(struct tcn_conf *conf)
{
	conf->http.pending_max = 0;
}

START_TEST(it_is_ready_while_it_takes_articles)
{
	child_start(NULL);
	ck_assert_int_eq(child_call("GET", "/readyz", NULL, NULL), 200);
	child_wants("\"ready\"");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	child_start(without_room);
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, "{}"), 429);
	ck_assert_int_eq(child_call("GET", "/readyz", NULL, NULL), 503);
	ck_assert_str_eq(child_header("Retry-After"), "1");
	ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL), 200);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* The second time a list is asked for, how it is collapsed is known. */
START_TEST(a_known_list_is_a_hit)
{
	child_start(NULL);
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL,
			     "[{\"id\":\"a\",\"title\":\"Ferry sinks\"},"
			     "{\"id\":\"b\",\"title\":\"Ferry sails\"}]"),
	    200);
	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(child_call("GET",
				     "/v1/search?q=ferry&collapse=similar",
				     NULL, NULL),
		    200);
		child_wants("\"more\":[]");
	}
	ck_assert_int_eq(child_call("POST", "/v1/collapse", NULL,
			     "{\"ids\":[\"a\",\"b\"],\"t\":0.3}"),
	    200);
	child_wants("{\"id\":\"b\",\"more\":[]}");
	ck_assert_int_eq(child_call("GET", "/metrics", NULL, NULL), 200);
	child_wants("tocsin_collapse_cache_hits_total 2\n");
	child_wants("tocsin_collapse_cache_misses_total 2\n");
	child_wants("tocsin_collapse_cache_entries 2\n");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* No way in: each is stored without its url, and counted. */
START_TEST(a_script_never_becomes_a_url)
{
	static const char *const urls[] = { "javascript:alert(1)",
		" JaVaScript:alert(1)", "java\\tscript:alert(1)",
		"data:text/html,x", "vbscript:x", "file:///etc/passwd",
		"//evil.example/x", "http://evil.example/\\u0001x" };
	char body[300];

	child_start(NULL);
	for (size_t i = 0; i < 8; i++) {
		snprintf(body, sizeof body,
		    "{\"id\":\"u%zu\",\"title\":\"Ferry %zu sinks\","
		    "\"url\":\"%s\"}",
		    i, i, urls[i]);
		ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body),
		    200);
		child_wants("\"stored\":1");
		snprintf(body, sizeof body, "/v1/articles/u%zu", i);
		ck_assert_int_eq(child_call("GET", body, NULL, NULL), 200);
		child_wants("\"title\":\"Ferry ");
		ck_assert_ptr_null(strstr(child.answer.at, "\"url\""));
	}
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL,
			     "{\"id\":\"w\",\"title\":\"Ferry\","
			     "\"url\":\"https://wire.example/w\"}"),
	    200);
	ck_assert_int_eq(child_call("GET", "/v1/articles/w", NULL, NULL), 200);
	child_wants("\"url\":\"https://wire.example/w\"");
	ck_assert_int_eq(child_call("GET", "/v1/stats", NULL, NULL), 200);
	child_wants("\"urls_refused\":8");
	ck_assert_int_eq(child_call("GET", "/metrics", NULL, NULL), 200);
	child_wants("tocsin_articles_url_refused_total 8\n");
}
END_TEST

TCN_TESTS(metrics)
{
	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_set_timeout(tc, 300);
	TCN_EACH(the_checker_sees_what_is_unsound, unsound);
	tcase_add_test(tc, a_known_list_is_a_hit);
	tcase_add_test(tc, a_script_never_becomes_a_url);
	tcase_add_test(tc, the_metrics_are_sound);
	tcase_add_test(tc, it_is_ready_while_it_takes_articles);
}
