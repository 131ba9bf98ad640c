check_PROGRAMS += check_window_category
TESTS += check_window_category
check_window_category_CFLAGS = $(AM_CFLAGS) $(ENGINE_CFLAGS) $(CHECK_CFLAGS)
check_window_category_LDADD = $(TESTS_BASE) $(WINDOW_CATEGORY) $(CHECK_LIBS)
check_window_category_SOURCES = \
	tests/window/category/category_model.c \
	tests/window/category/category_model.h \
	tests/window/category/category_steps.h \
	tests/window/category/test_calibration.c \
	tests/window/category/test_category.c \
	tests/window/category/test_category_state.c
