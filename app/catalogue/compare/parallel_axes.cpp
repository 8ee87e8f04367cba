// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/compare/parallel_axes.h"

#include "app/catalogue/run_list_model.h"
#include "app/text/inert_text.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double kLogarithmicSpan = 100;
constexpr qsizetype kMostAxes = 12; ///< more cannot be told apart
const QString kAccuracy = QStringLiteral("evaluated.validation.top1.best");

QVector<const RunField*> fieldsOf(const QVector<CatalogueRun>& runs, const QString& name)
{
    QVector<const RunField*> fields;
    for (const CatalogueRun& run : runs)
        fields.append(run.fields.find(name));
    return fields;
}

/// `share` of the way from low to high; in the middle where they are one.
double placeOf(double value, double low, double high)
{
    return high > low ? (value - low) / (high - low) : 0.5;
}

void placeNumbers(ParallelAxis& axis, const QVector<const RunField*>& fields)
{
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const RunField* field : fields) {
        if (field) {
            low = std::min(low, field->number);
            high = std::max(high, field->number);
        }
    }
    axis.labels = {QLocale().toString(low, 'g', 4), QLocale().toString(high, 'g', 4)};
    axis.isLogarithmic = low > 0 && high / low > kLogarithmicSpan;
    for (const RunField* field : fields) {
        if (!field)
            axis.places.append(std::nan(""));
        else if (axis.isLogarithmic)
            axis.places.append(placeOf(std::log(field->number), std::log(low), std::log(high)));
        else
            axis.places.append(placeOf(field->number, low, high));
    }
}

void placeWords(ParallelAxis& axis, const QVector<const RunField*>& fields)
{
    for (const RunField* field : fields) {
        if (field && !axis.labels.contains(field->text))
            axis.labels.append(field->text);
    }
    axis.labels.sort();
    const double last = std::max<double>(1, static_cast<double>(axis.labels.size() - 1));
    for (const RunField* field : fields)
        axis.places.append(field ? static_cast<double>(axis.labels.indexOf(field->text)) / last
                                 : std::nan(""));
    for (QString& label : axis.labels)
        label = inertString(label);
}

bool isSameInAll(const QVector<CatalogueRun>& runs, const QString& name)
{
    const QVector<const RunField*> fields = fieldsOf(runs, name);
    return std::ranges::all_of(
        fields, [&](const RunField* field) { return field && fields[0] && field->text == fields[0]->text; });
}

ParallelAxis axisOf(const QVector<CatalogueRun>& runs, const QString& name)
{
    const QVector<const RunField*> fields = fieldsOf(runs, name);
    ParallelAxis axis;
    axis.title = fieldTitle(name);
    const bool isOfNumbers =
        std::ranges::all_of(fields, [](const RunField* field) { return !field || field->isNumber(); });
    isOfNumbers ? placeNumbers(axis, fields) : placeWords(axis, fields);
    for (const RunField* field : fields)
        axis.texts.append(!field              ? QString()
                          : field->isNumber() ? QLocale().toString(field->number, 'g', 6)
                                              : inertString(field->text));
    return axis;
}

} // namespace

ParallelAxes parallelAxes(const QVector<CatalogueRun>& runs)
{
    ParallelAxes picture;
    for (const CatalogueRun& run : runs)
        picture.runs.append(inertString(run.entry.info.name));
    QStringList names = differingFields(runs);
    names.removeIf(
        [](const QString& name) { return name.endsWith(field::kLast) || name == QLatin1String("name"); });
    names.removeIf([&](const QString& name) { return isSameInAll(runs, name); });
    // The last axis gives the colour at first: what most people ask for.
    if (names.removeOne(kAccuracy))
        names.append(kAccuracy);
    while (names.size() > kMostAxes)
        names.removeFirst(); // results come last, and matter most
    for (const QString& name : names)
        picture.axes.append(axisOf(runs, name));
    return picture;
}

} // namespace lockstep
