// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/problems/data_shape.h"

#include <map>

namespace lockstep {

namespace {

constexpr int kImageNetClasses = 1000;
constexpr int kKineticsClasses = 400;

} // namespace

DataShape dataShape(const DataSpec& data)
{
    switch (data.kind) {
    case DataKind::SyntheticDigits:
    case DataKind::Mnist:
    case DataKind::PaddleJson:
        break;
    case DataKind::Cifar10:
        return {3, 32, 10};
    case DataKind::ImageFolder:
        return {3, data.imageSize, kImageNetClasses};
    case DataKind::Clips:
        return {3, data.imageSize, kKineticsClasses, framesOf(data)};
    case DataKind::Synthetic:
        return {3, data.imageSize, data.classes, framesOf(data)};
    }
    return {1, 28, 10};
}

std::optional<std::int64_t> trainingSamples(const DataSpec& data)
{
    switch (data.kind) {
    case DataKind::SyntheticDigits:
        return 12'000;
    case DataKind::Cifar10:
        return 50'000;
    case DataKind::Synthetic:
        return data.samples;
    case DataKind::Mnist:
    case DataKind::PaddleJson:
    case DataKind::ImageFolder:
    case DataKind::Clips:
        break;
    }
    return std::nullopt;
}

std::int64_t usualSamples(const DataSpec& data)
{
    if (const std::optional<std::int64_t> known = trainingSamples(data))
        return *known;
    switch (data.kind) {
    case DataKind::PaddleJson:
        return 50'000;
    case DataKind::ImageFolder:
        return 1'281'167;
    case DataKind::Clips:
        return 9537;
    default:
        return 60'000;
    }
}

std::optional<DataShape> shapeMadeFor(const std::string& model)
{
    static const std::map<std::string, DataShape> shapes = {
#define LOCKSTEP_MODEL(name, make, channels, frames, side, classes) {name, {channels, side, classes, frames}},
#include "engine/protocol/models.inl"
#undef LOCKSTEP_MODEL
    };
    const auto found = shapes.find(model);
    return found == shapes.end() ? std::nullopt : std::optional(found->second);
}

} // namespace lockstep
