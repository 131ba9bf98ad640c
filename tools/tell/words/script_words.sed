# Puts the messages of a script, of which all stands on one line, on lines of
# their own, marked as those of C are (tools/base/words_mark.h): word("text")
# and counted(n, "one", "more"), where n holds no comma. A text may be joined of
# several by +. Of a template it takes {{"text"|word}}, {{<"text"}} and
# {{n|"one"|"more"}}.
s/" *+ *"//g
s/{{<*\("[^"]*"\)\(|word\)*}}/\
 TCN_WORDS(\1)\
/g
s/{{[^"}|]*|\("[^"]*"\)|\("[^"]*"\)}}/\
 TCN_WORDS_COUNT(\1, \2)\
/g
s/[^A-Za-z_.]word( *\("[^"]*"\)/\
 TCN_WORDS(\1)\
/g
s/[^A-Za-z_.]counted([^,"]*, *\("[^"]*"\), *\("[^"]*"\)/\
 TCN_WORDS_COUNT(\1, \2)\
/g
