/*
 * tools/base/curl_late.h - libcurl, loaded when it is first called.
 *
 * libcurl brings some twenty libraries along (GnuTLS, Kerberos, LDAP ...), to
 * load which takes as long as all else that a start of the program does: 5 ms.
 * Most verbs fetch and send nothing. So the program is not linked with it; who
 * includes this in the place of <curl/curl.h> calls it as ever, and the first
 * call loads it. Where the library is missing, that call ends the program with
 * a message, as the dynamic linker would have.
 */
#ifndef TCN_TOOLS_BASE_CURL_LATE_H
#define TCN_TOOLS_BASE_CURL_LATE_H

#include <curl/curl.h>

/* The functions that are called. */
#define TCN_CURL_LATE(X)                                                       \
	X(curl_easy_cleanup)                                                   \
	X(curl_easy_escape)                                                    \
	X(curl_easy_getinfo)                                                   \
	X(curl_easy_header)                                                    \
	X(curl_easy_init)                                                      \
	X(curl_easy_perform)                                                   \
	X(curl_easy_setopt)                                                    \
	X(curl_easy_strerror)                                                  \
	X(curl_easy_unescape)                                                  \
	X(curl_free)                                                           \
	X(curl_global_cleanup)                                                 \
	X(curl_global_init)                                                    \
	X(curl_multi_add_handle)                                               \
	X(curl_multi_assign)                                                   \
	X(curl_multi_cleanup)                                                  \
	X(curl_multi_info_read)                                                \
	X(curl_multi_init)                                                     \
	X(curl_multi_perform)                                                  \
	X(curl_multi_poll)                                                     \
	X(curl_multi_remove_handle)                                            \
	X(curl_multi_setopt)                                                   \
	X(curl_multi_socket_action)                                            \
	X(curl_slist_append)                                                   \
	X(curl_slist_free_all)

/* libcurl's header wraps some in macros that check types. */
#undef curl_easy_getinfo
#undef curl_easy_setopt
#undef curl_multi_setopt

struct tcn_curl_late {
#define TCN_CURL_LATE_FIELD(name) __typeof__(&(name)) at_##name;
	TCN_CURL_LATE(TCN_CURL_LATE_FIELD)
#undef TCN_CURL_LATE_FIELD
};

/* Safe from any thread. */
const struct tcn_curl_late *tcn_curl_late(void);

#define curl_easy_cleanup        tcn_curl_late()->at_curl_easy_cleanup
#define curl_easy_escape         tcn_curl_late()->at_curl_easy_escape
#define curl_easy_getinfo        tcn_curl_late()->at_curl_easy_getinfo
#define curl_easy_header         tcn_curl_late()->at_curl_easy_header
#define curl_easy_init           tcn_curl_late()->at_curl_easy_init
#define curl_easy_perform        tcn_curl_late()->at_curl_easy_perform
#define curl_easy_setopt         tcn_curl_late()->at_curl_easy_setopt
#define curl_easy_strerror       tcn_curl_late()->at_curl_easy_strerror
#define curl_easy_unescape       tcn_curl_late()->at_curl_easy_unescape
#define curl_free                tcn_curl_late()->at_curl_free
#define curl_global_cleanup      tcn_curl_late()->at_curl_global_cleanup
#define curl_global_init         tcn_curl_late()->at_curl_global_init
#define curl_multi_add_handle    tcn_curl_late()->at_curl_multi_add_handle
#define curl_multi_assign        tcn_curl_late()->at_curl_multi_assign
#define curl_multi_cleanup       tcn_curl_late()->at_curl_multi_cleanup
#define curl_multi_info_read     tcn_curl_late()->at_curl_multi_info_read
#define curl_multi_init          tcn_curl_late()->at_curl_multi_init
#define curl_multi_perform       tcn_curl_late()->at_curl_multi_perform
#define curl_multi_poll          tcn_curl_late()->at_curl_multi_poll
#define curl_multi_remove_handle tcn_curl_late()->at_curl_multi_remove_handle
#define curl_multi_setopt        tcn_curl_late()->at_curl_multi_setopt
#define curl_multi_socket_action tcn_curl_late()->at_curl_multi_socket_action
#define curl_slist_append        tcn_curl_late()->at_curl_slist_append
#define curl_slist_free_all      tcn_curl_late()->at_curl_slist_free_all

#endif
