// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/index/catalogue_run.h"

#include "app/catalogue/index/search_text.h"

#include <algorithm>
#include <map>

namespace lockstep {

RunFields::RunFields(QVector<RunField> fields) : m_fields(std::move(fields))
{
    std::ranges::sort(m_fields, {}, &RunField::name);
}

const RunField* RunFields::find(const QString& name) const
{
    const auto found = std::ranges::lower_bound(m_fields, name, {}, &RunField::name);
    return found != m_fields.end() && found->name == name ? &*found : nullptr;
}

QString searchedWords(const CatalogueRun& run)
{
    QStringList words{run.entry.info.name, run.entry.info.id, run.labels.tags.join(u' '), run.labels.notes,
                      run.labels.sweep};
    QStringList searched{field::kHosts};
    for (const char* name : field::kSearched)
        searched.append(QLatin1String(name));
    for (const QString& name : searched) {
        if (const RunField* found = run.fields.find(name))
            words.append(found->text);
    }
    return foldedText(words.join(u'\n')); // no search spans two of them
}

bool isResult(const QString& fieldName)
{
    return fieldName.endsWith(field::kBest) || fieldName.endsWith(field::kLast) ||
           fieldName == field::kSteps || fieldName == field::kSeconds ||
           fieldName == field::kSamplesPerSecond;
}

QStringList differingFields(const QVector<CatalogueRun>& runs)
{
    struct Seen {
        QString text;
        qsizetype count = 0;
        bool differs = false;
    };
    std::map<QString, Seen> seen;
    for (const CatalogueRun& run : runs) {
        for (const RunField& field : run.fields.all()) {
            Seen& one = seen[field.name];
            one.differs = one.differs || (one.count > 0 && one.text != field.text);
            one.text = field.text;
            ++one.count;
        }
    }
    QStringList parameters;
    QStringList results;
    for (const auto& [name, one] : seen) {
        if (isResult(name))
            results.append(name);
        else if (one.differs || one.count < runs.size())
            parameters.append(name);
    }
    return parameters + results;
}

} // namespace lockstep
