// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/field_texts.h"

#include "app/plots/metric_text.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"

#include <QLocale>
#include <optional>

namespace lockstep {

namespace {

/// The metric whose best or last value the field is, where it is one.
std::optional<MetricText> metricOf(const QString& name)
{
    for (const QString& which : {field::kBest, field::kLast}) {
        if (!name.endsWith(which))
            continue;
        const QByteArray metric = name.chopped(which.size()).toUtf8();
        return metricText(Metric::named({metric.constData(), static_cast<std::size_t>(metric.size())}));
    }
    return std::nullopt;
}

} // namespace

QString FieldTexts::title(const QString& name) const
{
    if (isResult(name))
        return resultTitle(name);
    if (name == field::kHosts)
        return tr("Hosts");
    if (name == field::kRehearsal)
        return tr("Rehearsal");
    if (const QString known = m_parameters.title(name); !known.isEmpty())
        return known;
    return inertString(name.section(u'.', -1).replace(u'_', u' '));
}

QString FieldTexts::resultTitle(const QString& name)
{
    if (const std::optional<MetricText> metric = metricOf(name)) {
        const QString which = name.endsWith(field::kBest) ? tr("%1, best") : tr("%1, last");
        return axisText(which.arg(metric->title), metric->unit);
    }
    if (name == field::kSteps)
        return tr("Steps");
    if (name == field::kSeconds)
        return tr("Time trained");
    if (name == field::kSamplesPerSecond)
        return tr("Samples per second of all ranks");
    return inertString(QString(name).replace(u'_', u' ').replace(u'.', u' '));
}

QString FieldTexts::value(const RunField& field) const
{
    if (!field.isNumber()) {
        const QString word = m_parameters.word(field.name, field.text);
        return inertString(word.isEmpty() ? field.text : word);
    }
    if (field.name == field::kSeconds)
        return durationText(static_cast<qint64>(field.number * 1000));
    constexpr int kDigits = 6;
    const std::optional<MetricText> metric = isResult(field.name) ? metricOf(field.name) : std::nullopt;
    return QLocale().toString(field.number * (metric ? metric->factor : 1), 'g', kDigits);
}

} // namespace lockstep
