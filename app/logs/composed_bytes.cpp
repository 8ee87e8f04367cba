// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/composed_bytes.h"

#include "app/logs/log_pool.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace lockstep {

namespace {

/// A page of lines that lie far from each other is as many stretches.
constexpr std::size_t kRecentStretches = 192;
constexpr qint64 kReadBytes = 16 << 10;

} // namespace

ComposedBytes::ComposedBytes(const QVector<LogSource>& sources, const LogFilter& filter)
    : m_sources(sources), m_filter(filter), m_sizes(static_cast<std::size_t>(sources.size()), 0)
{
    restart();
}

ComposedBytes::~ComposedBytes()
{
    m_work->outline.cancel();
}

void ComposedBytes::restart()
{
    if (m_work)
        m_work->outline.cancel();
    m_work = std::make_shared<Work>(m_sources, m_filter);
    m_asked.assign(m_sizes.size(), 0);
    m_recent.clear();
    m_blockSource = -1;
    m_size = 0;
}

bool ComposedBytes::refresh()
{
    bool hasShrunk = false;
    for (std::size_t i = 0; i < m_sizes.size(); ++i) {
        const qint64 size = QFileInfo(m_sources[static_cast<qsizetype>(i)].path).size();
        hasShrunk = hasShrunk || size < m_sizes[i];
        m_sizes[i] = size;
    }
    if (hasShrunk)
        restart();
    if (m_asked != m_sizes && !m_work->isBusy.exchange(true)) {
        m_asked = m_sizes;
        logPool().start([work = m_work, sizes = m_sizes] {
            work->outline.extend(sizes);
            work->hasNews = true;
            work->isBusy = false;
        });
    }
    const qint64 size = m_work->outline.size();
    if (!m_work->hasNews.exchange(false) && size == m_size && !hasShrunk)
        return false;
    m_size = size;
    m_blockSource = -1;
    std::erase_if(m_recent, [](const Pieces& pieces) { return pieces.stretch.isOpen; });
    return true;
}

double ComposedBytes::known() const
{
    const qint64 all = std::accumulate(m_sizes.begin(), m_sizes.end(), qint64{0});
    const bool isDone = !m_work->isBusy && m_asked == m_sizes;
    return isDone || all == 0
               ? 1
               : std::min(0.99, static_cast<double>(m_work->outline.known()) / static_cast<double>(all));
}

ComposedBytes::Pieces ComposedBytes::walk(const LogOutline::Stretch& stretch) const
{
    Pieces made{stretch, {}};
    LogWalk walk(m_sources, m_filter, stretch.from, stretch.limits);
    qint64 at = stretch.begin;
    while (at < stretch.end) {
        const std::optional<LogWalk::Line> line = walk.next();
        if (!line)
            break;
        if (line->fate == LogWalk::Fate::Repeat && !made.pieces.empty())
            ++made.pieces.back().line.repeats;
        if (line->fate != LogWalk::Fate::Shown)
            continue;
        const qint64 bytes = line->end - line->begin;
        const qint64 end = at + bytes + (line->ends ? 0 : 1);
        made.pieces.push_back({at, end, {line->source, line->begin, line->number, 1}, bytes, line->time});
        at = end;
    }
    if (!made.pieces.empty())
        made.pieces.back().line.repeats = stretch.lastRepeats;
    return made;
}

const ComposedBytes::Pieces* ComposedBytes::piecesAt(qint64 offset)
{
    const auto known = std::ranges::find_if(m_recent, [offset](const Pieces& pieces) {
        return offset >= pieces.stretch.begin && offset < pieces.stretch.end;
    });
    if (known != m_recent.end())
        return &*known;
    const std::optional<LogOutline::Stretch> stretch = m_work->outline.stretchAt(offset);
    if (!stretch || offset >= stretch->end)
        return nullptr;
    if (m_recent.size() >= kRecentStretches)
        m_recent.pop_back();
    m_recent.push_front(walk(*stretch));
    return &m_recent.front();
}

const ComposedBytes::Piece* ComposedBytes::pieceAt(qint64 offset)
{
    const Pieces* pieces = piecesAt(offset);
    if (!pieces)
        return nullptr;
    const auto after = std::ranges::upper_bound(pieces->pieces, offset, {}, &Piece::end);
    return after == pieces->pieces.end() || after->begin > offset ? nullptr : &*after;
}

/// From here on in the line; at least one byte unless the log cannot be read.
QByteArrayView ComposedBytes::sourceBytes(const Piece& piece, qint64 from, qint64 count)
{
    const qint64 offset = piece.line.offset + from;
    const bool isThere = piece.line.source == m_blockSource && offset >= m_blockBegin &&
                         offset + count <= m_blockBegin + m_block.size();
    if (!isThere) {
        m_blockSource = piece.line.source;
        m_blockBegin = offset;
        m_block.resize(std::max(count, kReadBytes));
        m_block.truncate(readAt(m_sources[m_blockSource].path, offset, m_block.data(), m_block.size()));
    }
    return QByteArrayView(m_block).sliced(offset - m_blockBegin,
                                          std::min(count, m_blockBegin + m_block.size() - offset));
}

qint64 ComposedBytes::read(qint64 offset, char* to, qint64 count)
{
    qint64 filled = 0;
    while (filled < count) {
        const qint64 at = offset + filled;
        const Piece* piece = pieceAt(at);
        if (!piece)
            break;
        const qint64 wanted = std::min(count - filled, piece->end - at);
        const qint64 inLine = at - piece->begin;
        const QByteArrayView bytes =
            sourceBytes(*piece, inLine, std::clamp<qint64>(piece->bytes - inLine, 0, wanted));
        std::memcpy(to + filled, bytes.data(), static_cast<std::size_t>(bytes.size()));
        // A newline that is not there; and what a log has lost meanwhile.
        std::memset(to + filled + bytes.size(), '\n', static_cast<std::size_t>(wanted - bytes.size()));
        filled += wanted;
    }
    return filled;
}

std::optional<LogLine> ComposedBytes::lineAt(qint64 begin)
{
    const Piece* piece = pieceAt(begin);
    return piece && piece->begin == begin ? std::optional(piece->line) : std::nullopt;
}

std::optional<qint64> ComposedBytes::timeAt(qint64 begin)
{
    const Piece* piece = pieceAt(begin);
    const bool hasTime = piece && piece->time != kNoTime;
    return hasTime ? std::optional(piece->time) : std::nullopt;
}

std::optional<qint64> ComposedBytes::offsetOf(int source, qint64 offset)
{
    const std::optional<LogOutline::Stretch> stretch = m_work->outline.stretchOf(source, offset);
    if (!stretch)
        return std::nullopt;
    LogWalk walk(m_sources, m_filter, stretch->from, stretch->limits);
    qint64 next = stretch->begin; // of the text
    qint64 shown = stretch->begin;
    while (next <= stretch->end) {
        const std::optional<LogWalk::Line> line = walk.next();
        if (!line)
            break;
        if (line->fate == LogWalk::Fate::Shown) {
            shown = next;
            next += line->end - line->begin + (line->ends ? 0 : 1);
        }
        if (line->source != source || line->end <= offset)
            continue;
        switch (line->fate) {
        case LogWalk::Fate::Shown:
            return std::min(shown + std::max<qint64>(0, offset - line->begin), next - 1);
        case LogWalk::Fate::Repeat:
            return shown;
        case LogWalk::Fate::Hidden:
            return next;
        }
    }
    return stretch->end < m_size ? std::optional(stretch->end) : std::nullopt;
}

std::optional<qint64> ComposedBytes::offsetOfTime(qint64 wall)
{
    const std::optional<LogOutline::Stretch> stretch = m_work->outline.stretchBefore(wall);
    if (!stretch)
        return std::nullopt;
    const Pieces pieces = walk(*stretch);
    const auto found =
        std::ranges::find_if(pieces.pieces, [wall](const Piece& piece) { return piece.time >= wall; });
    if (found != pieces.pieces.end())
        return found->begin;
    if (pieces.pieces.empty() || pieces.pieces.back().time == kNoTime)
        return std::nullopt;
    return stretch->isOpen ? std::optional(std::max<qint64>(0, m_size - 1)) : std::optional(stretch->end);
}

} // namespace lockstep
