/*
 * A schedule from anywhere: it is refused with words and a place in the text,
 * or it is due, later than asked and not within the minute.
 */
#include "engine/base/err.h"
#include "engine/base/utf8.h"
#include "tests/fuzz/must.h"
#include "tools/tell/schedule/schedule.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tcn_str text = { (const char *)data, size };
	struct tcn_schedule_times times;
	struct tcn_schedule *schedule;
	struct tcn_err err = { .text = "" };
	int64_t first_ms, next_ms;
	size_t at = size + 1;

	if (!tcn_utf8_valid(text))
		return 0;
	if (tcn_schedule_parse(text, &times, &at, &err) != TCN_OK) {
		must(at <= size && err.text[0] != '\0');
		must(tcn_utf8_valid(tcn_str(err.text)));
		return 0;
	}
	if (tcn_schedule_new(&times, 1, tcn_str("Europe/Berlin"), &schedule,
		&err) != TCN_OK)
		return 0;
	must(tcn_schedule_next(schedule, 0, &first_ms) && first_ms > 0);
	must(tcn_schedule_next(schedule, first_ms, &next_ms));
	must(next_ms >= first_ms + 60000 && next_ms % 60000 == 0);
	tcn_schedule_free(schedule);
	return 0;
}
