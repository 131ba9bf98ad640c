check_PROGRAMS += check_tools_deliver
TESTS += check_tools_deliver
check_tools_deliver_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_deliver_LDADD = $(TESTS_BASE) $(TOOLS_DELIVER) $(CHECK_LIBS)
check_tools_deliver_SOURCES = \
	tests/tools/deliver/heard.c \
	tests/tools/deliver/heard.h \
	tests/tools/deliver/mailbox.c \
	tests/tools/deliver/mailbox.h \
	tests/tools/deliver/newsroom.c \
	tests/tools/deliver/newsroom.h \
	tests/tools/deliver/outgoing.c \
	tests/tools/deliver/outgoing.h \
	tests/tools/deliver/test_caps.c \
	tests/tools/deliver/test_channel.c \
	tests/tools/deliver/test_delivery.c \
	tests/tools/deliver/test_escalate.c \
	tests/tools/deliver/test_mail_page.c \
	tests/tools/deliver/test_notify.c \
	tests/tools/deliver/test_receiver.c \
	tests/tools/deliver/test_release.c \
	tests/tools/deliver/test_sender.c \
	tests/tools/deliver/test_sender_wait.c \
	tests/tools/deliver/test_transport.c
