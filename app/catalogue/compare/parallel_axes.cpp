// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/compare/parallel_axes.h"

#include "app/catalogue/compare/run_names.h"
#include "app/catalogue/field_texts.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

void placeNumbers(ParallelAxis& axis, const QVector<const RunField*>& fields, const FieldTexts& texts)
{
    const RunField* lowest = nullptr;
    const RunField* highest = nullptr;
    for (const RunField* field : fields) {
        if (field && (!lowest || field->number < lowest->number))
            lowest = field;
        if (field && (!highest || field->number > highest->number))
            highest = field;
    }
    if (!lowest)
        return;
    const double low = lowest->number;
    const double high = highest->number;
    axis.labels = {texts.value(*lowest), texts.value(*highest)};
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

void placeWords(ParallelAxis& axis, const QVector<const RunField*>& fields, const FieldTexts& texts)
{
    for (const RunField* field : fields) {
        if (field && !axis.labels.contains(texts.value(*field)))
            axis.labels.append(texts.value(*field));
    }
    axis.labels.sort();
    const double last = std::max<double>(1, static_cast<double>(axis.labels.size() - 1));
    for (const RunField* field : fields)
        axis.places.append(field ? static_cast<double>(axis.labels.indexOf(texts.value(*field))) / last
                                 : std::nan(""));
}

bool isSameInAll(const QVector<CatalogueRun>& runs, const QString& name)
{
    const QVector<const RunField*> fields = fieldsOf(runs, name);
    return std::ranges::all_of(
        fields, [&](const RunField* field) { return field && fields[0] && field->text == fields[0]->text; });
}

ParallelAxis axisOf(const QVector<CatalogueRun>& runs, const QString& name, const FieldTexts& texts)
{
    const QVector<const RunField*> fields = fieldsOf(runs, name);
    ParallelAxis axis;
    axis.title = texts.title(name);
    const bool isOfNumbers =
        std::ranges::all_of(fields, [](const RunField* field) { return !field || field->isNumber(); });
    isOfNumbers ? placeNumbers(axis, fields, texts) : placeWords(axis, fields, texts);
    for (const RunField* field : fields)
        axis.texts.append(field ? texts.value(*field) : QString());
    return axis;
}

} // namespace

ParallelAxes parallelAxes(const QVector<CatalogueRun>& runs)
{
    ParallelAxes picture;
    picture.runs = distinctNames(runs);
    QStringList names = differingFields(runs);
    names.removeIf(
        [](const QString& name) { return name.endsWith(field::kLast) || name == QLatin1String("name"); });
    names.removeIf([&](const QString& name) { return isSameInAll(runs, name); });
    // The last axis gives the colour at first: what most people ask for.
    if (names.removeOne(kAccuracy))
        names.append(kAccuracy);
    while (names.size() > kMostAxes)
        names.removeFirst(); // results come last, and matter most
    const FieldTexts texts;
    for (const QString& name : names)
        picture.axes.append(axisOf(runs, name, texts));
    return picture;
}

} // namespace lockstep
