// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/timeline_scanner.h"

#include "engine/protocol/journal.h"

#include <utility>

namespace lockstep {

namespace {

constexpr std::string_view kKind = "\"kind\":\"timeline\"";
/// The kind follows on the sequence number and two clocks.
constexpr std::size_t kHeadBytes = 120;

void readLine(std::string_view line, const TimelineScanner::Found& found)
{
    if (line.substr(0, kHeadBytes).find(kKind) == line.npos)
        return;
    JournalReader reader;
    std::string whole(line);
    whole += '\n';
    for (Record& record : reader.feed(whole).records) {
        auto* timeline = std::get_if<StepTimeline>(&record.event);
        const bool isTimed = record.wallMs >= 0 && record.wallMs <= kLatestWallMs &&
                             record.monotonicNs >= 0 && record.monotonicNs <= kLatestMonotonicNs;
        if (timeline != nullptr && isTimed && isSound(*timeline))
            found({std::move(*timeline), record.wallMs * 1'000'000 - record.monotonicNs});
    }
}

} // namespace

void TimelineScanner::feed(std::string_view bytes, const Found& found)
{
    for (std::size_t newline = bytes.find('\n'); newline != bytes.npos; newline = bytes.find('\n')) {
        const std::string_view line = bytes.substr(0, newline);
        if (!m_dropsLine && m_tail.empty())
            readLine(line, found);
        else if (!m_dropsLine && m_tail.size() + line.size() <= kMaxRecordBytes)
            readLine(m_tail.append(line), found);
        m_tail.clear();
        m_dropsLine = false;
        bytes.remove_prefix(newline + 1);
    }
    if (m_dropsLine)
        return;
    m_dropsLine = m_tail.size() + bytes.size() > kMaxRecordBytes;
    if (m_dropsLine)
        m_tail.clear();
    else
        m_tail += bytes;
}

} // namespace lockstep
