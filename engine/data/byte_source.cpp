// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/byte_source.h"

#include "engine/data/data_error.h"
#include "engine/protocol/descriptor.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep {
namespace {

constexpr std::size_t kInputBytes = 64u << 10;
constexpr std::uint64_t kFreeBytes = 64u << 20;
constexpr std::uint64_t kLargestRatio = 250;

[[noreturn]] void throwSystemError(const std::string& path)
{
    throwDataError(LOCKSTEP_TEXT("The data file %1 cannot be read: %2."), {path, std::strerror(errno)});
}

} // namespace

struct ByteSource::State {
    std::string path;
    Descriptor file;
    std::uint64_t fileBytes = 0;
    std::uint64_t consumed = 0;  // bytes of the file handed to inflate
    std::uint64_t delivered = 0; // bytes of content
    bool compressed = false;
    bool streamReady = false; // inflateInit2 was called
    bool betweenMembers = false;
    bool ended = false;
    z_stream stream{};
    std::array<std::uint8_t, kInputBytes> input{};

    ~State()
    {
        if (streamReady)
            inflateEnd(&stream);
    }

    void open();
    std::size_t readFile(std::uint8_t* to, std::size_t size);
    bool refill();
    std::size_t inflateInto(std::span<std::uint8_t> bytes);
    bool nextMember();
    void checkRatio() const;
};

void ByteSource::State::open()
{
    // Non-blocking, so that a named pipe in place of the file is refused rather than waited for.
    file = Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status {};
    if (!file || ::fstat(file.get(), &status) != 0)
        throwSystemError(path);
    if (!S_ISREG(status.st_mode))
        throwDataError(LOCKSTEP_TEXT("%1 is not a regular file; a data file was expected."), {path});
    fileBytes = static_cast<std::uint64_t>(status.st_size);

    stream.next_in = input.data();
    stream.avail_in = static_cast<uInt>(readFile(input.data(), input.size()));
    compressed = stream.avail_in >= 2 && input[0] == 0x1f && input[1] == 0x8b;
    if (!compressed)
        return;
    if (inflateInit2(&stream, 15 + 16) != Z_OK) // 16: gzip format, 15: the largest window
        throw std::bad_alloc();
    streamReady = true;
}

std::size_t ByteSource::State::readFile(std::uint8_t* to, std::size_t size)
{
    std::size_t done = 0;
    while (done < size) {
        const ssize_t got = ::read(file.get(), to + done, size - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            throwSystemError(path);
        if (got == 0)
            break;
        done += static_cast<std::size_t>(got);
    }
    return done;
}

bool ByteSource::State::refill()
{
    if (stream.avail_in == 0) {
        stream.next_in = input.data();
        stream.avail_in = static_cast<uInt>(readFile(input.data(), input.size()));
    }
    return stream.avail_in > 0;
}

/// After a member: another one, zero padding (which gzip(1) ignores too), or the end.
bool ByteSource::State::nextMember()
{
    while (refill() && *stream.next_in == 0) {
        ++stream.next_in;
        --stream.avail_in;
        ++consumed;
    }
    if (stream.avail_in == 0)
        return false;
    if (*stream.next_in != 0x1f)
        throwDataError(
            LOCKSTEP_TEXT("The gzip file %1 goes on with something that is not gzip after byte %2. "
                          "Copy or download it again."),
            {path, std::to_string(consumed)});
    inflateReset(&stream);
    betweenMembers = false;
    return true;
}

std::size_t ByteSource::State::inflateInto(std::span<std::uint8_t> bytes)
{
    stream.next_out = bytes.data();
    stream.avail_out = static_cast<uInt>(bytes.size());
    while (stream.avail_out > 0 && !ended) {
        if (betweenMembers && !nextMember()) {
            ended = true;
            break;
        }
        if (!refill())
            throwDataError(
                LOCKSTEP_TEXT("The gzip file %1 is cut short: it ends after %2 bytes in the middle of its "
                              "content. Copy or download it again."),
                {path, std::to_string(fileBytes)});
        const uInt before = stream.avail_in;
        const int outcome = inflate(&stream, Z_NO_FLUSH);
        consumed += before - stream.avail_in;
        if (outcome == Z_MEM_ERROR)
            throw std::bad_alloc();
        if (outcome != Z_OK && outcome != Z_STREAM_END)
            throwDataError(
                LOCKSTEP_TEXT("The gzip file %1 is damaged near byte %2 (%3). Copy or download it again."),
                {path, std::to_string(consumed), stream.msg ? stream.msg : "unexpected end"});
        betweenMembers = outcome == Z_STREAM_END;
    }
    return bytes.size() - stream.avail_out;
}

void ByteSource::State::checkRatio() const
{
    if (compressed && delivered > kFreeBytes && delivered / kLargestRatio > consumed)
        throwDataError(
            LOCKSTEP_TEXT("The gzip file %1 unfolds to more than %2 times its size (%3 bytes from %4); real "
                          "images do not. It was refused to protect this host's memory."),
            {path, std::to_string(kLargestRatio), std::to_string(delivered), std::to_string(consumed)});
}

ByteSource::ByteSource(const std::string& path) : m_state(std::make_unique<State>())
{
    m_state->path = path;
    m_state->open();
}

ByteSource::~ByteSource() = default;

std::size_t ByteSource::read(std::span<std::uint8_t> bytes)
{
    State& s = *m_state;
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto piece = bytes.subspan(done, std::min<std::size_t>(bytes.size() - done, 1u << 20));
        std::size_t got = 0;
        if (s.compressed) {
            got = s.inflateInto(piece);
        } else if (s.refill()) {
            got = std::min<std::size_t>(piece.size(), s.stream.avail_in);
            std::memcpy(piece.data(), s.stream.next_in, got);
            s.stream.next_in += got;
            s.stream.avail_in -= static_cast<uInt>(got);
            s.consumed += got;
        }
        if (got == 0)
            break;
        done += got;
        s.delivered += got;
        s.checkRatio();
    }
    return done;
}

const std::string& ByteSource::path() const
{
    return m_state->path;
}
bool ByteSource::compressed() const
{
    return m_state->compressed;
}
std::uint64_t ByteSource::fileBytes() const
{
    return m_state->fileBytes;
}
std::uint64_t ByteSource::delivered() const
{
    return m_state->delivered;
}

} // namespace lockstep
