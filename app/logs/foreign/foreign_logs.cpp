// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/logs/foreign/foreign_logs.h"

#include "app/logs/foreign/foreign_keys.h"
#include "app/logs/log_pool.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTimer>
#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace lockstep {

namespace {

constexpr int kTickMs = 100;
/// A log that calls its numbers by ever new names names no more than these.
constexpr std::size_t kMostMetrics = 256;

/// Puts the numbers of one log where those of a rank belong.
class LogCurves {
public:
    LogCurves(MetricTable& table, int rank) : m_table(table), m_rank(rank) {}

    void take(const LineReader::Line& text)
    {
        const auto line = foreignLine({text.head.data(), static_cast<std::size_t>(text.head.size())});
        if (!line)
            return;
        std::int64_t key = m_keys[line->rank].keyOf(*line);
        if (line->kind == ForeignLine::Kind::Part) {
            m_parts = line->values; // running averages: the last of them counts
            return;
        }
        const int rank = line->rank >= 0 ? line->rank : m_rank;
        // Some programs count epochs wrongly: what is evaluated belongs to the epoch told last.
        if (line->kind == ForeignLine::Kind::Evaluated)
            key = std::max(key, m_epochs[rank]);
        addTime(rank, *line, key, text.head);
        for (const ForeignLine::Value& value : line->values)
            add(rank, line->kind, value, key);
        if (line->kind == ForeignLine::Kind::Evaluated) {
            for (const ForeignLine::Value& part : std::exchange(m_parts, {}))
                add(rank, line->kind, part, key); // those that the summary does not say
        }
    }
    bool isEmpty() const { return m_metrics.empty(); }

private:
    void add(int rank, ForeignLine::Kind kind, const ForeignLine::Value& value, std::int64_t key)
    {
        if (!m_metrics.contains(value.metric) && m_metrics.size() >= kMostMetrics)
            return;
        m_metrics.insert(value.metric);
        std::int64_t& last = m_lastKeys[{rank, value.metric}];
        if (kind == ForeignLine::Kind::Epoch)
            m_epochs[rank] = key = std::max(key, last + 1);
        if (m_table.append(rank, value.metric, key, value.value))
            last = key;
    }
    void addTime(int rank, const ForeignLine& line, std::int64_t key, QByteArrayView text)
    {
        constexpr qint64 kYear = 366 * 86'400'000'000LL; // those without one tell no moment
        if (line.kind != ForeignLine::Kind::Step)
            return;
        const std::optional<LineTime> time = timeOf(text);
        std::int64_t& last = m_lastTimes[rank];
        if (!time || time->microseconds < kYear || key <= last)
            return;
        last = key;
        m_table.appendTime(rank, key, momentOf(time->microseconds, QDateTime()).toMSecsSinceEpoch());
    }

    MetricTable& m_table;
    int m_rank;
    std::map<int, ForeignKeys> m_keys;    ///< by the rank that lines name
    std::map<int, std::int64_t> m_epochs; ///< of the last line about an epoch of training
    std::map<std::pair<int, Metric>, std::int64_t> m_lastKeys;
    std::map<int, std::int64_t> m_lastTimes;
    std::set<Metric> m_metrics;
    std::vector<ForeignLine::Value> m_parts;
};

/// The rank in "worklog.3", "rank-3.log", "rank3.txt"; nothing in other names.
std::optional<int> rankInName(const QString& name)
{
    static const QRegularExpression kName(
        QStringLiteral("^(?:worklog\\.|rank[-_]?)(\\d{1,5})(?:\\.(?:log|txt))?$"));
    const QRegularExpressionMatch match = kName.match(name);
    return match.hasMatch() ? std::optional(match.captured(1).toInt()) : std::nullopt;
}

} // namespace

QVector<LogSource> foreignSources(const QStringList& files)
{
    std::map<int, QString> named;
    QStringList others;
    for (const QString& file : files) {
        const QFileInfo info(file);
        if (const std::optional<int> rank = rankInName(info.fileName()))
            named.emplace(*rank, file);
        else
            others.append(file);
    }
    if (files.size() == 1 && !named.empty()) {
        const QDir folder = QFileInfo(files.front()).dir();
        for (const QString& name : folder.entryList(QDir::Files | QDir::Readable)) {
            if (const std::optional<int> rank = rankInName(name))
                named.emplace(*rank, folder.filePath(name));
        }
    }
    QVector<LogSource> sources;
    for (const auto& [rank, file] : named)
        sources.append({file, rank});
    int next = named.empty() ? 0 : named.rbegin()->first + 1;
    for (const QString& file : others)
        sources.append({file, next++});
    return sources;
}

ForeignCurves readForeignLogs(const QVector<LogSource>& logs, std::atomic<qint64>& done,
                              const std::atomic<bool>& cancelled)
{
    ForeignCurves curves;
    for (const LogSource& log : logs) {
        const QString name = QFileInfo(log.path).fileName();
        curves.name = curves.name.isEmpty() ? name : curves.name;
        while (curves.sources.size() <= log.rank)
            curves.sources.append(QString());
        curves.sources[log.rank] = name;
        LogCurves numbers(curves.metrics, log.rank);
        LineReader reader(log.path);
        reader.setLimit(QFileInfo(log.path).size());
        while (const std::optional<LineReader::Line> line = reader.next()) {
            if (cancelled)
                return curves;
            numbers.take(*line);
            done += line->end - line->begin;
        }
        if (numbers.isEmpty())
            curves.notes.push_back({LOCKSTEP_TEXT("No numbers were recognised in %1; it is shown as text"),
                                    {name.toStdString()}});
    }
    return curves;
}

struct ForeignLoader::Work {
    std::atomic<qint64> done = 0;
    std::atomic<bool> cancelled = false;
    std::atomic<bool> isOver = false;
    qint64 total = 0;
    ForeignCurves curves; ///< of the worker until it is over
};

ForeignLoader::ForeignLoader(QObject* parent) : QObject(parent), m_work(std::make_shared<Work>()) {}

ForeignLoader::~ForeignLoader()
{
    m_work->cancelled = true;
}

void ForeignLoader::load(const QVector<LogSource>& logs)
{
    for (const LogSource& log : logs)
        m_work->total += QFileInfo(log.path).size();
    logPool().start([work = m_work, logs] {
        work->curves = readForeignLogs(logs, work->done, work->cancelled);
        work->isOver = true;
    });
    auto* timer = new QTimer(this);
    connect(timer, &QTimer::timeout, this, &ForeignLoader::check);
    timer->start(kTickMs);
}

void ForeignLoader::check()
{
    if (!m_work->isOver) {
        emit progress(static_cast<double>(m_work->done) /
                      static_cast<double>(std::max<qint64>(1, m_work->total)));
        return;
    }
    delete findChild<QTimer*>();
    emit loaded();
}

ForeignCurves ForeignLoader::take()
{
    return std::move(m_work->curves);
}

} // namespace lockstep
