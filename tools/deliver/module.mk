# tools/deliver: see tools/deliver/README.md.
noinst_LIBRARIES += libtools_deliver.a
TOOLS_DELIVER = libtools_deliver.a $(TOOLS_FEEDS)
libtools_deliver_a_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS)
libtools_deliver_a_SOURCES = \
	tools/deliver/append.c tools/deliver/append.h \
	tools/deliver/carry.c tools/deliver/carry.h \
	tools/deliver/channel.c tools/deliver/channel.h \
	tools/deliver/channel_chat.c \
	tools/deliver/channel_hook.c \
	tools/deliver/channel_mail.c \
	tools/deliver/check_file.c tools/deliver/check_file.h \
	tools/deliver/deliver.c tools/deliver/deliver.h \
	tools/deliver/deliveries.c tools/deliver/deliveries.h \
	tools/deliver/dispatch.c tools/deliver/dispatch.h \
	tools/deliver/notify.c tools/deliver/notify.h \
	tools/deliver/post.c tools/deliver/post.h \
	tools/deliver/receivers.c tools/deliver/receivers.h \
	tools/deliver/receivers_check.c \
	tools/deliver/receivers_impl.h \
	tools/deliver/scribe.c tools/deliver/scribe.h \
	tools/deliver/spawn.c tools/deliver/spawn.h \
	tools/deliver/template.c tools/deliver/template.h \
	tools/deliver/told.c tools/deliver/told.h
EXTRA_DIST += tools/deliver/README.md
