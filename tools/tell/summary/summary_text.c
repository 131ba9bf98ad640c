#include "tools/tell/summary/summary_text.h"

#include "engine/base/date.h"
#include "engine/base/duration.h"

#define YEAR_MAX 9999

int
tcn_summary_text_year(int64_t ms)
{
	int64_t day = ms / TCN_DAY_MS;
	int year;

	if (ms < 0 || day >= tcn_date_days(YEAR_MAX + 1, 1, 1))
		return 0;
	year = 1970 + (int)(day / 366);
	while (tcn_date_days(year + 1, 1, 1) <= day)
		year++;
	return year;
}
