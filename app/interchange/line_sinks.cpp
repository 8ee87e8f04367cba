// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/line_sinks.h"

#include <QDateTime>
#include <QSaveFile>
#include <QTimeZone>
#include <charconv>
#include <cmath>

namespace lockstep {

namespace {

/// The shortest decimal that reads back as the same number; "nan", "inf", "-inf".
QByteArray numberText(float value)
{
    char text[32];
    const auto end = std::to_chars(std::begin(text), std::end(text), value).ptr;
    return {text, end - text};
}

QByteArray timeText(double wallSeconds)
{
    if (!std::isfinite(wallSeconds))
        return {};
    const auto time = QDateTime::fromMSecsSinceEpoch(std::llround(wallSeconds * 1000), QTimeZone::utc());
    return time.toString(Qt::ISODateWithMs).toLatin1();
}

QByteArray countsText(Metric metric)
{
    return metric.keyKind() == KeyKind::Epoch ? "epoch" : "step";
}

/// In quotes as JSON wants it: names come from journals, which may hold anything.
QByteArray quoted(std::string_view text)
{
    QByteArray out("\"");
    for (const char character : text) {
        if (character == '"' || character == '\\')
            out.append('\\');
        if (static_cast<unsigned char>(character) < 0x20)
            out.append("\\u00").append(QByteArray(1, character).toHex());
        else
            out.append(character);
    }
    return out.append('"');
}

QByteArray csvField(std::string_view text)
{
    const QByteArray field(text.data(), static_cast<qsizetype>(text.size()));
    if (text.find_first_of(",\"\r\n") == std::string_view::npos)
        return field;
    return '"' + QByteArray(field).replace('"', "\"\"") + '"';
}

QByteArray csvLine(const MetricPoint& point)
{
    return QByteArray::number(point.rank) + ',' + csvField(point.metric.name()) + ',' +
           countsText(point.metric) + ',' + QByteArray::number(point.key) + ',' +
           timeText(point.wallSeconds) + ',' + numberText(point.value) + '\n';
}

QByteArray jsonLine(const MetricPoint& point)
{
    const QByteArray time = timeText(point.wallSeconds);
    const QByteArray value = numberText(point.value);
    return R"({"rank":)" + QByteArray::number(point.rank) + R"(,"metric":)" + quoted(point.metric.name()) +
           R"(,"counts":")" + countsText(point.metric) + R"(","key":)" + QByteArray::number(point.key) +
           R"(,"time":)" + (time.isEmpty() ? QByteArray("null") : '"' + time + '"') + R"(,"value":)" +
           (std::isfinite(point.value) ? value : '"' + value + '"') + "}\n";
}

/// A file of lines that appears whole or not at all.
class LineSink : public MetricSink {
public:
    using Line = QByteArray (*)(const MetricPoint&);

    LineSink(const QString& file, Line line) : m_file(file), m_line(line) {}

    Result<void> open(const QByteArray& head)
    {
        return m_file.open(QIODevice::WriteOnly) ? write(head) : Result<void>(failure());
    }
    Result<void> add(const MetricPoint& point) override { return write(m_line(point)); }
    Result<void> commit() override
    {
        if (!m_file.commit())
            return failure();
        return {};
    }

private:
    Result<void> write(const QByteArray& text)
    {
        if (m_file.write(text) != text.size())
            return failure();
        return {};
    }
    Error failure() const
    {
        return {LOCKSTEP_TEXT("Cannot write %1: %2."),
                {m_file.fileName().toStdString(), m_file.errorString().toStdString()},
                {}};
    }

    QSaveFile m_file;
    Line m_line;
};

Result<std::unique_ptr<MetricSink>> openLines(const QString& file, LineSink::Line line,
                                              const QByteArray& head)
{
    auto sink = std::make_unique<LineSink>(file, line);
    if (const Result<void> opened = sink->open(head); !opened)
        return opened.error();
    return std::unique_ptr<MetricSink>(std::move(sink));
}

} // namespace

Result<std::unique_ptr<MetricSink>> openCsv(const QString& file)
{
    return openLines(file, csvLine, "rank,metric,counts,key,time,value\n");
}

Result<std::unique_ptr<MetricSink>> openJsonLines(const QString& file)
{
    return openLines(file, jsonLine, {});
}

} // namespace lockstep
