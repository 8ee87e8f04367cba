// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/compare/run_names.h"

#include "app/text/inert_text.h"

#include <QFileInfo>
#include <QLocale>

namespace lockstep {

namespace {

/// Puts behind every name that is there more than once what `further` says of its run.
template <typename Further>
void tellApart(QStringList& names, const QVector<CatalogueRun>& runs, Further further)
{
    const QStringList before = names;
    for (qsizetype i = 0; i < names.size(); ++i) {
        if (before.count(before[i]) > 1)
            names[i] += QStringLiteral(" · ") + inertString(further(runs[i]));
    }
}

} // namespace

QStringList distinctNames(const QVector<CatalogueRun>& runs)
{
    QStringList names;
    for (const CatalogueRun& run : runs)
        names.append(inertString(run.entry.info.name.isEmpty() ? run.entry.info.id : run.entry.info.name));
    tellApart(names, runs, [](const CatalogueRun& run) {
        return QLocale().toString(run.entry.info.created.toLocalTime(), QLocale::ShortFormat);
    });
    tellApart(names, runs, [](const CatalogueRun& run) { return QFileInfo(run.folder()).fileName(); });
    return names;
}

} // namespace lockstep
