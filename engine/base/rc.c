#include "engine/base/rc.h"

const char *
tcn_rc_text(enum tcn_rc rc)
{
	switch (rc) {
	case TCN_OK:
		return "no error";
	case TCN_INVALID:
		return "invalid input";
	case TCN_LIMIT:
		return "limit reached";
	case TCN_IO:
		return "input/output error";
	case TCN_CORRUPT:
		return "corrupt data";
	case TCN_DONE:
		return "no more";
	case TCN_BUSY:
		return "in use by another program";
	}
	return "unknown error";
}
