// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/timeline/trace_writer.h"

#include "engine/protocol/json_writer.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace lockstep {

namespace {

constexpr std::size_t kFlushBytes = 1 << 18;
constexpr int kSteps = 1; ///< the thread of the parts of a step
constexpr int kSums = 2;  ///< the first of those of the buckets

std::string_view nameOf(StepPart part)
{
    switch (part) {
    case StepPart::Data:
        return "data";
    case StepPart::Forward:
        return "forward";
    case StepPart::Backward:
        return "backward";
    case StepPart::Network:
        return "network";
    case StepPart::Optimizer:
        break;
    }
    return "optimizer";
}

/// Never in exponents, which not every reader of traces takes. Nanoseconds are what a trace holds.
void appendFixed(std::string& out, double value)
{
    std::array<char, 64> digits{};
    const auto [end, error] =
        std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed, 3);
    out.append(digits.data(), error == std::errc() ? end : digits.data());
}

} // namespace

void TraceWriter::begin(std::string_view run)
{
    m_buffer += "{\"displayTimeUnit\":\"ms\",\"otherData\":{\"run\":";
    appendJsonString(m_buffer, run);
    m_buffer += ",\"origin_ns\":\"" + std::to_string(m_originNs) + "\"},\"traceEvents\":[";
}

void TraceWriter::beginRank(int rank, std::string_view host, std::string_view device)
{
    if (!m_named.insert(rank).second)
        return;
    name(rank, kSteps, "process_name",
         "rank " + std::to_string(rank) + ", " + std::string(host) + ", " + std::string(device));
    name(rank, kSteps, "thread_name", "steps");
}

int TraceWriter::threadOfSum(int rank, double beginUs, double endUs)
{
    std::vector<double>& ends = m_sums[rank];
    auto found = std::ranges::find_if(ends, [&](double end) { return end <= beginUs; });
    const auto thread = kSums + static_cast<int>(found - ends.begin());
    if (found == ends.end()) {
        name(rank, thread, "thread_name", "sums over the ranks");
        found = ends.insert(ends.end(), endUs);
    }
    *found = endUs;
    return thread;
}

void TraceWriter::name(int rank, int thread, std::string_view what, std::string_view text)
{
    m_buffer += m_isFirst ? "\n" : ",\n";
    m_isFirst = false;
    m_buffer += "{\"ph\":\"M\",\"pid\":" + std::to_string(rank) + ",\"tid\":" + std::to_string(thread) +
                ",\"name\":\"";
    m_buffer += what;
    m_buffer += "\",\"args\":{\"name\":";
    appendJsonString(m_buffer, text);
    m_buffer += "}}";
}

void TraceWriter::addStep(int rank, const StepTimeline& timeline, std::int64_t startNs)
{
    const double start = static_cast<double>(startNs - m_originNs) * 1e-3;
    slice(rank, kSteps, "step", start, start + lengthUs(timeline));
    argument("step", timeline.step, true);
    m_buffer += "}}";
    for (const StepPart part : kStepParts) {
        const std::vector<double>& spans = spansOf(timeline, part);
        for (std::size_t i = 0; i + 1 < spans.size(); i += 2) {
            slice(rank, kSteps, nameOf(part), start + spans[i], start + spans[i + 1]);
            argument("step", timeline.step, true);
            m_buffer += "}}";
        }
    }
    for (std::size_t i = 0; i < timeline.bucketBytes.size(); ++i) {
        const double from = start + timeline.bucketUs[2 * i];
        const double to = start + timeline.bucketUs[2 * i + 1];
        slice(rank, threadOfSum(rank, from, to), "all-reduce", from, to);
        argument("step", timeline.step, true);
        argument("bucket", static_cast<std::int64_t>(i));
        argument("bytes", timeline.bucketBytes[i]);
        m_buffer += "}}";
    }
    if (m_buffer.size() > kFlushBytes)
        flush();
}

/// Up to its arguments, which stay open.
void TraceWriter::slice(int rank, int thread, std::string_view name, double beginUs, double endUs)
{
    m_buffer += m_isFirst ? "\n" : ",\n";
    m_isFirst = false;
    m_buffer += "{\"ph\":\"X\",\"pid\":" + std::to_string(rank) + ",\"tid\":" + std::to_string(thread) +
                ",\"name\":\"";
    m_buffer += name;
    m_buffer += "\",\"ts\":";
    appendFixed(m_buffer, beginUs);
    m_buffer += ",\"dur\":";
    appendFixed(m_buffer, endUs - beginUs);
    m_buffer += ",\"args\":{";
}

void TraceWriter::argument(std::string_view key, std::int64_t value, bool isFirst)
{
    m_buffer += isFirst ? "\"" : ",\"";
    m_buffer += key;
    m_buffer += "\":" + std::to_string(value);
}

bool TraceWriter::end()
{
    m_buffer += "\n]}\n";
    flush();
    return m_good;
}

void TraceWriter::flush()
{
    const auto size = static_cast<qint64>(m_buffer.size());
    m_good = m_good && m_out.write(m_buffer.data(), size) == size;
    m_buffer.clear();
}

} // namespace lockstep
