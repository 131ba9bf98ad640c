check_PROGRAMS += check_tools_bench_paper
SLOW_TESTS += check_tools_bench_paper
check_tools_bench_paper_CFLAGS = $(AM_CFLAGS) $(TOOLS_CFLAGS) $(CHECK_CFLAGS)
check_tools_bench_paper_LDADD = $(TESTS_BASE) $(TOOLS_BENCH_PAPER) $(CHECK_LIBS)
check_tools_bench_paper_SOURCES = \
	tests/tools/lab/bench/paper/test_paper.c \
	tests/tools/lab/bench/paper/test_paper_altered.c \
	tests/tools/lab/bench/paper/test_paper_blocks.c \
	tests/tools/lab/bench/paper/test_paper_neighbours.c \
	tests/tools/lab/bench/paper/test_paper_report.c
