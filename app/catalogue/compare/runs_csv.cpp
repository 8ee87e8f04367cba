// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/compare/runs_csv.h"

#include "engine/protocol/run_phase.h"

#include <QSet>

namespace lockstep {

namespace {

/// Spreadsheets take what begins so for a formula, and a run's name may be anybody's.
bool looksLikeFormula(const QString& text)
{
    return !text.isEmpty() && QStringLiteral("=+-@\t\r").contains(text[0]);
}

QByteArray cell(QString text)
{
    if (looksLikeFormula(text))
        text.prepend(u'\'');
    const bool needsQuotes =
        text.contains(u',') || text.contains(u'"') || text.contains(u'\n') || text.contains(u'\r');
    if (needsQuotes)
        text = u'"' + text.replace(QLatin1String("\""), QLatin1String("\"\"")) + u'"';
    return text.toUtf8();
}

QByteArray cell(const RunField* field)
{
    if (!field)
        return {};
    return field->isNumber() ? field->text.toUtf8() : cell(field->text);
}

} // namespace

QByteArray runsCsv(const QVector<CatalogueRun>& runs)
{
    const QStringList fields = differingFields(runs);
    QByteArray csv = "run,name,started,state,attempt,ranks,tags";
    for (const QString& name : fields)
        csv += ',' + cell(name);
    csv += "\r\n";
    for (const CatalogueRun& run : runs) {
        const RunInfo& info = run.entry.info;
        const std::string_view phase = toString(run.entry.phase());
        csv += cell(info.id) + ',' + cell(info.name) + ',' +
               info.created.toUTC().toString(Qt::ISODate).toUtf8() + ',' +
               (run.entry.unknownSince ? QByteArray("unknown")
                                       : QByteArray(phase.data(), qsizetype(phase.size()))) +
               ',' + QByteArray::number(info.attempt) + ',' + QByteArray::number(run.entry.ranks) + ',' +
               cell(run.labels.tags.join(QStringLiteral("; ")));
        for (const QString& name : fields)
            csv += ',' + cell(run.fields.find(name));
        csv += "\r\n";
    }
    return csv;
}

} // namespace lockstep
