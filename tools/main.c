#include <signal.h>
#include <stdlib.h>

#include "engine/text.h"
#include "tools/say.h"
#include "tools/verb.h"

/*
 * A write to a reader that went away must come back as an error to the code
 * that wrote, which may have a store to close; it must not end the process.
 */
static void
set_up_signals(void)
{
	struct sigaction ignore = { .sa_handler = SIG_IGN };

	sigemptyset(&ignore.sa_mask);
	sigaction(SIGPIPE, &ignore, NULL);
}

int
main(int argc, char **argv)
{
	int code, flushed;

	set_up_signals();
	tcn_text_init();
	code = tcn_verb_main(argc, argv);
	flushed = tcn_say_flush();
	return code ? code : flushed;
}
