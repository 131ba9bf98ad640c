#include "tests/tools/deliver/heard.h"

char heard[TEMP_BYTES + 16];
