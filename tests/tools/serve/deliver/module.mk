check_PROGRAMS += check_tools_deliver
TESTS += check_tools_deliver
check_tools_deliver_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_deliver_LDADD = $(TESTS_BASE) $(TOOLS_DELIVER) $(CHECK_LIBS)
check_tools_deliver_SOURCES = \
	tests/tools/serve/deliver/heard.c \
	tests/tools/serve/deliver/heard.h \
	tests/tools/serve/deliver/mailbox.c \
	tests/tools/serve/deliver/mailbox.h \
	tests/tools/serve/deliver/newsroom.c \
	tests/tools/serve/deliver/newsroom.h \
	tests/tools/serve/deliver/outgoing.c \
	tests/tools/serve/deliver/outgoing.h \
	tests/tools/serve/deliver/test_caps.c \
	tests/tools/serve/deliver/test_channel.c \
	tests/tools/serve/deliver/test_delivery.c \
	tests/tools/serve/deliver/test_escalate.c \
	tests/tools/serve/deliver/test_fold.c \
	tests/tools/serve/deliver/test_mail_page.c \
	tests/tools/serve/deliver/test_message_words.c \
	tests/tools/serve/deliver/test_notify.c \
	tests/tools/serve/deliver/test_receiver.c \
	tests/tools/serve/deliver/test_release.c \
	tests/tools/serve/deliver/test_sender.c \
	tests/tools/serve/deliver/test_sender_wait.c \
	tests/tools/serve/deliver/test_transport.c
EXTRA_DIST += tests/tools/serve/deliver/golden/messages.de \
	tests/tools/serve/deliver/golden/messages.en \
	tests/tools/serve/deliver/golden/messages.es \
	tests/tools/serve/deliver/golden/messages.fr
