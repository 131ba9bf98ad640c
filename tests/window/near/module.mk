check_PROGRAMS += check_window_near
TESTS += check_window_near
check_window_near_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(CHECK_CFLAGS)
check_window_near_LDADD = $(TESTS_BASE) $(WINDOW_NEAR) $(CHECK_LIBS)
check_window_near_SOURCES = \
	tests/window/near/near_model.c \
	tests/window/near/near_model.h \
	tests/window/near/test_near.c \
	tests/window/near/test_near_large.c \
	tests/window/near/test_popcount.c
