// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/frame.h"

#include "engine/protocol/json_value.h"

#include <algorithm>

namespace lockstep {
namespace {

constexpr std::string_view kGreetingHead = "LOCKSTEP-ATTACH ";
constexpr std::size_t kMaxShownNoise = 4u << 10;
constexpr std::size_t kDataHeadBytes = 8;

template <typename T>
void appendLittleEndian(std::string& out, T value)
{
    for (std::size_t i = 0; i < sizeof(T); ++i)
        out += static_cast<char>(static_cast<unsigned char>(value >> (8 * i)));
}

template <typename T>
T readLittleEndian(std::string_view bytes)
{
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
        value = static_cast<T>(
            value | static_cast<T>(static_cast<T>(static_cast<unsigned char>(bytes[i])) << (8 * i)));
    return value;
}

std::string head(const Frame& frame)
{
    std::string out;
    out.reserve(kFrameHeaderBytes + frame.payload.size());
    appendLittleEndian(out, static_cast<std::uint32_t>(frame.payload.size()));
    appendLittleEndian(out, static_cast<std::uint16_t>(frame.type));
    appendLittleEndian(out, std::uint16_t{0});
    appendLittleEndian(out, frame.request);
    return out;
}

/// Where in `text` a greeting of another version stands whole ("LOCKSTEP-ATTACH 2\n"): its number, else
/// empty.
std::string_view otherVersion(std::string_view text)
{
    for (std::size_t at = text.find(kGreetingHead); at != text.npos; at = text.find(kGreetingHead, at + 1)) {
        const std::string_view rest = text.substr(at + kGreetingHead.size());
        const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
        if (digits > 0 && digits <= 9 && digits < rest.size() && rest[digits] == '\n')
            return rest.substr(0, digits);
    }
    return {};
}

} // namespace

std::string encodeFrame(const Frame& frame)
{
    return head(frame) += frame.payload;
}

std::string encodeData(std::uint64_t offset, std::string_view bytes)
{
    std::string payload;
    payload.reserve(kDataHeadBytes + bytes.size());
    appendLittleEndian(payload, offset);
    return payload += bytes;
}

Result<DataView> decodeData(std::string_view payload)
{
    if (payload.size() < kDataHeadBytes)
        return Error{LOCKSTEP_TEXT("found a piece of a file of %1 bytes, expected at least %2."),
                     {std::to_string(payload.size()), std::to_string(kDataHeadBytes)},
                     {}};
    return DataView{readLittleEndian<std::uint64_t>(payload), payload.substr(kDataHeadBytes)};
}

Result<std::vector<Frame>> FrameReader::feed(std::string_view bytes)
{
    if (m_broken)
        return Error{LOCKSTEP_TEXT("The conversation is damaged and cannot go on; connect again."), {}, {}};
    m_buffer += bytes;
    std::vector<Frame> frames;
    std::string_view rest = m_buffer;
    while (rest.size() >= kFrameHeaderBytes) {
        const std::size_t length = readLittleEndian<std::uint32_t>(rest);
        if (length > kMaxFramePayload || readLittleEndian<std::uint16_t>(rest.substr(6)) != 0) {
            m_broken = true;
            return Error{
                LOCKSTEP_TEXT("The other side sent %1, which is not a frame of the attach conversation; "
                              "connect again."),
                {quotedText(rest.substr(0, kFrameHeaderBytes))},
                {}};
        }
        if (rest.size() < kFrameHeaderBytes + length)
            break;
        frames.push_back({static_cast<FrameType>(readLittleEndian<std::uint16_t>(rest.substr(4))),
                          readLittleEndian<std::uint32_t>(rest.substr(8)),
                          std::string(rest.substr(kFrameHeaderBytes, length))});
        rest.remove_prefix(kFrameHeaderBytes + length);
    }
    m_buffer.erase(0, m_buffer.size() - rest.size());
    return frames;
}

Result<bool> GreetingScanner::feed(std::string_view bytes, std::string& rest)
{
    rest.clear();
    if (m_passed) {
        rest = bytes;
        return true;
    }
    // The greeting may begin in the noise kept from before.
    const std::size_t before = std::min(m_noise.size(), kGreetingHead.size() + 10);
    std::string window = m_noise.substr(m_noise.size() - before);
    window += bytes;
    const std::size_t at = window.find(kAttachGreeting);
    const std::string_view noise = std::string_view(window).substr(0, std::min(at, window.size()));
    if (const std::string_view version = otherVersion(noise); at == window.npos && !version.empty())
        return Error{
            LOCKSTEP_TEXT("The engine on this host speaks version %1 of the conversation, expected version "
                          "%2; deploy it again."),
            {std::string(version), std::to_string(kAttachVersion)},
            {}};
    m_noise.erase(m_noise.size() - before);
    m_noise += noise;
    m_noise.erase(0, m_noise.size() - std::min(m_noise.size(), kMaxShownNoise));
    if (at != window.npos) {
        m_passed = true;
        rest = window.substr(at + kAttachGreeting.size());
        return true;
    }
    m_seen += bytes.size();
    if (m_seen > kMaxNoise)
        return Error{
            LOCKSTEP_TEXT("The login shell of this host printed more than %1 bytes and no greeting of the "
                          "engine; make its start-up files silent for commands."),
            {std::to_string(kMaxNoise)},
            {}};
    return false;
}

} // namespace lockstep
