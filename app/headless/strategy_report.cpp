// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/strategy_report.h"

#include "app/forecast/forecast_texts.h"
#include "app/headless/terminal.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"

#include <QCoreApplication>
#include <QJsonObject>
#include <QStringList>
#include <vector>

namespace lockstep {

namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("Headless", text);
}

/// What stands beside a row.
QString remark(const StrategyForecast& row)
{
    if (row.refusal)
        return translated(QT_TRANSLATE_NOOP("Headless", "not possible: %1")).arg(errorMessage(*row.refusal));
    QString text = sentenceText(row.accuracy.text);
    if (row.isRecommended)
        text += QStringLiteral("  <- ") + translated(QT_TRANSLATE_NOOP("Headless", "the quickest safe one"));
    return text;
}

QStringList cellsOf(const StrategyForecast& row)
{
    const QString crossing =
        row.slowestName.empty()
            ? QStringLiteral("-")
            : translated(QT_TRANSLATE_NOOP("Headless", "%1 over %2"))
                  .arg(sizeText(static_cast<qint64>(row.slowestBytes)), inertString(row.slowestName));
    return {(row.isChosen ? QStringLiteral("> ") : QStringLiteral("  ")) + sentenceText(nameOf(row.settings)),
            QString::fromStdString(secondsText(row.stepSeconds.low, row.stepSeconds.high)),
            row.epochHours ? QString::fromStdString(epochText(*row.epochHours)) : QStringLiteral("-"),
            crossing, remark(row)};
}

QString joined(const QStringList& cells, const std::vector<int>& widths)
{
    QString line;
    for (qsizetype i = 0; i < cells.size(); ++i) {
        const int gap = widths[static_cast<std::size_t>(i)] - columnsOf(cells[i]);
        line += cells[i];
        if (i + 1 < cells.size())
            line += QString(gap + 2, u' ');
    }
    return line;
}

QJsonObject toJson(const StrategyForecast& row)
{
    const auto word = [](std::string_view text) {
        return QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
    };
    QJsonObject json{
        {QStringLiteral("name"), QString::fromStdString(nameOf(row.settings).english())},
        {QStringLiteral("strategy"), word(toString(row.settings.strategy))},
        {QStringLiteral("compression"), word(toString(row.settings.compression))},
        {QStringLiteral("step_seconds"),
         QJsonArray{row.stepSeconds.low, row.stepSeconds.middle, row.stepSeconds.high}},
        {QStringLiteral("epoch_hours"), row.epochHours ? QJsonValue(*row.epochHours) : QJsonValue()},
        {QStringLiteral("slowest"), QString::fromStdString(row.slowestName)},
        {QStringLiteral("slowest_bytes"), row.slowestBytes},
        {QStringLiteral("accuracy"), QString::fromStdString(row.accuracy.text.english())},
        {QStringLiteral("safe"), row.accuracy.isSafe},
        {QStringLiteral("chosen"), row.isChosen},
        {QStringLiteral("recommended"), row.isRecommended}};
    if (row.settings.compression == CompressionKind::PowerSgd)
        json.insert(QStringLiteral("compression_rank"), row.settings.compressionRank);
    if (row.settings.compression == CompressionKind::TopK)
        json.insert(QStringLiteral("compression_ratio"), row.settings.compressionRatio);
    if (row.settings.strategy == StrategyKind::LocalSteps)
        json.insert(QStringLiteral("local_steps"), row.settings.localSteps);
    if (row.refusal)
        json.insert(QStringLiteral("refusal"), QString::fromStdString(row.refusal->message()));
    return json;
}

} // namespace

QString strategyReport(const StrategyTable& table)
{
    if (table.rows.empty())
        return {};
    QVector<QStringList> lines{{QStringLiteral("  ") + translated(QT_TRANSLATE_NOOP("Headless", "Strategy")),
                                translated(QT_TRANSLATE_NOOP("Headless", "A step")),
                                translated(QT_TRANSLATE_NOOP("Headless", "An epoch")),
                                translated(QT_TRANSLATE_NOOP("Headless", "Slowest part, in a step")),
                                translated(QT_TRANSLATE_NOOP("Headless", "Accuracy"))}};
    for (const StrategyForecast& row : table.rows)
        lines.append(cellsOf(row));
    std::vector<int> widths(static_cast<std::size_t>(lines.first().size()));
    for (const QStringList& cells : lines) {
        for (qsizetype i = 0; i < cells.size(); ++i) {
            int& width = widths[static_cast<std::size_t>(i)];
            width = qMax(width, columnsOf(cells[i]));
        }
    }
    QStringList text;
    for (const QStringList& cells : lines)
        text.append(joined(cells, widths));
    text.append(sentenceText(table.advice.text));
    for (const Sentence& note : notesOf(table))
        text.append(sentenceText(note));
    return text.join(u'\n');
}

QJsonArray strategiesJson(const StrategyTable& table)
{
    QJsonArray rows;
    for (const StrategyForecast& row : table.rows)
        rows.append(toJson(row));
    return rows;
}

} // namespace lockstep
