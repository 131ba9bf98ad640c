/*
 * tools/web/web_words.h - parts of events that several pages show alike.
 *
 * They take members of the interface's answers, as they come. Pure; functions
 * append to out.
 */
#ifndef TCN_TOOLS_WEB_WEB_WORDS_H
#define TCN_TOOLS_WEB_WEB_WORDS_H

#include "tools/web/web_impl.h"

/* The severity, or "" where it is none that the style sheet knows: only such a
 * word becomes a class. */
const char *tcn_web_words_known_severity(struct tcn_str severity);

/* The severity's word, marked: colour and shape come from the style sheet. */
void tcn_web_words_severity(struct tcn_buf *out, struct tcn_str severity);

/* "open", "closed ...": what the desk said, else the stream. */
struct tcn_str tcn_web_words_state(const struct tcn_json_value *event);

/* The headline of an event or an article, or how it begins, or "(without a
 * headline)"; empty when row is absent. And ` lang="fr"`, if that is known. */
struct tcn_str tcn_web_words_headline(const struct tcn_json_value *row);
void tcn_web_words_lang(struct tcn_buf *out, const struct tcn_json_value *row);

/* Both, as an element of its own. */
void tcn_web_words_title(struct tcn_buf *out,
    const struct tcn_json_value *event);

/* Whether an array holds this text. */
bool tcn_web_words_has(const struct tcn_json_value *list, struct tcn_str text);

/* "en fr ja": the codes of an array. */
void tcn_web_words_languages(struct tcn_buf *out,
    const struct tcn_json_value *codes);

/* "/e/ID", perhaps with what follows, as the value of an attribute. */
void tcn_web_words_event_path(struct tcn_buf *out, struct tcn_str id,
    const char *more);

/* Whether another event leads those that tell of the same in other languages
 * (the member "also_told"); that one, in *leader. */
bool tcn_web_words_is_led(const struct tcn_json_value *event,
    struct tcn_json_value *leader);

/* "Also told in it: HEADLINE", a paragraph with links; nothing when it is
 * not. */
void tcn_web_words_also(struct tcn_buf *out,
    const struct tcn_json_value *event);

/* A link to the page of an event, named by its headline. */
void tcn_web_words_event_link(struct tcn_buf *out,
    const struct tcn_json_value *event);

/* "New since 05:04: +24 items, +11 publishers, fr joined": what came since the
 * reader last looked, of the member "seen"; nothing when nothing did. */
void tcn_web_words_news(struct tcn_buf *out, const struct tcn_json_value *seen);

/* Links to the special report of an event, in each format. */
void tcn_web_words_formats(struct tcn_buf *out, struct tcn_str id);

/* The choice "severity" of a form. */
void tcn_web_words_severities(struct tcn_buf *out, struct tcn_str current);

/* The choice "for" of a form, of how long a silence is to hold. */
void tcn_web_words_spans(struct tcn_buf *out);

/* Adds "spoke_for" and "spoke_against" to a verdict, each with those of its
 * "parts" that are worth telling (templates/parts.html). */
void tcn_web_words_add_parts(struct tcn_web_page *page,
    struct tcn_json_value *verdict);

/* Why an act was refused a moment ago; nothing when it was not. */
void tcn_web_words_refused(struct tcn_buf *out, struct tcn_str why);

/* An article in a line or two: when, who, headline, and what it copies. */
void tcn_web_words_article(struct tcn_buf *out,
    const struct tcn_json_value *article);

/* "of" the event that an article belongs to; nothing when there is none. */
void tcn_web_words_event_of(struct tcn_buf *out,
    const struct tcn_json_value *article);

#endif
