// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/tensorboard/event_sink.h"

#include "app/interchange/tensorboard/record_file.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <cmath>
#include <optional>
#include <tensorboard/event.pb.h>

namespace lockstep::tensorboard {

namespace {

constexpr qsizetype kBlockBytes = 1 << 20;

std::string tagOf(Metric metric)
{
    return std::string(metric.group()) + '/' + std::string(metric.member());
}

class EventSink : public MetricSink {
public:
    explicit EventSink(const QString& folder)
        : m_folder(folder), m_unfinished(QFileInfo(folder).absolutePath() + QStringLiteral("/.events-XXXXXX"))
    {
    }

    Result<void> open() const
    {
        if (QFileInfo::exists(m_folder))
            return Error{
                LOCKSTEP_TEXT("There is something at %1 already; event files are written into a folder of "
                              "their own."),
                {m_folder.toStdString()},
                {}};
        if (!m_unfinished.isValid())
            return failure(m_folder, m_unfinished.errorString());
        return {};
    }

    Result<void> add(const MetricPoint& point) override
    {
        if (point.rank != m_rank) {
            if (const Result<void> begun = beginRank(point); !begun)
                return begun;
        }
        m_event.Clear();
        m_event.set_wall_time(std::isfinite(point.wallSeconds) ? point.wallSeconds : 0);
        m_event.set_step(point.key);
        Summary::Value* value = m_event.mutable_summary()->add_values();
        value->set_tag(tagOf(point.metric));
        value->set_number(point.value);
        return write();
    }

    Result<void> commit() override
    {
        if (const Result<void> ended = endRank(); !ended)
            return ended;
        m_unfinished.setAutoRemove(false);
        if (QDir().rename(m_unfinished.path(), m_folder))
            return {};
        m_unfinished.setAutoRemove(true);
        return failure(m_folder, QStringLiteral("rename"));
    }

private:
    static Error failure(const QString& path, const QString& reason)
    {
        return {LOCKSTEP_TEXT("Cannot write %1: %2."), {path.toStdString(), reason.toStdString()}, {}};
    }

    Result<void> beginRank(const MetricPoint& first)
    {
        if (const Result<void> ended = endRank(); !ended)
            return ended;
        m_rank = first.rank;
        const double begun = std::isfinite(first.wallSeconds) ? first.wallSeconds : 0;
        const QDir home(m_unfinished.path());
        const QString rank = QStringLiteral("rank-%1").arg(m_rank);
        home.mkdir(rank);
        // TensorBoard knows its files by this part of their names.
        m_file.setFileName(home.filePath(
            rank + QStringLiteral("/events.out.tfevents.%1.lockstep").arg(static_cast<qint64>(begun))));
        if (!m_file.open(QIODevice::WriteOnly))
            return failure(m_file.fileName(), m_file.errorString());
        m_event.Clear();
        m_event.set_wall_time(begun);
        m_event.set_file_version("brain.Event:2");
        return write();
    }

    Result<void> write()
    {
        m_event.SerializeToString(&m_record);
        appendRecord(m_block, m_record);
        return m_block.size() < kBlockBytes ? Result<void>() : flush();
    }

    Result<void> flush()
    {
        if (m_file.write(m_block) != m_block.size() || !m_file.flush())
            return failure(m_file.fileName(), m_file.errorString());
        m_block.clear();
        return {};
    }

    Result<void> endRank()
    {
        if (!m_file.isOpen())
            return {};
        const Result<void> flushed = flush();
        m_file.close();
        return flushed;
    }

    QString m_folder;
    QTemporaryDir m_unfinished;
    int m_rank = -1;
    QFile m_file;
    Event m_event;
    std::string m_record;
    QByteArray m_block;
};

} // namespace

Result<std::unique_ptr<MetricSink>> openEvents(const QString& folder)
{
    auto sink = std::make_unique<EventSink>(folder);
    if (const Result<void> opened = sink->open(); !opened)
        return opened.error();
    return std::unique_ptr<MetricSink>(std::move(sink));
}

} // namespace lockstep::tensorboard
