# Checks beside `make check`, each in a build directory of its own under this
# one, so that objects of different kinds never mix. A tree that was
# configured in place (./configure) cannot be configured elsewhere as well:
# build out of tree to use these.

SUB_CONFIGURE = $(abs_top_srcdir)/configure -q
COVERAGE_DIR = build-coverage
SANITIZE_DIR = build-sanitize
FUZZ_DIR = build-fuzz
FUZZ_SECONDS = 20
FUZZ_CC = clang

.PHONY: lint coverage check-sanitize check-fuzz check-kafka check-kill \
	check-bare check-hashes check-instructions check-long check-memory \
	check-mutants check-packages check-reload check-rubric \
	check-schedule check-walk check-web picture

lint:
	$(SHELL) $(top_srcdir)/tests/lint.sh $(top_srcdir)

# All of what `make check` takes a part of (tests/base/long.h): a cut of the
# power at each operation, a fault of each call, whole sizes. Some minutes.
LONG_TESTS = check_rules check_window_keys check_window_near check_sql \
	check_tools_pipeline check_tools_report check_tools_feeds \
	check_tools_eval check_tools_daemon_run
check-long: tocsin$(EXEEXT) $(LONG_TESTS)
	for t in $(LONG_TESTS); do \
	    top_srcdir='$(top_srcdir)' TCN_LONG=1 CK_DEFAULT_TIMEOUT=3600 \
	        ./$$t || exit 1; done

# Mistakes of tests/mutants.txt, made in a copy of the tree, an hour or two;
# with MUTANTS=-r only the tests of the room are asked, which takes minutes.
MUTANTS =
check-mutants: all
	$(SHELL) $(top_srcdir)/tests/mutants.sh $(MUTANTS) .

check-sanitize:
	$(MKDIR_P) $(SANITIZE_DIR)
	cd $(SANITIZE_DIR) && { test -e Makefile || \
	    $(SUB_CONFIGURE) --enable-sanitize; }
	ASAN_OPTIONS=allocator_may_return_null=1 \
	    $(MAKE) -C $(SANITIZE_DIR) check

# Some minutes; `make check` does a few of them.
RELOADS = 10000
check-reload: tocsin check_tools_daemon_reload
	CK_RUN_SUITE=reload_storm TOCSIN_RELOADS=$(RELOADS) \
	    ./check_tools_daemon_reload

# Random walks of a pipeline with a store, half an hour; SEED=N begins with the
# walk that failed. `make check` takes a few.
STEPS = 10000000
check-walk: check_tools_pipeline$(EXEEXT)
	TOCSIN_STEPS='$(STEPS)' TOCSIN_SEED='$(SEED)' CK_RUN_SUITE=walk \
	    ./check_tools_pipeline$(EXEEXT)

# Every minute of ten years in ten zones, a minute or two; `make check` walks
# the days around clock changes.
check-schedule: check_tools_schedule$(EXEEXT)
	TOCSIN_EVERY_MINUTE=1 CK_RUN_SUITE=schedule_walk \
	    ./check_tools_schedule$(EXEEXT)

# The reports of 60 events beside what they must say: most of a minute. The
# streams are not part of the tree; another folder of them: STREAMS=folder. For
# some of the cases, or a row each: JUDGE='--part tune --list'.
STREAMS = $(top_srcdir)/../shared/data
JUDGE =
check-rubric: tocsin$(EXEEXT) tocsin-lab$(EXEEXT)
	$(SHELL) $(top_srcdir)/tests/rubric/run.sh ./tocsin$(EXEEXT) \
	    rubric '$(STREAMS)' $(JUDGE)

# Alerts, assignments, reports and editions of recorded streams beside those
# that tests/hashes.txt knows: some minutes.
check-hashes: tocsin$(EXEEXT)
	top_srcdir='$(top_srcdir)' \
	    $(SHELL) $(top_srcdir)/tests/hashes.sh ./tocsin$(EXEEXT) \
	    hashes '$(STREAMS)' || test $$? -eq 77

# Instructions an article beside the table of man/performance.md, some minutes;
# skipped with another compiler or other libraries.
check-instructions: tocsin$(EXEEXT)
	top_srcdir='$(top_srcdir)' \
	    $(SHELL) $(top_srcdir)/tests/instructions.sh ./tocsin$(EXEEXT) \
	    instructions || test $$? -eq 77

# The daemon, killed at random moments, or ended by one of its allocations:
# RUNS=10000 for a night, SEED=N to do again what failed.
RUNS = 200
check-kill: check_kill$(EXEEXT) tocsin$(EXEEXT)
	RUNS='$(RUNS)' MEMORY=0 SEED='$(SEED)' ./check_kill$(EXEEXT)
MEMORY = 2000
check-memory: check_kill$(EXEEXT) tocsin$(EXEEXT)
	RUNS=0 MEMORY='$(MEMORY)' SEED='$(SEED)' ./check_kill$(EXEEXT)

# The log on a real broker, an Apache Kafka: skipped where there is no JVM.
check-kafka: tocsin$(EXEEXT) kafka-parts
	KILLS='$(KILLS)' SEED='$(SEED)' top_srcdir='$(top_srcdir)' \
	    $(SHELL) $(top_srcdir)/tests/kafka_real.sh || test $$? -eq 77
KILLS = 8
bench-kafka: tocsin$(EXEEXT) tocsin-lab$(EXEEXT) kafka-parts
	top_srcdir='$(top_srcdir)' $(SHELL) $(top_srcdir)/tests/kafka_real.sh \
	    $(SHELL) $(abs_top_srcdir)/tests/kafka_bench.sh

# Two detectors, one of which sends, while parts fail at random: on one machine
# with the mock cluster, and each part on a host of its own with a real broker,
# where there is a JVM and root makes network namespaces. SEED=N: other rounds.
check-standby: tocsin$(EXEEXT) kafka-parts
	ROUNDS=45 SEED='$(SEED)' \
	    $(SHELL) $(top_srcdir)/tests/standby_test.sh || test $$? -eq 77
	ROUNDS='$(ROUNDS)' SEED='$(SEED)' \
	    $(SHELL) $(top_srcdir)/tests/standby_hosts.sh || \
	    test $$? -eq 77
ROUNDS = 500

.PHONY: bench-kafka check-standby kafka-parts
if KAFKA
kafka-parts: tocsin-kafka.so kafka_rig$(EXEEXT) kafka_hooks$(EXEEXT) \
	kafka_clock$(EXEEXT) kafka_cut.so
else
kafka-parts:
endif

# The pages in a real browser; pictures of them are left in web/pictures. For
# some of the tests: WEB=people.test.mjs
WEB =
check-web: tocsin$(EXEEXT)
	$(SHELL) $(top_srcdir)/tests/web/run.sh ./tocsin$(EXEEXT) web $(WEB)

# The picture in the README, in a quarter of the bytes where pngquant is there.
picture: tocsin$(EXEEXT)
	$(SHELL) $(top_srcdir)/tests/web/run.sh ./tocsin$(EXEEXT) web \
	    picture.test.mjs
	pngquant --force --output $(top_srcdir)/man/page.png 64 \
	    web/pictures/page.png || \
	    cp web/pictures/page.png $(top_srcdir)/man/page.png

# Both commands of the README on a minimal Debian 12 that is made for it, in
# either order; skipped where there is no root, debootstrap or mirror. One order
# only: ORDERS=first
ORDERS = first second
check-bare:
	ORDERS='$(ORDERS)' $(SHELL) $(top_srcdir)/tests/bare.sh \
	    $(abs_top_srcdir) || test $$? -eq 77

# The packages of debian/ and the container, on a bare Debian 12 that is made
# for it; a quarter of an hour, skipped as check-bare is. The packages are left
# in packages/, and DEBS=packages takes those that are there.
check-packages:
	$(SHELL) $(top_srcdir)/tests/packages.sh $(abs_top_srcdir) || \
	    test $$? -eq 77

# Without lcov there is still gcov's own data in the build directory.
coverage:
	$(MKDIR_P) $(COVERAGE_DIR)
	cd $(COVERAGE_DIR) && { test -e Makefile || \
	    $(SUB_CONFIGURE) CFLAGS='-O0 -g --coverage'; }
	find $(COVERAGE_DIR) -name '*.gcda' -exec rm -f {} +
	$(MAKE) -C $(COVERAGE_DIR) check
	@if command -v lcov >/dev/null 2>&1; then \
	    lcov -q -c -d $(COVERAGE_DIR) -o $(COVERAGE_DIR)/all.info \
	        --no-external -b $(abs_top_srcdir) && \
	    lcov -q -r $(COVERAGE_DIR)/all.info '*/tests/*' \
	        -o $(COVERAGE_DIR)/tocsin.info && \
	    lcov --list $(COVERAGE_DIR)/tocsin.info && \
	    genhtml -q $(COVERAGE_DIR)/tocsin.info \
	        -o $(COVERAGE_DIR)/html && \
	    echo "coverage: $(COVERAGE_DIR)/html/index.html"; \
	else \
	    echo "coverage: no lcov here; gcov can read $(COVERAGE_DIR)"; \
	fi

# New inputs are kept in the build directory, never in the source tree.
check-fuzz:
	@command -v $(FUZZ_CC) >/dev/null 2>&1 || \
	    { echo "check-fuzz: needs $(FUZZ_CC)"; exit 77; }
	$(MKDIR_P) $(FUZZ_DIR)
	cd $(FUZZ_DIR) && { test -e Makefile || \
	    $(SUB_CONFIGURE) --enable-fuzz --enable-sanitize \
	        CC=$(FUZZ_CC); }
	$(MAKE) -C $(FUZZ_DIR) $(FUZZ_TARGETS)
	cd $(FUZZ_DIR) && $(SHELL) $(abs_top_srcdir)/tests/fuzz/explore.sh \
	    $(FUZZ_SECONDS) $(abs_top_srcdir)/tests/fuzz/corpus $(FUZZ_TARGETS)

distclean-local:
	rm -rf $(COVERAGE_DIR) $(SANITIZE_DIR) $(FUZZ_DIR)
