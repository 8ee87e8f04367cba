// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/password_server.h"

#include <libssh/libssh.h>
#include <libssh/server.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lockstep {

PasswordServer::PasswordServer(Method method, const std::string& hostKeyFile, std::string password)
    : m_method(method), m_hostKeyFile(hostKeyFile), m_password(std::move(password))
{
    m_thread = std::thread([this] { run(); });
}

PasswordServer::~PasswordServer()
{
    m_quit = true;
    m_thread.join();
}

void PasswordServer::run()
{
    while (!m_quit) {
        pollfd waiting{m_listener.socket(), POLLIN, 0};
        if (::poll(&waiting, 1, 20) == 1)
            serve(::accept4(m_listener.socket(), nullptr, nullptr, SOCK_CLOEXEC));
    }
}

void PasswordServer::serve(int socket)
{
    ssh_bind bind = ssh_bind_new();
    ssh_session session = ssh_new();
    const bool no = false;
    ssh_bind_options_set(bind, SSH_BIND_OPTIONS_PROCESS_CONFIG, &no);
    ssh_bind_options_set(bind, SSH_BIND_OPTIONS_HOSTKEY, m_hostKeyFile.c_str());
    if (ssh_bind_accept_fd(bind, session, socket) == SSH_OK && ssh_handle_key_exchange(session) == SSH_OK) {
        ssh_set_auth_methods(session, m_method == Method::Password ? SSH_AUTH_METHOD_PASSWORD
                                                                   : SSH_AUTH_METHOD_INTERACTIVE);
        ssh_set_blocking(session, 0);
        while (!m_quit && ssh_is_connected(session)) {
            ssh_message message = ssh_message_get(session);
            if (message == nullptr) {
                pollfd waiting{ssh_get_fd(session), POLLIN, 0};
                ::poll(&waiting, 1, 20);
                continue;
            }
            if (!takeMessage(session, message))
                ssh_message_reply_default(message);
            ssh_message_free(message);
        }
    }
    ssh_disconnect(session);
    ssh_free(session);
    ssh_bind_free(bind);
}

/// False when the message gets the standard answer, a refusal.
bool PasswordServer::takeMessage(ssh_session_struct* session, ssh_message_struct* message)
{
    const int type = ssh_message_type(message);
    const int kind = ssh_message_subtype(message);
    if (type != SSH_REQUEST_AUTH)
        return false;
    if (m_method == Method::Password && kind == SSH_AUTH_METHOD_PASSWORD) {
        if (m_password == ssh_message_auth_password(message)) {
            ssh_message_auth_reply_success(message, 0);
            return true;
        }
        ++m_refused;
    } else if (m_method == Method::Interactive && kind == SSH_AUTH_METHOD_INTERACTIVE) {
        if (!ssh_message_auth_kbdint_is_response(message)) {
            const char* prompts[] = {"Password of the test: "};
            char echo[] = {0};
            ssh_message_auth_interactive_request(message, "", "", 1, prompts, echo);
            return true;
        }
        const char* answer =
            ssh_userauth_kbdint_getnanswers(session) == 1 ? ssh_userauth_kbdint_getanswer(session, 0) : "";
        if (m_password == answer) {
            ssh_message_auth_reply_success(message, 0);
            return true;
        }
        ++m_refused;
    }
    return false;
}

} // namespace lockstep
