# tools/deliver: see tools/deliver/README.md.
noinst_LIBRARIES += libtools_deliver.a
TOOLS_DELIVER = libtools_deliver.a $(TOOLS_FEEDS)
libtools_deliver_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_deliver_a_SOURCES = \
	tools/deliver/append.c \
	tools/deliver/append.h \
	tools/deliver/channel.c \
	tools/deliver/channel.h \
	tools/deliver/channel_chat.c \
	tools/deliver/channel_hook.c \
	tools/deliver/channel_mail.c \
	tools/deliver/delivery.c \
	tools/deliver/delivery.h \
	tools/deliver/digest.c \
	tools/deliver/digest.h \
	tools/deliver/dispatch.c \
	tools/deliver/dispatch.h \
	tools/deliver/file_writer.c \
	tools/deliver/file_writer.h \
	tools/deliver/gate.h \
	tools/deliver/judge.c \
	tools/deliver/judge.h \
	tools/deliver/linker.c \
	tools/deliver/linker.h \
	tools/deliver/mail_page.c \
	tools/deliver/mail_page.h \
	tools/deliver/message.c \
	tools/deliver/message.h \
	tools/deliver/message_json.c \
	tools/deliver/notify.c \
	tools/deliver/notify.h \
	tools/deliver/post.c \
	tools/deliver/post.h \
	tools/deliver/receiver.c \
	tools/deliver/receiver.h \
	tools/deliver/recheck.c \
	tools/deliver/recheck.h \
	tools/deliver/release.c \
	tools/deliver/release.h \
	tools/deliver/send_test.c \
	tools/deliver/send_test.h \
	tools/deliver/send_tests.c \
	tools/deliver/send_tests.h \
	tools/deliver/sender.c \
	tools/deliver/sender.h \
	tools/deliver/spawn.c \
	tools/deliver/spawn.h \
	tools/deliver/template.c \
	tools/deliver/template.h \
	tools/deliver/transport.c \
	tools/deliver/transport.h
EXTRA_DIST += tools/deliver/README.md
