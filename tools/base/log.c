#include "tools/base/log.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

#include "tools/base/say.h"

enum {
	LINE_MAX_BYTES = 1000, /* bytes[] has room for "..." and a line feed */
};

static _Atomic enum tcn_log_level least = TCN_LOG_INFO;

static const char *const names[] = { "debug", "info", "warn", "error" };

void
tcn_log_set_level(enum tcn_log_level level)
{
	least = level;
}

static void
add(struct tcn_log *log, const char *bytes, size_t n)
{
	size_t room = log->n < LINE_MAX_BYTES ? LINE_MAX_BYTES - log->n : 0;

	if (n > room)
		n = room;
	memcpy(log->bytes + log->n, bytes, n);
	log->n += n;
}

static void
add_z(struct tcn_log *log, const char *z)
{
	add(log, z, strlen(z));
}

static void
add_time(struct tcn_log *log)
{
	struct timespec now;
	struct tm tm;
	char text[40];
	size_t n;

	clock_gettime(CLOCK_REALTIME, &now);
	gmtime_r(&now.tv_sec, &tm);
	n = strftime(text, sizeof text, "ts=%Y-%m-%dT%H:%M:%S", &tm);
	snprintf(text + n, sizeof text - n, ".%03ldZ", now.tv_nsec / 1000000);
	add_z(log, text);
}

void
tcn_log_begin(struct tcn_log *log, enum tcn_log_level level, const char *event)
{
	assert(level < TCN_LOG_OFF);
	log->n = 0;
	log->level = level;
	if (level < least)
		return;
	add_time(log);
	tcn_log_str(log, "level", tcn_str(names[level]));
	tcn_log_str(log, "event", tcn_str(event));
}

/* Whether the value needs no quotes. */
static bool
plain(struct tcn_str s)
{
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.at[i];

		if (c <= ' ' || c == '"' || c == '=' || c == '\\' || c == 0x7f)
			return false;
	}
	return s.n > 0;
}

/* Control characters are escaped, lest a terminal obey them. */
static void
add_quoted(struct tcn_log *log, struct tcn_str s)
{
	add_z(log, "\"");
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.at[i];
		char text[8];

		if (c == '"' || c == '\\')
			snprintf(text, sizeof text, "\\%c", c);
		else if (c < ' ' || c == 0x7f)
			snprintf(text, sizeof text, "\\u%04x", c);
		else
			snprintf(text, sizeof text, "%c", c);
		add_z(log, text);
	}
	add_z(log, "\"");
}

void
tcn_log_str(struct tcn_log *log, const char *key, struct tcn_str value)
{
	if (log->level < least)
		return;
	add_z(log, " ");
	add_z(log, key);
	add_z(log, "=");
	if (plain(value))
		add(log, value.at, value.n);
	else
		add_quoted(log, value);
}

void
tcn_log_count(struct tcn_log *log, const char *key, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof text, "%llu", (unsigned long long)value);
	tcn_log_str(log, key, tcn_str(text));
}

void
tcn_log_err(struct tcn_log *log, enum tcn_rc rc, const struct tcn_err *err)
{
	bool said = err && err->text[0];

	if (err && err->file[0])
		tcn_log_str(log, "file", tcn_str(err->file));
	if (err && err->line)
		tcn_log_count(log, "line", err->line);
	if (err && err->column)
		tcn_log_count(log, "column", err->column);
	tcn_log_str(log, "error", tcn_str(said ? err->text : tcn_rc_text(rc)));
}

struct tcn_str
tcn_log_view(struct tcn_log *log)
{
	if (log->n == LINE_MAX_BYTES) {
		/* A character is not cut in two. */
		while (((unsigned char)log->bytes[log->n - 1] & 0xc0) == 0x80)
			log->n--;
		memcpy(log->bytes + log->n - 1, "...", 3);
		log->n += 2;
	}
	return (struct tcn_str){ log->bytes, log->n };
}

void
tcn_log_end(struct tcn_log *log)
{
	struct tcn_str line;

	if (log->level < least)
		return;
	line = tcn_log_view(log);
	log->bytes[line.n++] = '\n';
	tcn_say_line(line);
}
