// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/forecast_input.h"

#include <QRegularExpression>
#include <QString>
#include <algorithm>
#include <string>
#include <utility>

namespace lockstep {

namespace {

/// Of a host that nobody says anything about.
constexpr double kUsualCores = 4;

VectorUnit vectorUnitOf(const HostReport& report)
{
    const auto has = [&](const char* name) {
        return std::find(report.instructionSets.begin(), report.instructionSets.end(), name) !=
               report.instructionSets.end();
    };
    if (has("amx_bf16"))
        return VectorUnit::Amx;
    if (has("avx512f"))
        return VectorUnit::Avx512;
    return has("avx2") ? VectorUnit::Avx2 : VectorUnit::Unknown;
}

/// "4 cores" among the facts of a host.
std::optional<double> statedCores(const std::string& facts)
{
    static const QRegularExpression pattern(QStringLiteral("\\b(\\d{1,3})[ -]?(?:cores?|核)"),
                                            QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = pattern.match(QString::fromStdString(facts));
    return match.hasMatch() && match.captured(1).toInt() > 0 ? std::optional(match.captured(1).toDouble())
                                                             : std::nullopt;
}

ComputeRate processorRateOf(const Host& host, const HostReport* report, const TrainingSpec& training)
{
    // They have the cores between them.
    const auto devices = std::count(host.devices.begin(), host.devices.end(), Device{});
    const std::optional<double> stated = statedCores(host.facts);
    const double cores = report && report->cores > 0 ? report->cores : stated.value_or(kUsualCores);
    const VectorUnit unit = report ? vectorUnitOf(*report) : VectorUnit::Unknown;
    return processorRate(cores / static_cast<double>(std::max<std::ptrdiff_t>(1, devices)), unit,
                         training.precision);
}

ComputeRate gpuRateOf(const Host& host, const HostReport* report, int index, const TrainingSpec& training)
{
    std::string name = host.facts;
    if (report) {
        const auto gpu = std::find_if(report->gpus.begin(), report->gpus.end(),
                                      [&](const GpuReport& each) { return each.index == index; });
        name = gpu != report->gpus.end() ? gpu->name : name;
    }
    return gpuRate(name, training.precision, training.tf32).value_or(unknownGpuRate());
}

} // namespace

ForecastInput forecastInput(const Experiment& experiment, const ModelCosts& costs, const HostReports& reports,
                            std::optional<std::int64_t> samples)
{
    ForecastInput input{experiment.topology, experiment.training, costs.work, {}, {}};
    input.samples = samples.value_or(usualSamples(experiment.data));
    for (const Placement& placement : placeRanks(experiment.topology)) {
        const Host& host = experiment.topology.hosts[placement.host];
        const auto found = reports.find(host.id);
        const HostReport* report = found != reports.end() ? &found->second : nullptr;
        input.rates.push_back(placement.device.kind == DeviceKind::Cpu
                                  ? processorRateOf(host, report, experiment.training)
                                  : gpuRateOf(host, report, placement.device.index, experiment.training));
    }
    return input;
}

} // namespace lockstep
