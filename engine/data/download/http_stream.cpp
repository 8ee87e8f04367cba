// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/download/http_stream.h"

#include "engine/data/data_error.h"
#include "engine/protocol/descriptor.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace lockstep {
namespace {

/// curl itself gives up after 30 s below 1 kB/s; this is for a curl that hangs.
constexpr std::chrono::seconds kSilence{60};
constexpr std::chrono::seconds kEndingTime{5};
constexpr std::size_t kMaxHeaderBytes = 64u << 10;
constexpr int kMaxAnswers = 12; // redirects and interim ones included
constexpr std::size_t kMaxComplaint = 400;

constexpr const char* kUserAgent = "lockstep/" LOCKSTEP_VERSION;

// clang-format off
/// -q: no settings of the person's own. A transfer below 1 kB/s for 30 s is given up.
constexpr const char* kCommand[] = {
    "curl", "-q", "--silent", "--show-error", "--include", "--globoff",
    "--location", "--max-redirs", "5", "--proto", "=http,https", "--proto-redir", "=http,https",
    "--suppress-connect-headers", "--connect-timeout", "15", "--speed-limit", "1000", "--speed-time", "30",
    "--user-agent", kUserAgent};
// clang-format on

struct Pipe {
    Pipe()
    {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0)
            throwDataError(LOCKSTEP_TEXT("No pipe can be made: %1."), {std::strerror(errno)});
        reader = Descriptor(ends[0]);
        writer = Descriptor(ends[1]);
    }
    Descriptor reader, writer;
};

std::string lowered(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return text;
}

/// The value of a header line in a block of them, or nothing. `name` is in small letters.
std::string headerValue(const std::string& block, const std::string& name)
{
    const std::string all = lowered(block);
    const auto at = all.find("\n" + name + ":");
    if (at == std::string::npos)
        return {};
    auto begin = block.find_first_not_of(" \t", at + name.size() + 2);
    const auto end = block.find_first_of("\r\n", at + 1);
    return begin == std::string::npos || begin >= end ? std::string() : block.substr(begin, end - begin);
}

std::uint64_t leadingNumber(const std::string& text)
{
    std::uint64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

} // namespace

struct HttpStream::State {
    Pipe output, complaints;
    pid_t child = -1;
    std::string buffer; // bytes that came and were not handed out yet
    std::string complaint;
    int status = 0;
    std::uint64_t bodyOffset = 0;
    bool ended = false;

    ~State()
    {
        if (child > 0) {
            ::kill(child, SIGKILL);
            while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
            }
        }
    }
    void run(const std::string& url, std::uint64_t offset);
    bool receive();
    bool readHeaders();
    void requireGoodEnd();
    [[noreturn]] void fail(const std::string& text) const
    {
        throw TransferFailed(complaint.empty() ? text : complaint);
    }
};

void HttpStream::State::run(const std::string& url, std::uint64_t offset)
{
    std::vector<std::string> words(std::begin(kCommand), std::end(kCommand));
    if (offset > 0)
        words.insert(words.end(), {"--range", std::to_string(offset) + "-"});
    words.insert(words.end(), {"--url", url});
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output.writer.get(), 1);
    posix_spawn_file_actions_adddup2(&actions, complaints.writer.get(), 2);
    const int error = ::posix_spawnp(&child, "curl", &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    output.writer.reset();
    complaints.writer.reset();
    if (error != 0) {
        child = -1;
        throwDataError(
            LOCKSTEP_TEXT("Downloads need the program curl, which cannot be started here (%1). Install the "
                          "package curl, or download the files elsewhere and copy them."),
            {std::strerror(error)});
    }
}

/// Waits for more bytes; false at the end of the output.
bool HttpStream::State::receive()
{
    const auto deadline = std::chrono::steady_clock::now() + kSilence;
    while (!ended) {
        pollfd ends[2] = {{output.reader.get(), POLLIN, 0}, {complaints.reader.get(), POLLIN, 0}};
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0)
            fail(LOCKSTEP_TEXT("nothing came for a minute"));
        if (::poll(ends, 2, static_cast<int>(left.count())) < 0 && errno != EINTR)
            fail(std::strerror(errno));
        std::array<char, 1 << 16> bytes;
        if (ends[1].revents != 0) {
            const ssize_t got = ::read(complaints.reader.get(), bytes.data(), bytes.size());
            if (got > 0 && complaint.size() < kMaxComplaint)
                complaint.append(bytes.data(), std::min(static_cast<std::size_t>(got), kMaxComplaint));
            else if (got <= 0)
                complaints.reader.reset(); // poll passes over -1
        }
        if (ends[0].revents == 0)
            continue;
        const ssize_t got = ::read(output.reader.get(), bytes.data(), bytes.size());
        if (got > 0) {
            buffer.append(bytes.data(), static_cast<std::size_t>(got));
            return true;
        }
        ended = got == 0 || errno != EINTR;
    }
    return false;
}

/// One block of headers; true when it is the last answer's.
bool HttpStream::State::readHeaders()
{
    std::size_t end = 0;
    while ((end = buffer.find("\r\n\r\n")) == std::string::npos) {
        if (buffer.size() > kMaxHeaderBytes)
            fail(LOCKSTEP_TEXT("the answer has more than 64 KiB of headers"));
        if (!receive()) {
            requireGoodEnd();
            fail(LOCKSTEP_TEXT("the answer ends inside its headers"));
        }
    }
    const std::string block = buffer.substr(0, end + 2);
    buffer.erase(0, end + 4);
    const auto space = block.find(' ');
    status = space == std::string::npos ? 0 : static_cast<int>(leadingNumber(block.substr(space + 1, 3)));
    if (!block.starts_with("HTTP/") || status < 100)
        fail(LOCKSTEP_TEXT("the answer is not HTTP"));
    const std::string range = headerValue(block, "content-range");
    bodyOffset = range.starts_with("bytes ") ? leadingNumber(range.substr(6)) : 0;
    const bool redirect = status >= 300 && status < 400 && !headerValue(block, "location").empty();
    return status >= 200 && !redirect;
}

/// Waits for curl's verdict.
void HttpStream::State::requireGoodEnd()
{
    if (child < 0)
        return;
    const auto deadline = std::chrono::steady_clock::now() + kEndingTime;
    int outcome = 0;
    while (::waitpid(child, &outcome, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() > deadline)
            fail(LOCKSTEP_TEXT("curl does not end"));
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    child = -1;
    std::array<char, kMaxComplaint> bytes;
    const ssize_t got = !complaints.reader ? 0 : ::read(complaints.reader.get(), bytes.data(), bytes.size());
    if (got > 0)
        complaint.append(bytes.data(), static_cast<std::size_t>(got));
    while (!complaint.empty() && complaint.back() == '\n')
        complaint.pop_back();
    if (!WIFEXITED(outcome) || WEXITSTATUS(outcome) != 0)
        fail(LOCKSTEP_TEXT("curl failed without saying why"));
}

HttpStream::HttpStream(const std::string& url, std::uint64_t offset) : m_state(std::make_unique<State>())
{
    m_state->run(url, offset);
}

HttpStream::~HttpStream() = default;

int HttpStream::status()
{
    for (int answer = 0; answer < kMaxAnswers; ++answer)
        if (m_state->readHeaders())
            return m_state->status;
    m_state->fail(LOCKSTEP_TEXT("the server answers with too many headers"));
}

std::uint64_t HttpStream::bodyOffset() const
{
    return m_state->bodyOffset;
}

std::size_t HttpStream::read(std::span<char> bytes)
{
    State& s = *m_state;
    if (s.buffer.empty() && !s.receive()) {
        s.requireGoodEnd();
        return 0;
    }
    const std::size_t count = std::min(bytes.size(), s.buffer.size());
    std::memcpy(bytes.data(), s.buffer.data(), count);
    s.buffer.erase(0, count);
    return count;
}

} // namespace lockstep
