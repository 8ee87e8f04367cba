// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/ssh/arrival_check.h"

#include "remote/printable.h"
#include "remote/sha256_text.h"

#include <algorithm>
#include <libssh/libssh.h>

namespace lockstep {

namespace {

constexpr std::uint64_t kBatchBytes = 16u
                                      << 20; ///< a program that is started for less costs more than it saves
constexpr std::size_t kBatchLength = 16u << 10; ///< of its paths
const std::string kMachine = "lockstep-machine ";
const std::string kEnd = "lockstep-read";

/// For any log-in shell. `read` takes from the input no byte more than a line; behind an empty one the rest
/// is left to `cat`. Paths have no character that means anything to a shell.
std::string commandFor(const std::string& folder)
{
    // An empty line first: a start-up file may have left one open.
    // Nobody reads what is said after the connection has ended, and the folder has to go all the same.
    return "sh -c 'trap \"\" PIPE; echo; echo " + kMachine +
           "$(uname -m); while read -r files && [ \"$files\" ]; do "
           "openssl dgst -sha256 -r $files 2> /dev/null || sha256sum $files; done; echo " +
           kEnd + "; cat > /dev/null; rm -rf " + folder + "'";
}

} // namespace

Result<ArrivalCheck> ArrivalCheck::begin(SshSession& session, std::string folder)
{
    auto channel = session.openChannel(commandFor(folder));
    if (!channel)
        return channel.error();
    return ArrivalCheck(session, std::move(folder), std::move(channel.value()));
}

Result<void> ArrivalCheck::send()
{
    const std::size_t size = std::min<std::size_t>(m_out.size(), ssh_channel_window_size(m_channel.get()));
    if (size == 0)
        return {};
    const int count = ssh_channel_write(m_channel.get(), m_out.data(), static_cast<std::uint32_t>(size));
    if (count == SSH_ERROR)
        return m_session->broken();
    m_out.erase(0, static_cast<std::size_t>(std::max(count, 0)));
    return {};
}

void ArrivalCheck::endBatch()
{
    if (m_batch.empty())
        return;
    m_out += m_batch + "\n";
    m_batch.clear();
    m_bytes = 0;
}

Result<void> ArrivalCheck::add(const std::string& path, const std::string& sha256, std::uint64_t bytes)
{
    const std::string whole = m_folder + "/" + path;
    m_files[whole].expected = sha256;
    m_batch += (m_batch.empty() ? "" : " ") + whole;
    m_bytes += bytes;
    if (m_bytes >= kBatchBytes || m_batch.size() >= kBatchLength)
        endBatch();
    return send();
}

/// "SHA-256 *path" of OpenSSL's, "SHA-256  path" of sha256sum's. Whatever else stands there, as what a
/// start-up file prints, tells of no file.
void ArrivalCheck::read(const std::string& line)
{
    if (line == kEnd)
        m_isOver = true;
    if (line.starts_with(kMachine))
        m_machine = printableTail(line.substr(kMachine.size()));
    if (line.size() < 66 || !isSha256(line.substr(0, 64)))
        return;
    if (const auto file = m_files.find(line.substr(66)); file != m_files.end())
        file->second.found = line.substr(0, 64);
}

/// What has come meanwhile; whether there was anything.
Result<bool> ArrivalCheck::receive()
{
    const auto news = readOutput(*m_session, m_channel.get(), m_said);
    if (!news)
        return news.error();
    std::string& text = m_said.output;
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
        read(text.substr(begin, end - begin));
    text.erase(0, begin);
    // A start-up file that leaves early has read nothing.
    m_isOver |= !news.value() && ssh_channel_is_eof(m_channel.get()) != 0;
    return news;
}

std::optional<Sentence> ArrivalCheck::verdict() const
{
    const auto differs = std::ranges::find_if(m_files, [](const auto& file) {
        return !file.second.found.empty() && file.second.found != file.second.expected;
    });
    if (differs != m_files.end())
        return Sentence(LOCKSTEP_TEXT("%1 is not what was sent"),
                        {differs->first.substr(m_folder.size() + 1)});
    const bool isWhole = std::ranges::all_of(
        m_files, [](const auto& file) { return file.second.found == file.second.expected; });
    if (isWhole)
        return std::nullopt;
    const std::string said = printableTail(m_said.errors);
    return said.empty() ? Sentence(LOCKSTEP_TEXT("sha256sum said nothing")) : Sentence(said);
}

Result<void> ArrivalCheck::receiveUntil(Deadline deadline, const std::function<bool()>& isEnough)
{
    while (!m_isOver && !isEnough()) {
        if (const auto sent = send(); !sent)
            return sent.error();
        const auto news = receive();
        if (!news)
            return news.error();
        if (m_isOver || news.value())
            continue;
        if (ssh_is_connected(m_session->handle()) == 0)
            return m_session->broken();
        if (const auto waited = m_session->wait(deadline); !waited)
            return waited.error();
    }
    return {};
}

Result<std::string> ArrivalCheck::machine(Deadline deadline)
{
    if (const auto told = receiveUntil(deadline, [this] { return !m_machine.empty(); }); !told)
        return told.error();
    return m_machine;
}

Result<std::optional<Sentence>> ArrivalCheck::finish(Deadline deadline)
{
    endBatch();
    m_out += '\n';
    if (const auto told = receiveUntil(deadline, [] { return false; }); !told)
        return told.error();
    return verdict();
}

} // namespace lockstep
