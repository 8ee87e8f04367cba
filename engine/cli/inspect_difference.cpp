// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/inspect_difference.h"

#include "engine/checkpoint/checkpoint.h"
#include "engine/checkpoint/comparison.h"
#include "engine/checkpoint/weight_file.h"
#include "engine/protocol/checkpoint_contents.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>

namespace lockstep {
namespace {

using Kind = TensorDifference::Kind;

std::vector<LoadedTensor> tensorsWithOptimizer(const std::string& folder)
{
    LoadedCheckpoint checkpoint = loadCheckpoint(folder);
    for (LoadedTensor& tensor : checkpoint.optimizer) {
        tensor.name.insert(0, kOptimizerTensor);
        checkpoint.model.push_back(std::move(tensor));
    }
    return std::move(checkpoint.model);
}

std::vector<TensorDifference> compareFiles(const std::string& first, const std::string& second)
{
    if (std::filesystem::is_directory(first) && std::filesystem::is_directory(second))
        return compareTensors(tensorsWithOptimizer(first), tensorsWithOptimizer(second));
    return compareTensors(readWeightFile(first).tensors, readWeightFile(second).tensors);
}

std::int64_t countOf(const std::vector<TensorDifference>& differences, Kind kind)
{
    return std::count_if(differences.begin(), differences.end(),
                         [&](const TensorDifference& difference) { return difference.kind == kind; });
}

CheckpointDifference toDifference(const std::string& first, const std::string& second,
                                  const std::vector<TensorDifference>& differences)
{
    CheckpointDifference all;
    all.first = first;
    all.second = second;
    for (const TensorDifference& one : differences) {
        switch (one.kind) {
        case Kind::OnlyInFirst:
            all.onlyInFirst.push_back(one.name);
            break;
        case Kind::OnlyInSecond:
            all.onlyInSecond.push_back(one.name);
            break;
        case Kind::OtherShape:
            all.otherShape.push_back({one.name, one.first.sizes(), one.second.sizes()});
            break;
        case Kind::Differing:
            all.differing.push_back(
                {one.name, one.first.sizes(), one.relative, one.largest, one.elements, one.notFinite});
            break;
        case Kind::EqualBits:
            all.equalBits.push_back(one.name);
            break;
        }
    }
    all.equal = all.equalBits.size() == differences.size();
    return all;
}

void printNames(const std::vector<TensorDifference>& differences, Kind kind, const char* title)
{
    if (countOf(differences, kind) == 0)
        return;
    std::printf("\n%s\n", title);
    for (const TensorDifference& difference : differences)
        if (difference.kind == kind)
            std::printf("  %s  %s\n", difference.name.c_str(),
                        toString(kind == Kind::OnlyInSecond ? difference.second : difference.first).c_str());
}

void printText(const std::string& first, const std::string& second,
               const std::vector<TensorDifference>& differences)
{
    std::printf("first   %s\nsecond  %s\n", first.c_str(), second.c_str());
    std::printf("%lld tensors are equal bit for bit, %lld differ.\n",
                static_cast<long long>(countOf(differences, Kind::EqualBits)),
                static_cast<long long>(countOf(differences, Kind::Differing)));
    printNames(differences, Kind::OnlyInFirst, "only in the first");
    printNames(differences, Kind::OnlyInSecond, "only in the second");
    if (countOf(differences, Kind::OtherShape) > 0)
        std::printf("\n%-40s %16s %16s\n", "of another shape", "first", "second");
    for (const TensorDifference& difference : differences)
        if (difference.kind == Kind::OtherShape)
            std::printf("%-40s %16s %16s\n", difference.name.c_str(), toString(difference.first).c_str(),
                        toString(difference.second).c_str());
    if (countOf(differences, Kind::Differing) > 0)
        std::printf("\n%-40s %16s %12s %12s %12s\n", "differing", "shape", "relative L2", "largest",
                    "elements");
    for (const TensorDifference& difference : differences) {
        if (difference.kind != Kind::Differing)
            continue;
        std::printf("%-40s %16s %12.4g %12.4g %12lld", difference.name.c_str(),
                    toString(difference.first).c_str(), difference.relative, difference.largest,
                    static_cast<long long>(difference.elements));
        if (difference.notFinite > 0)
            std::printf("  %lld not finite", static_cast<long long>(difference.notFinite));
        std::printf("\n");
    }
}

} // namespace

void inspectDifference(const std::string& first, const std::string& second, bool json)
{
    const std::vector<TensorDifference> differences = compareFiles(first, second);
    if (json)
        std::cout << toJson(toDifference(first, second, differences)) << std::endl;
    else
        printText(first, second, differences);
}

} // namespace lockstep
