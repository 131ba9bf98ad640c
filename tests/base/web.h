/*
 * tests/base/web.h - a web server on loopback, for tests of what fetches.
 *
 * It runs in a child process until it is stopped, on a port that the system
 * chooses, and answers as the caller's function does.
 */
#ifndef TCN_TESTS_BASE_WEB_H
#define TCN_TESTS_BASE_WEB_H

struct evhttp_request;

/* Answers one request; runs in the child. */
typedef void web_answer(struct evhttp_request *request, void *ctx);

void web_start(web_answer *answer);
void web_stop(void);

/* "http://127.0.0.1:PORT" and path, until the fourth call after. */
const char *web_url(const char *path);

/* For answers: a body with status, and headers as pairs ended by NULL. */
void web_reply(struct evhttp_request *request, int status,
    const char *const *headers, const char *body);

#endif
