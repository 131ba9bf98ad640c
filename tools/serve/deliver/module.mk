# tools/serve/deliver: see tools/serve/deliver/README.md.
noinst_LIBRARIES += libtools_deliver.a
TOOLS_DELIVER = libtools_deliver.a $(TOOLS_FEEDS)
libtools_deliver_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(COLD_CFLAGS)
libtools_deliver_a_SOURCES = \
	tools/serve/deliver/append.c \
	tools/serve/deliver/append.h \
	tools/serve/deliver/channel.c \
	tools/serve/deliver/channel.h \
	tools/serve/deliver/channel_chat.c \
	tools/serve/deliver/channel_hook.c \
	tools/serve/deliver/channel_mail.c \
	tools/serve/deliver/delivery.c \
	tools/serve/deliver/delivery.h \
	tools/serve/deliver/digest.c \
	tools/serve/deliver/digest.h \
	tools/serve/deliver/dispatch.c \
	tools/serve/deliver/dispatch.h \
	tools/serve/deliver/file_writer.c \
	tools/serve/deliver/file_writer.h \
	tools/serve/deliver/gate.h \
	tools/serve/deliver/judge.c \
	tools/serve/deliver/judge.h \
	tools/serve/deliver/linker.c \
	tools/serve/deliver/linker.h \
	tools/serve/deliver/mail_page.c \
	tools/serve/deliver/mail_page.h \
	tools/serve/deliver/message.c \
	tools/serve/deliver/message.h \
	tools/serve/deliver/message_json.c \
	tools/serve/deliver/message_words.c \
	tools/serve/deliver/message_words.h \
	tools/serve/deliver/notify.c \
	tools/serve/deliver/notify.h \
	tools/serve/deliver/post.c \
	tools/serve/deliver/post.h \
	tools/serve/deliver/receiver.c \
	tools/serve/deliver/receiver.h \
	tools/serve/deliver/recheck.c \
	tools/serve/deliver/recheck.h \
	tools/serve/deliver/release.c \
	tools/serve/deliver/release.h \
	tools/serve/deliver/send_test.c \
	tools/serve/deliver/send_test.h \
	tools/serve/deliver/send_tests.c \
	tools/serve/deliver/send_tests.h \
	tools/serve/deliver/sender.c \
	tools/serve/deliver/sender.h \
	tools/serve/deliver/spawn.c \
	tools/serve/deliver/spawn.h \
	tools/serve/deliver/template.c \
	tools/serve/deliver/template.h \
	tools/serve/deliver/transport.c \
	tools/serve/deliver/transport.h
EXTRA_DIST += tools/serve/deliver/README.md
