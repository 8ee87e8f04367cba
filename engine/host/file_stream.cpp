// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/host/file_stream.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep {
namespace {

/// Small enough that streams take turns often, large enough that a checkpoint moves at the disk's speed.
constexpr std::size_t kChunkBytes = 64u << 10;

} // namespace

FileStream::FileStream(std::uint32_t request, FollowRequest wanted, Mode mode, const HostFolder& folder)
    : m_request(request), m_wanted(std::move(wanted)), m_mode(mode), m_folder(folder),
      m_offset(m_wanted.offset), m_limit(std::numeric_limits<std::uint64_t>::max())
{
}

Frame FileStream::end(Frame frame)
{
    m_over = true;
    m_file.reset();
    return frame;
}

Frame FileStream::fail(const Error& error)
{
    return end({FrameType::Failed, m_request, toJson(error)});
}

bool FileStream::isOfEarlierAttempt(int attempt) const
{
    return attemptOf(m_wanted.file).value_or(attempt) < attempt;
}

bool FileStream::open(bool complete, std::optional<Frame>& answer)
{
    m_file = m_folder.openFile(m_wanted.file);
    if (!m_file) {
        if (m_mode == Mode::Fetch || complete)
            answer = fail({LOCKSTEP_TEXT("The run %1 has no file %2 on this host."),
                           {m_wanted.run, m_wanted.file},
                           {}});
        return false;
    }
    struct stat status {};
    if (::fstat(m_file.get(), &status) != 0)
        throw fileError(m_wanted.file, errno);
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (m_mode == Mode::Fetch)
        m_limit = size;
    if (m_offset <= size)
        return true;
    answer = fail(
        {LOCKSTEP_TEXT("%1 has %2 bytes here, but byte %3 was asked for: the copy belongs to another file."),
         {m_wanted.file, std::to_string(size), std::to_string(m_offset)},
         {}});
    return false;
}

std::optional<Frame> FileStream::next(bool complete)
{
    try {
        std::optional<Frame> answer;
        if (m_over || (!m_file && !open(complete, answer)))
            return answer;
        char buffer[kChunkBytes];
        const auto most =
            static_cast<std::size_t>(std::min<std::uint64_t>(sizeof buffer, m_limit - m_offset));
        const ssize_t count = ::pread(m_file.get(), buffer, most, static_cast<off_t>(m_offset));
        if (count < 0)
            throw fileError(m_wanted.file, errno);
        if (count > 0) {
            const std::string_view bytes(buffer, static_cast<std::size_t>(count));
            Frame frame{FrameType::Data, m_request, encodeData(m_offset, bytes)};
            m_offset += bytes.size();
            return frame;
        }
        if (complete || m_mode == Mode::Fetch)
            return end({FrameType::Ended, m_request, toJson(EndedMessage{m_offset})});
        return std::nullopt;
    } catch (const EngineError& error) {
        return fail(error.error());
    }
}

} // namespace lockstep
