// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/data_preview.h"

#include "engine/data/data_error.h"
#include "engine/data/sample_pictures.h"

#include <algorithm>
#include <map>

namespace lockstep {
namespace {

std::vector<int> countClasses(const Dataset& set)
{
    std::vector<int> counts(static_cast<std::size_t>(set.classes()));
    for (std::size_t i = 0; i < set.size(); ++i)
        ++counts.at(static_cast<std::size_t>(set.label(i)));
    return counts;
}

PreviewPart previewAtPart(DataPart name, const Dataset& set, const PreviewRequest& request)
{
    PreviewPart part{name, static_cast<int>(set.size()), countClasses(set), {}};
    SamplePictures pictures(set, request.data, request.side);
    for (const std::size_t index : chooseSamples(set, part.counts, request))
        part.pictures.push_back(pictures.make(index));
    return part;
}

} // namespace

std::vector<std::size_t> chooseSamples(const Dataset& set, const std::vector<int>& counts,
                                       const PreviewRequest& request)
{
    std::vector<int> classes; // that have something left to show
    for (int label = 0; label < static_cast<int>(counts.size()); ++label)
        if ((request.onlyClass < 0 || request.onlyClass == label) &&
            counts[static_cast<std::size_t>(label)] > request.skip)
            classes.push_back(label);
    const auto wanted = static_cast<std::size_t>(request.pictures);
    std::map<std::pair<int, int>, std::size_t> places; // of the nth sample of a class in the answer
    if (classes.size() > wanted) {
        for (std::size_t i = 0; i < wanted; ++i)
            places.emplace(std::pair{classes[i * classes.size() / wanted], request.skip}, i);
    } else {
        for (int nth = request.skip; places.size() < wanted; ++nth) {
            const std::size_t before = places.size();
            for (const int label : classes)
                if (places.size() < wanted && counts[static_cast<std::size_t>(label)] > nth)
                    places.emplace(std::pair{label, nth}, places.size());
            if (places.size() == before)
                break;
        }
    }
    std::vector<std::size_t> chosen(places.size());
    std::vector<int> seen(counts.size());
    for (std::size_t i = 0; i < set.size() && !places.empty(); ++i) {
        const std::int32_t label = set.label(i);
        const auto place = places.find({label, seen[static_cast<std::size_t>(label)]++});
        if (place == places.end())
            continue;
        chosen[place->second] = i;
        places.erase(place);
    }
    return chosen;
}

DataPreview previewData(const PreviewRequest& request)
{
    const DataSplits data = openData(request.data, request.seed);
    DataPreview preview;
    for (const auto& [name, set] : {std::pair{DataPart::Training, data.training.get()},
                                    {DataPart::Validation, data.validation.get()},
                                    {DataPart::Evaluation, data.evaluation.get()}}) {
        if (!set)
            continue;
        if (request.onlyClass >= set->classes())
            throwDataError(LOCKSTEP_TEXT("There is no class %1 in these data; they have %2, from 0 on."),
                           {std::to_string(request.onlyClass), std::to_string(set->classes())});
        if (preview.parts.empty()) {
            const Shape shape = set->sampleShape();
            preview.sampleShape.assign(shape.sizes().begin(), shape.sizes().end());
            preview.classes = set->classes();
            preview.classNames = set->classNames();
            std::transform(preview.classNames.begin(), preview.classNames.end(), preview.classNames.begin(),
                           shownName);
        }
        preview.parts.push_back(previewAtPart(name, *set, request));
    }
    return preview;
}

} // namespace lockstep
