# window/near: see window/near/README.md.
noinst_LIBRARIES += libwindow_near.a
WINDOW_NEAR = libwindow_near.a $(WINDOW_BASE)
libwindow_near_a_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS)
libwindow_near_a_SOURCES = \
	window/near/near.c \
	window/near/near.h \
	window/near/near_find.c \
	window/near/near_impl.h \
	window/near/near_leaf.c \
	window/near/near_leaf.h \
	window/near/near_plan.c \
	window/near/near_plan.h \
	window/near/near_search.c \
	window/near/near_table.c \
	window/near/near_table.h
EXTRA_DIST += window/near/README.md
