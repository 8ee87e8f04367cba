// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/sweep/sweep.h"

#include "engine/protocol/process_placement.h"

#include <QDateTime>
#include <QRandomGenerator>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace lockstep {

namespace {

constexpr int kMaxRangeCount = 1000;

Error refused(const char* text, std::vector<Sentence> arguments)
{
    return {text, std::move(arguments), {}};
}

/// The parts of a list; brackets and quotes hold a part together.
QStringList partsOf(const QString& list)
{
    QStringList parts{QString()};
    int depth = 0;
    bool isQuoted = false;
    for (const QChar letter : list) {
        isQuoted = isQuoted != (letter == u'"');
        if (!isQuoted)
            depth += (letter == u'[' || letter == u'{') - (letter == u']' || letter == u'}');
        if (letter == u',' && depth == 0 && !isQuoted)
            parts.append(QString());
        else
            parts.last() += letter;
    }
    for (QString& part : parts)
        part = part.trimmed();
    return parts;
}

std::vector<std::size_t> hostsWithRanks(const Experiment& experiment)
{
    std::set<std::size_t> hosts;
    for (const Placement& placement : placeRanks(experiment))
        hosts.insert(placement.host);
    return {hosts.begin(), hosts.end()};
}

/// The last word of a key tells enough beside its value: "learning_rate=0.1".
QString nameOf(const Sweep& sweep, const QStringList& values)
{
    QStringList told;
    for (qsizetype axis = 0; axis < sweep.axes.size(); ++axis) {
        if (sweep.axes[axis].values.size() > 1)
            told.append(sweep.axes[axis].key.section(u'.', -1) + u'=' + values[axis]);
    }
    const QString name = QString::fromStdString(sweep.experiment.name);
    return told.isEmpty() ? name : QStringLiteral("%1 [%2]").arg(name, told.join(QStringLiteral(", ")));
}

Result<SweepPoint> pointAt(const Sweep& sweep, const QStringList& values)
{
    SweepPoint point{values, sweep.experiment};
    for (qsizetype axis = 0; axis < sweep.axes.size(); ++axis) {
        auto changed =
            withValue(point.experiment, sweep.axes[axis].key.toStdString(), values[axis].toStdString());
        if (!changed)
            return changed.error();
        point.experiment = std::move(changed.value());
    }
    point.experiment.name = nameOf(sweep, values).toStdString();
    const std::vector<Error> errors = checkExperiment(point.experiment);
    if (!errors.empty())
        return errors.front();
    return point;
}

/// How many points there are; an error where there are too many, or axes do not pair.
Result<qsizetype> countOf(const Sweep& sweep)
{
    std::set<QString> keys;
    qsizetype count = 1;
    for (const SweepAxis& axis : sweep.axes) {
        if (!keys.insert(axis.key).second)
            return refused(LOCKSTEP_TEXT("%1 is set twice."), {axis.key.toStdString()});
        if (axis.values.isEmpty())
            return refused(LOCKSTEP_TEXT("%1 has no value."), {axis.key.toStdString()});
        if (sweep.mode == SweepMode::Grid)
            count *= axis.values.size();
        else if (axis.values.size() != sweep.axes[0].values.size())
            return refused(
                LOCKSTEP_TEXT("%1 has %2 values and %3 has %4: what is paired has as many of each."),
                {sweep.axes[0].key.toStdString(), std::to_string(sweep.axes[0].values.size()),
                 axis.key.toStdString(), std::to_string(axis.values.size())});
        else
            count = axis.values.size();
        if (count > kMaxSweepPoints)
            return refused(LOCKSTEP_TEXT("These are more than %1 runs. Leave some values out."),
                           {std::to_string(kMaxSweepPoints)});
    }
    return count;
}

QStringList valuesAt(const Sweep& sweep, qsizetype number)
{
    QStringList values;
    for (auto axis = sweep.axes.rbegin(); axis != sweep.axes.rend(); ++axis) {
        const qsizetype count = axis->values.size();
        values.prepend(axis->values[number % count]);
        if (sweep.mode == SweepMode::Grid)
            number /= count;
    }
    return values;
}

} // namespace

Result<QStringList> valuesBetween(double first, double last, int count, bool isLogarithmic)
{
    if (count < 2 || count > kMaxRangeCount)
        return refused(LOCKSTEP_TEXT("A range has 2 to %1 values, not %2."),
                       {std::to_string(kMaxRangeCount), std::to_string(count)});
    if (isLogarithmic && (first <= 0 || last <= 0))
        return refused(LOCKSTEP_TEXT("A range with even logarithms begins and ends above 0."), {});
    QStringList values;
    for (int i = 0; i < count; ++i) {
        const double share = static_cast<double>(i) / (count - 1);
        const double value =
            isLogarithmic ? first * std::pow(last / first, share) : first + (last - first) * share;
        // What rounding adds beyond twelve digits was not asked for.
        values.append(QString::number(i == count - 1 ? last : value, 'g', 12));
    }
    return values;
}

Result<SweepAxis> sweepAxisIn(const QString& assignment)
{
    const qsizetype sign = assignment.indexOf(u'=');
    if (sign < 1)
        return refused(LOCKSTEP_TEXT("%1 is no KEY=VALUES."), {assignment.toStdString()});
    SweepAxis axis{assignment.left(sign).trimmed(), {}};
    const QString text = assignment.mid(sign + 1).trimmed();
    static const QRegularExpression kRange(
        QStringLiteral("^([-+0-9.eE]+?)\\.\\.([-+0-9.eE]+):([0-9]{1,6})(:log)?$"));
    const QRegularExpressionMatch range = kRange.match(text);
    bool isFirst = false;
    bool isLast = false;
    const double first = range.captured(1).toDouble(&isFirst);
    const double last = range.captured(2).toDouble(&isLast);
    if (!isFirst || !isLast) {
        axis.values = partsOf(text);
        return axis;
    }
    auto values = valuesBetween(first, last, range.captured(3).toInt(), !range.captured(4).isEmpty());
    if (!values)
        return values.error();
    axis.values = std::move(values.value());
    return axis;
}

Result<QVector<SweepPoint>> sweepPoints(const Sweep& sweep)
{
    const Result<qsizetype> count = countOf(sweep);
    if (!count)
        return count.error();
    QVector<SweepPoint> points;
    for (qsizetype number = 0; number < *count; ++number) {
        Result<SweepPoint> point = pointAt(sweep, valuesAt(sweep, number));
        if (!point)
            return point.error();
        points.append(std::move(point.value()));
    }
    const int hosts = points.isEmpty() ? 0 : hostsTakingPart(points[0].experiment);
    if (sweep.atOnce < 1 || sweep.atOnce > hosts)
        return refused(LOCKSTEP_TEXT("%1 runs at once need as many hosts, but %2 take part."),
                       {std::to_string(sweep.atOnce), std::to_string(hosts)});
    return points;
}

int hostsTakingPart(const Experiment& experiment)
{
    return static_cast<int>(hostsWithRanks(experiment).size());
}

Experiment onHostsOfGroup(const Experiment& experiment, int group, int groups)
{
    if (groups == 1)
        return experiment;
    const std::vector<std::size_t> all = hostsWithRanks(experiment);
    const auto border = [&](int before) {
        return all.size() * static_cast<std::size_t>(before) / static_cast<std::size_t>(groups);
    };
    Experiment part = experiment;
    Topology& topology = part.topology;
    topology.hosts.clear();
    std::set<std::string> left;
    for (const Host& host : experiment.topology.hosts)
        left.insert(host.id);
    for (std::size_t i = border(group); i < border(group + 1); ++i) {
        topology.hosts.push_back(experiment.topology.hosts[all[i]]);
        left.erase(topology.hosts.back().id);
    }
    std::erase_if(topology.links,
                  [&](const Link& link) { return left.contains(link.from) || left.contains(link.to); });
    return part;
}

QString freshSweepId()
{
    return QDateTime::currentDateTime().toString(QStringLiteral("'sweep'-yyyyMMdd-HHmmss-")) +
           QStringLiteral("%1").arg(QRandomGenerator::system()->bounded(0x10000), 4, 16, QLatin1Char('0'));
}

} // namespace lockstep
