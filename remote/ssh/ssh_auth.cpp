// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/ssh_session.h"

#include <QFileInfo>
#include <algorithm>
#include <libssh/libssh.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace lockstep {

namespace {

constexpr int kMaxPrompts = 3;
constexpr int kMaxRounds = 20; ///< of keyboard-interactive questions, and of methods after partial success

/// One log-in. Every step answers SSH_AUTH_SUCCESS, SSH_AUTH_PARTIAL, SSH_AUTH_DENIED, or an error after
/// which the connection is of no use.
class Login {
public:
    Login(SshSession& session, const SshOptions& options, Prompter& prompter, SecretStore& secrets)
        : m_session(session), m_options(options), m_prompter(prompter), m_secrets(secrets)
    {
    }
    Result<void> run();

private:
    Result<int> call(const std::function<int()>& step);
    Result<int> tryMethods(int methods);
    Result<int> tryAgent();
    Result<int> tryIdentity(const std::string& file);
    Result<int> tryPassword();
    Result<int> tryInteractive();
    Result<SshKeyHandle> loadKey(const std::string& file);
    std::optional<Secret> ask(Prompter::SecretKind kind, const std::string& prompt, bool retry);
    bool answerPrompts(bool retry);
    Error refused() const;
    void note(Sentence attempt) { m_tried.push_back(std::move(attempt)); }

    SshSession& m_session;
    const SshOptions& m_options;
    Prompter& m_prompter;
    SecretStore& m_secrets;
    std::vector<Sentence> m_tried;
    std::vector<std::string> m_slots; ///< of the answers to the present interactive questions
    int m_offered = 0;
};

int noteEncryption(const char*, char*, size_t, int, int, void* encrypted)
{
    *static_cast<bool*>(encrypted) = true;
    return -1;
}

std::string methodNames(int methods)
{
    std::string names;
    const auto add = [&](int method, const char* name) {
        if ((methods & method) != 0)
            names += (names.empty() ? "" : ", ") + std::string(name);
    };
    add(SSH_AUTH_METHOD_PUBLICKEY, "publickey");
    add(SSH_AUTH_METHOD_PASSWORD, "password");
    add(SSH_AUTH_METHOD_INTERACTIVE, "keyboard-interactive");
    add(SSH_AUTH_METHOD_HOSTBASED, "hostbased");
    add(SSH_AUTH_METHOD_GSSAPI_MIC, "gssapi-with-mic");
    return names.empty() ? "-" : names;
}

Result<int> Login::call(const std::function<int()>& step)
{
    const auto answer = m_session.repeat(SSH_AUTH_AGAIN, m_session.replyDeadline(), step);
    if (!answer)
        return answer.error();
    if (answer.value() == SSH_AUTH_ERROR)
        return m_session.broken();
    return answer.value();
}

Error Login::refused() const
{
    return {LOCKSTEP_TEXT(
                "%1 refused the log-in. Tried: %2. Accepted there: %3. Check the user name, load the key "
                "into the agent, or name another key file."),
            {m_session.target().userAddress(), m_tried.empty() ? "-" : inARow(m_tried, ", "),
             methodNames(m_offered)},
            ""};
}

std::optional<Secret> Login::ask(Prompter::SecretKind kind, const std::string& prompt, bool retry)
{
    if (!m_prompter.mayAsk())
        return std::nullopt;
    auto secret = m_prompter.secret({kind, m_session.target().userAddress(), prompt, retry});
    if (secret && secret->size() == 0)
        return std::nullopt;
    return secret;
}

Result<void> Login::run()
{
    ssh_session session = m_session.handle();
    auto answer = call([session] { return ssh_userauth_none(session, nullptr); });
    for (int round = 0; round < kMaxRounds; ++round) {
        if (!answer)
            return answer.error();
        if (answer.value() == SSH_AUTH_SUCCESS)
            return {};
        if (round > 0 && answer.value() != SSH_AUTH_PARTIAL)
            break;
        m_offered = ssh_userauth_list(session, nullptr);
        answer = tryMethods(m_offered);
    }
    return refused();
}

Result<int> Login::tryMethods(int methods)
{
    if ((methods & SSH_AUTH_METHOD_PUBLICKEY) != 0) {
        if (m_options.useAgent)
            if (const auto answer = tryAgent(); !answer || answer.value() != SSH_AUTH_DENIED)
                return answer;
        for (const std::string& file : m_options.identityFiles)
            if (const auto answer = tryIdentity(file); !answer || answer.value() != SSH_AUTH_DENIED)
                return answer;
    }
    // Most servers that offer both ask the same question twice; a person should answer it once.
    if ((methods & SSH_AUTH_METHOD_PASSWORD) != 0)
        return tryPassword();
    if ((methods & SSH_AUTH_METHOD_INTERACTIVE) != 0)
        return tryInteractive();
    return SSH_AUTH_DENIED;
}

Result<int> Login::tryAgent()
{
    const char* path = std::getenv("SSH_AUTH_SOCK");
    sockaddr_un address{};
    if (path == nullptr || *path == '\0' || std::string_view(path).size() >= sizeof address.sun_path)
        return SSH_AUTH_DENIED;
    address.sun_family = AF_UNIX;
    std::copy_n(path, std::string_view(path).size(), address.sun_path);
    Descriptor agent(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!agent || ::connect(agent.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
        return SSH_AUTH_DENIED;
    ssh_session session = m_session.handle();
    if (ssh_set_agent_socket(session, agent.release()) != SSH_OK)
        return SSH_AUTH_DENIED;
    note("agent");
    const auto answer = m_session.repeat(SSH_AUTH_AGAIN, m_session.replyDeadline(),
                                         [session] { return ssh_userauth_agent(session, nullptr); });
    // An agent that fails is no reason to give up as long as the connection stands.
    if (answer && answer.value() == SSH_AUTH_ERROR && ssh_is_connected(session))
        return SSH_AUTH_DENIED;
    if (answer && answer.value() == SSH_AUTH_ERROR)
        return m_session.broken();
    return answer;
}

Result<SshKeyHandle> Login::loadKey(const std::string& file)
{
    bool encrypted = false;
    ssh_key raw = nullptr;
    if (ssh_pki_import_privkey_file(file.c_str(), nullptr, noteEncryption, &encrypted, &raw) == SSH_OK)
        return SshKeyHandle(raw);
    if (!encrypted)
        return Error{LOCKSTEP_TEXT("The key file %1 cannot be read."), {file}, ""};
    const std::string slot = "passphrase " + file;
    for (int attempt = 0; attempt <= kMaxPrompts; ++attempt) {
        // The first attempt is the remembered passphrase; only then a person is asked.
        auto passphrase =
            attempt == 0 ? m_secrets.get(slot) : ask(Prompter::SecretKind::Passphrase, file, attempt > 1);
        if (!passphrase && attempt == 0)
            continue;
        if (!passphrase)
            break;
        if (ssh_pki_import_privkey_file(file.c_str(), passphrase->text(), nullptr, nullptr, &raw) == SSH_OK) {
            m_secrets.put(slot, *passphrase);
            return SshKeyHandle(raw);
        }
        m_secrets.remove(slot);
    }
    return Error{LOCKSTEP_TEXT("The key file %1 was not unlocked."), {file}, ""};
}

Result<int> Login::tryIdentity(const std::string& file)
{
    if (!QFileInfo::exists(QString::fromStdString(file)))
        return SSH_AUTH_DENIED;
    ssh_session session = m_session.handle();
    // Where the public half lies beside it, ask the server first, so that nobody types a passphrase in vain.
    ssh_key raw = nullptr;
    if (ssh_pki_import_pubkey_file((file + ".pub").c_str(), &raw) == SSH_OK) {
        const SshKeyHandle half(raw);
        const auto offered =
            call([session, &half] { return ssh_userauth_try_publickey(session, nullptr, half.get()); });
        if (!offered || offered.value() != SSH_AUTH_SUCCESS) {
            note(file);
            return offered;
        }
    }
    const auto key = loadKey(file);
    if (!key) {
        note(key.error());
        return SSH_AUTH_DENIED;
    }
    note(file);
    return call([session, &key] { return ssh_userauth_publickey(session, nullptr, key.value().get()); });
}

Result<int> Login::tryPassword()
{
    ssh_session session = m_session.handle();
    const std::string slot = "password " + m_session.target().userAddress();
    note("password");
    for (int attempt = 0; attempt <= kMaxPrompts; ++attempt) {
        auto password =
            attempt == 0 ? m_secrets.get(slot) : ask(Prompter::SecretKind::Password, "", attempt > 1);
        if (!password && attempt == 0)
            continue;
        if (!password)
            break;
        const auto answer =
            call([session, &password] { return ssh_userauth_password(session, nullptr, password->text()); });
        if (answer && (answer.value() == SSH_AUTH_SUCCESS || answer.value() == SSH_AUTH_PARTIAL))
            m_secrets.put(slot, *password);
        else
            m_secrets.remove(slot);
        if (!answer || answer.value() != SSH_AUTH_DENIED)
            return answer;
    }
    return SSH_AUTH_DENIED;
}

/// Fills in the prompts of one keyboard-interactive round; false when a person refused.
bool Login::answerPrompts(bool retry)
{
    ssh_session session = m_session.handle();
    const int count = ssh_userauth_kbdint_getnprompts(session);
    for (int i = 0; i < count; ++i) {
        char echo = 0;
        const char* words = ssh_userauth_kbdint_getprompt(session, static_cast<unsigned int>(i), &echo);
        const std::string prompt = words != nullptr ? std::string(words).substr(0, 1024) : std::string();
        // Only an answer that is asked for without echo as a password is the same the next time.
        const bool lasting = echo == 0 && prompt.find("assword") != std::string::npos;
        const std::string slot = "interactive " + m_session.target().userAddress() + " " + prompt;
        auto secret = lasting && !retry ? m_secrets.get(slot) : std::nullopt;
        if (!secret)
            secret = ask(Prompter::SecretKind::Interactive, prompt, retry);
        if (!secret ||
            ssh_userauth_kbdint_setanswer(session, static_cast<unsigned int>(i), secret->text()) < 0)
            return false;
        if (lasting) {
            m_secrets.put(slot, *secret);
            m_slots.push_back(slot);
        }
    }
    return true;
}

Result<int> Login::tryInteractive()
{
    ssh_session session = m_session.handle();
    note("keyboard-interactive");
    for (int attempt = 0; attempt < kMaxPrompts; ++attempt) {
        Result<int> answer = SSH_AUTH_DENIED;
        for (int round = 0; round < kMaxRounds; ++round) {
            answer = call([session] { return ssh_userauth_kbdint(session, nullptr, nullptr); });
            if (!answer || answer.value() != SSH_AUTH_INFO)
                break;
            if (!answerPrompts(attempt > 0))
                return SSH_AUTH_DENIED;
        }
        if (!answer || answer.value() != SSH_AUTH_DENIED)
            return answer;
        for (const std::string& slot : m_slots)
            m_secrets.remove(slot);
        if (!m_prompter.mayAsk())
            break;
    }
    return SSH_AUTH_DENIED;
}

} // namespace

Result<void> authenticate(SshSession& session, const SshOptions& options, Prompter& prompter,
                          SecretStore& secrets)
{
    return Login(session, options, prompter, secrets).run();
}

} // namespace lockstep
