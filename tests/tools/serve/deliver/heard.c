#include "tests/tools/serve/deliver/heard.h"

char heard[TEMP_BYTES + 16];
