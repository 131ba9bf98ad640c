#include <signal.h>
#include <stdlib.h>

#include "engine/base/mem.h"
#include "engine/text/markup.h"
#include "tools/base/say.h"
#include "tools/verb/verb.h"

int
main(int argc, char **argv)
{
	int code, flushed;
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	size_t bytes;

	/* Ignores SIGPIPE and SIGXFSZ: a write to a reader that went away, or
	 * beyond the size that a file may have (ulimit -f), must come back as
	 * an error to the code that wrote, which may have a store to close; it
	 * must not end the process. */
	sigemptyset(&ignore.sa_mask);
	sigaction(SIGPIPE, &ignore, NULL);
	sigaction(SIGXFSZ, &ignore, NULL);
	tcn_markup_init();
	code = tcn_verb_main(argc, argv);
	flushed = tcn_say_flush();
	/* With TOCSIN_LEAKS set, as the tests set it, memory that was not given
	 * back ends the program with a message and an exit code of its own. */
	bytes = tcn_mem_live_bytes();
	if (!bytes || !getenv("TOCSIN_LEAKS"))
		return code ? code : flushed;
	tcn_say("%zu bytes of memory were not given back", bytes);
	return TCN_EXIT_LEAK;
}
