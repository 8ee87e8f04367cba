// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/normalisation.h"

#include "engine/core/error.h"

namespace lockstep {
namespace {

Normalisation usualFigures(DataKind kind)
{
    switch (kind) {
    case DataKind::Cifar10:
        return {{0.4914, 0.4822, 0.4465}, {0.2470, 0.2435, 0.2616}};
    case DataKind::ImageFolder:
        return {{0.485, 0.456, 0.406}, {0.229, 0.224, 0.225}};
    case DataKind::Clips:
        return {{0.5}, {0.5}};
    case DataKind::Synthetic:
        return {{0.5}, {0.25}};
    case DataKind::SyntheticDigits:
    case DataKind::Mnist:
    case DataKind::PaddleJson:
        break;
    }
    return {};
}

} // namespace

Normalisation normalisationOf(const DataSpec& spec, int channels)
{
    Normalisation figures = usualFigures(spec.kind);
    if (!spec.mean.empty() || !spec.deviation.empty())
        figures = {spec.mean, spec.deviation};
    const auto wanted = static_cast<std::size_t>(channels);
    const auto spread = [&](std::vector<double>& list, const char* key) {
        if (list.size() == 1)
            list.resize(wanted, list.front());
        if (list.size() != wanted)
            throw EngineError(
                ExitCode::InvalidExperiment,
                Error{LOCKSTEP_TEXT("found %1 numbers, expected one, or one for each of the %2 channels "
                                    "of the images."),
                      {std::to_string(list.size()), std::to_string(channels)},
                      key});
    };
    spread(figures.mean, "data.mean");
    spread(figures.deviation, "data.std");
    return figures;
}

} // namespace lockstep
