# tests/lint.awk - what C files may not hold; called by lint.sh with their paths
# from the root, whose folders are their rooms.
# Variables: law (a file of lines "room callee ..."), homes (a file of lines
# "function room").
# Prints "name:line: what", one line a finding. A file is read once; comments
# and string literals are blanked before calls are looked for.

BEGIN {
	while ((getline line < law) > 0) {
		n = split(line, words, " ")
		for (i = 2; i <= n; i++)
			may[words[1], words[i]] = 1
		may[words[1], words[1]] = 1
	}
	while ((getline line < homes) > 0) {
		split(line, words, " ")
		home[words[1]] = words[2]
	}

	n = split("time clock gettimeofday clock_gettime localtime " \
	    "localtime_r mktime sleep usleep nanosleep", clocks, " ")
	for (i = 1; i <= n; i++)
		banned[clocks[i]] = "clock"
	n = split("fopen fdopen freopen open openat creat fread fwrite " \
	    "unlink remove rename mkstemp mkdir opendir stat fstat lstat " \
	    "access popen system", files, " ")
	for (i = 1; i <= n; i++)
		banned[files[i]] = "file"
	n = split("getenv secure_getenv setenv putenv setlocale", envs, " ")
	for (i = 1; i <= n; i++)
		banned[envs[i]] = "environment"
	n = split("rand srand rand_r random srandom drand48 arc4random " \
	    "getrandom getentropy", randoms, " ")
	for (i = 1; i <= n; i++)
		banned[randoms[i]] = "random"
	n = split("printf fprintf vprintf vfprintf puts fputs putchar putc " \
	    "fputc perror fflush", prints, " ")
	for (i = 1; i <= n; i++)
		banned[prints[i]] = "output"
	n = split("exit _exit quick_exit abort", exits, " ")
	for (i = 1; i <= n; i++)
		banned[exits[i]] = "exit"
	n = split("exp exp2 exp10 expm1 log log2 log10 log1p pow cbrt " \
	    "hypot sin cos tan sincos asin acos atan atan2 sinh cosh " \
	    "tanh asinh acosh atanh erf erfc lgamma tgamma", libm, " ")
	for (i = 1; i <= n; i++)
		inexact[libm[i]] = inexact[libm[i] "f"] = \
		    inexact[libm[i] "l"] = 1
	n = split("malloc calloc realloc free strdup strndup asprintf " \
	    "vasprintf reallocarray aligned_alloc", allocs, " ")
	for (i = 1; i <= n; i++)
		heap[allocs[i]] = 1
}

function say(what) {
	print name ":" FNR ": " what
}

function begin_file() {
	name = FILENAME
	folder = room = stem = name
	sub(/\/.*/, "", folder)
	sub(/\/[^\/]*$/, "", room)
	sub(/.*\//, "", stem)
	sub(/\.[ch]$/, "", stem)
	prefix = stem
	sub(/_.*/, "", prefix)
	pure = folder ~ /^(engine|window|rules|sql)$/
	in_comment = opened = 0
	before = ""
}

function end_file() {
	if (name ~ /_(internal|int|private|priv|inc)\.h$/)
		print name ":" lines ": a private header ends in _impl.h"
	if (lines > 900)
		print name ":" lines ": file of " lines " lines (limit 900)"
}

# Columns as a terminal counts them: tabs to 8, a UTF-8 character is one.
function width(s,    i, w, c) {
	gsub(/[\200-\277]/, "", s)
	if (index(s, "\t") == 0)
		return length(s)
	w = 0
	for (i = 1; i <= length(s); i++) {
		c = substr(s, i, 1)
		w = c == "\t" ? w - w % 8 + 8 : w + 1
	}
	return w
}

# s without literals and comments; in_comment goes on to the next line.
function code_of(s,    out, at) {
	out = ""
	while (s != "") {
		if (in_comment) {
			at = index(s, "*/")
			if (!at)
				return out
			s = substr(s, at + 2)
			in_comment = 0
		} else if (match(s, /\/\*|\/\/|"|'/)) {
			out = out substr(s, 1, RSTART - 1)
			s = open_of(substr(s, RSTART))
		} else {
			return out s
		}
	}
	return out
}

# s begins with the opening of a comment or literal: what follows it.
function open_of(s) {
	if (substr(s, 1, 2) == "//")
		return ""
	if (substr(s, 1, 2) == "/*") {
		in_comment = 1
		return substr(s, 3)
	}
	if (match(s, /^"([^"\\]|\\.)*"/) || match(s, /^'([^'\\]|\\.)*'/))
		return substr(s, RLENGTH + 1)
	return substr(s, 2)
}

function look_at_calls(code,    word, before) {
	while (match(code, /[A-Za-z_][A-Za-z_0-9]* *\(/)) {
		before = RSTART > 1 ? substr(code, RSTART - 1, 1) : ""
		word = substr(code, RSTART, RLENGTH - 1)
		sub(/ *$/, "", word)
		code = substr(code, RSTART + RLENGTH)
		if (before ~ /[.>]/)
			continue
		if (word in home && !(folder == "tests") && \
		    !((room, home[word]) in may))
			say(room "/README.md does not allow a call of " \
			    home[word] ": " word)
		if (pure && word in banned && name != "engine/base/mem.c")
			say("no " banned[word] " call below tools/: " word)
		if (folder != "tests" && name != "engine/base/mem.c" && \
		    word in heap)
			say("heap memory comes from engine/base/mem.h: " word)
		sub(/^__builtin_/, "", word)
		if (folder != "tests" && word in inexact)
			say("no machine's libm is like another's: take " \
			    "engine/base/real.h: " word)
	}
}

function look_at_include(line,    path, into) {
	path = line
	sub(/^[^"]*"/, "", path)
	sub(/".*/, "", path)
	into = path
	if (!sub(/\/[^\/]*$/, "", into))
		say("include by folder: \"folder/" path "\"")
	else if (folder == "tests")
		return
	else if (!((room, into) in may))
		say(room "/README.md does not allow an include of " path)
	else if (path ~ /_impl\.h$/ && into != room)
		say("a header of " into "/ alone: " path)
}

# A global or a tag is found by its name: tcn_, then the file's name or the
# part of it before an underscore, which may be in the plural.
function look_at_name(kind, word,    rest, singular) {
	rest = word
	if (!sub(/^tcn_/, "", rest) || folder == "tests")
		return
	singular = prefix
	sub(/s$/, "", singular)
	rest = rest "_"
	if (index(rest, prefix "_") != 1 && index(rest, prefix "s_") != 1 && \
	    index(rest, singular "_") != 1)
		say(kind " " word " does not begin with tcn_" prefix)
}

function look_at_definitions(code,    word) {
	if (match(code, /^tcn_[a-z0-9_]+\(/)) {
		word = substr(code, 1, RLENGTH - 1)
		if (name ~ /\.c$/ && before !~ /^static / || \
		    before ~ /^static inline /)
			look_at_name("function", word)
	} else if (name ~ /\.c$/ && \
	    code ~ /^[a-z][a-z0-9_ ]*[ *]tcn_[a-z0-9_]+(\[[^]]*\])* *[=;]/ && \
	    code !~ /^(static|extern|typedef) /) {
		word = code
		sub(/(\[[^]]*\])* *[=;].*/, "", word)
		sub(/.*[ *]/, "", word)
		look_at_name("global", word)
	}
	if (match(code, /^(struct|enum|union) tcn_[a-z0-9_]+ \{/)) {
		word = code
		sub(/ \{.*/, "", word)
		sub(/.* /, "", word)
		if (name !~ /^engine\/item\/(record|doc)\.h$/)
			look_at_name("tag", word)
	}
	if (code != "")
		before = code
}

FNR == 1 {
	if (NR > 1)
		end_file()
	begin_file()
}

{
	lines = FNR
	if (width($0) > 80)
		say("line of " width($0) " columns (limit 80)")
	if ($0 ~ /[ \t]$/)
		say("white space at the end of the line")
	if (!in_comment && $0 ~ /^[ \t]*#[ \t]*include[ \t]*"/)
		look_at_include($0)
	if ($0 ~ /^{/)
		opened = FNR
	if ($0 ~ /^}/ && opened) {
		if (FNR - opened + 1 > 60)
			say("function of " FNR - opened + 1 \
			    " lines (limit 60)")
		opened = 0
	}
	code = code_of($0)
	if (folder != "tests" && code ~ /long +double/)
		say("a long double is not the same everywhere")
	look_at_definitions(code)
	look_at_calls(code)
}

END { end_file() }
