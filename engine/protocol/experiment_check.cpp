// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/experiment.h"

#include "engine/protocol/json_value.h"
#include "engine/protocol/near_names.h"
#include "engine/protocol/process_placement.h"
#include "engine/protocol/roster.h"
#include "engine/protocol/strategy_check.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace lockstep {
namespace {

constexpr std::size_t kMostDrawnRanks = 1024;
/// The document crosses the attach conversation as a JSON string within one frame of 1 MiB; escaping may
/// nearly double it.
constexpr std::size_t kMaxRunnableBytes = 480u << 10;

std::string itemKey(const char* list, std::size_t index, const char* member)
{
    return std::string("topology.") + list + '.' + std::to_string(index) + '.' + member;
}

void checkIds(const Topology& topology, std::vector<Error>& errors)
{
    std::set<std::string> seen;
    const auto check = [&](const std::string& id, std::string key) {
        if (!seen.insert(id).second)
            errors.push_back(
                {LOCKSTEP_TEXT("found %1, which another host or switch has already; expected an id "
                               "of its own."),
                 {quotedText(id)},
                 std::move(key)});
    };
    for (std::size_t i = 0; i < topology.hosts.size(); ++i)
        check(topology.hosts[i].id, itemKey("hosts", i, "id"));
    for (std::size_t i = 0; i < topology.switches.size(); ++i)
        check(topology.switches[i].id, itemKey("switches", i, "id"));
    for (std::size_t i = 0; i < topology.networks.size(); ++i)
        check(topology.networks[i].id, itemKey("networks", i, "id"));
}

void checkLinks(const Topology& topology, std::vector<Error>& errors)
{
    std::set<std::string> ids;
    for (const Host& host : topology.hosts)
        ids.insert(host.id);
    for (const Switch& node : topology.switches)
        ids.insert(node.id);
    const auto checkEnd = [&](const std::string& id, std::string key) {
        if (!ids.contains(id))
            errors.push_back({LOCKSTEP_TEXT("found %1, expected the id of a host or switch."),
                              {quotedText(id)},
                              std::move(key)});
    };
    for (std::size_t i = 0; i < topology.links.size(); ++i) {
        const Link& link = topology.links[i];
        checkEnd(link.from, itemKey("links", i, "from"));
        checkEnd(link.to, itemKey("links", i, "to"));
        if (link.from == link.to)
            errors.push_back(
                {LOCKSTEP_TEXT("found %1 at both ends, expected two different hosts or switches."),
                 {quotedText(link.to)},
                 itemKey("links", i, "to")});
    }
}

void checkHosts(const Experiment& experiment, std::vector<Error>& errors)
{
    const Topology& topology = experiment.topology;
    const std::set<std::size_t> taking = hostsOf(placeProcesses(experiment));
    for (std::size_t i = 0; i < topology.hosts.size(); ++i) {
        const Host& host = topology.hosts[i];
        if (host.connection == Connection::Ssh && host.address.empty() && taking.contains(i))
            errors.push_back(
                {LOCKSTEP_TEXT("The host %1 has no address; enter a host name or an IP address."),
                 {quotedText(host.name.empty() ? host.id : host.name)},
                 itemKey("hosts", i, "address")});
    }
    const std::size_t ranks = placeRanks(experiment).size();
    if (ranks == 0)
        errors.push_back({LOCKSTEP_TEXT("No host has a device, so nothing would train; "
                                        "give a host at least one device."),
                          {},
                          "topology.hosts"});
    if (ranks > kMostDrawnRanks)
        errors.push_back({LOCKSTEP_TEXT("found %1 devices on all hosts, expected at most %2."),
                          {std::to_string(ranks), std::to_string(kMostDrawnRanks)},
                          "topology.hosts"});
    if (const std::size_t servers = placeServers(topology).size();
        usesServers(experiment.training.strategy) && servers > kMostDrawnRanks)
        errors.push_back({LOCKSTEP_TEXT("found %1 servers on all hosts, expected at most %2."),
                          {std::to_string(servers), std::to_string(kMostDrawnRanks)},
                          "topology.hosts"});
}

void checkCopies(const Experiment& experiment, std::vector<Error>& errors)
{
    const std::size_t hosts = hostsOf(placeProcesses(experiment)).size();
    const std::size_t others = hosts > 0 ? hosts - 1 : 0;
    if (static_cast<std::size_t>(experiment.restart.copies) > others)
        errors.push_back({LOCKSTEP_TEXT("found %1, expected at most %2: so many hosts take part besides that "
                                        "of rank 0."),
                          {std::to_string(experiment.restart.copies), std::to_string(others)},
                          "restart.copies"});
    if (auto error = checkElastic(experiment))
        errors.push_back(std::move(*error));
}

/// What is missing where this kind of data needs a path; nothing for what the program makes itself.
const char* missingPath(DataKind kind)
{
    switch (kind) {
    case DataKind::Mnist:
        return LOCKSTEP_TEXT("found nothing, expected the folder that holds the four MNIST files.");
    case DataKind::PaddleJson:
        return LOCKSTEP_TEXT("found nothing, expected the path of the .json.gz file.");
    case DataKind::Cifar10:
        return LOCKSTEP_TEXT(
            "found nothing, expected the folder that holds data_batch_1.bin to test_batch.bin.");
    case DataKind::ImageFolder:
        return LOCKSTEP_TEXT("found nothing, expected the folder that holds train/CLASS/ and val/CLASS/.");
    case DataKind::Clips:
        return LOCKSTEP_TEXT(
            "found nothing, expected the file that lists the clips, with their folders and labels.");
    case DataKind::SyntheticDigits:
    case DataKind::Synthetic:
        break;
    }
    return nullptr;
}

void checkPaths(const DataSpec& data, std::vector<Error>& errors)
{
    if (const char* text = missingPath(data.kind); text && data.path.empty())
        errors.push_back({text, {}, "data.path"});
    if (data.kind == DataKind::Clips && data.testList.empty())
        errors.push_back(
            {LOCKSTEP_TEXT("found nothing, expected the file that names the clips held out for validation."),
             {},
             "data.test_list"});
}

/// Clips need a model of clips, and pictures one of pictures.
void checkFrames(const Experiment& experiment, std::vector<Error>& errors)
{
    const int frames = framesOf(experiment.data);
    const int made = framesMadeFor(experiment.model.name);
    const std::vector<std::string>& names = modelNames();
    const bool known = std::find(names.begin(), names.end(), experiment.model.name) != names.end();
    if (known && frames > 0 && made == 0)
        errors.push_back({LOCKSTEP_TEXT("%1 learns from pictures, but a sample of these data is a clip of %2 "
                                        "frames. Choose a model of clips, or other data."),
                          {experiment.model.name, std::to_string(frames)},
                          "model.name"});
    if (known && frames == 0 && made > 0)
        errors.push_back(
            {LOCKSTEP_TEXT("%1 learns from clips, but a sample of these data is a picture. Choose "
                           "video clips as data, or a model of pictures."),
             {experiment.model.name},
             "model.name"});
    if (std::optional<Error> error = sampleTooLarge(experiment.data))
        errors.push_back(std::move(*error));
}

std::string commaSeparated(const std::vector<std::string>& names)
{
    std::string row;
    for (const std::string& name : names)
        row += (row.empty() ? "" : ", ") + name;
    return row;
}

/// With the names that may have been meant; all of them where none is near.
Error unknownModel(const std::string& found)
{
    const std::vector<std::string> near = nearNames(found, modelNames());
    if (near.empty())
        return {LOCKSTEP_TEXT("found %1, expected one of: %2."),
                {quotedText(found), commaSeparated(modelNames())},
                "model.name"};
    return {LOCKSTEP_TEXT("found %1, expected one of the %2 known models. The nearest by name: %3."),
            {quotedText(found), std::to_string(modelNames().size()), commaSeparated(near)},
            "model.name"};
}

void checkModelAndData(const Experiment& experiment, std::vector<Error>& errors)
{
    const std::vector<std::string>& names = modelNames();
    if (std::find(names.begin(), names.end(), experiment.model.name) == names.end())
        errors.push_back(unknownModel(experiment.model.name));
    checkFrames(experiment, errors);
    checkPaths(experiment.data, errors);
    const bool resizes =
        experiment.data.kind == DataKind::ImageFolder || experiment.data.kind == DataKind::Clips;
    if (resizes && resizeOf(experiment.data) < experiment.data.imageSize)
        errors.push_back({LOCKSTEP_TEXT("found %1, expected at least the image size, %2."),
                          {std::to_string(experiment.data.resize), std::to_string(experiment.data.imageSize)},
                          "data.resize"});
    if (experiment.data.mean.size() != experiment.data.deviation.size())
        errors.push_back(
            {LOCKSTEP_TEXT("found %1 numbers, expected as many as data.mean has: %2."),
             {std::to_string(experiment.data.deviation.size()), std::to_string(experiment.data.mean.size())},
             "data.std"});
}

void checkTraining(const TrainingSpec& training, std::vector<Error>& errors)
{
    if (training.accumulate > training.batch)
        errors.push_back({LOCKSTEP_TEXT("found %1, expected at most the batch, %2."),
                          {std::to_string(training.accumulate), std::to_string(training.batch)},
                          "training.accumulate"});
    const ScheduleSpec& schedule = training.schedule;
    if (schedule.kind == ScheduleKind::MultiStep && schedule.milestones.empty())
        errors.push_back({LOCKSTEP_TEXT("found nothing, expected the epochs at which the rate changes."),
                          {},
                          "training.schedule.milestones"});
    if (!std::is_sorted(schedule.milestones.begin(), schedule.milestones.end(), std::less_equal<>()))
        errors.push_back(
            {LOCKSTEP_TEXT("expected rising epochs, each one once."), {}, "training.schedule.milestones"});
    if (!schedule.rates.empty() && schedule.rates.size() != schedule.milestones.size())
        errors.push_back({LOCKSTEP_TEXT("found %1 numbers, expected one for each of the %2 milestones."),
                          {std::to_string(schedule.rates.size()), std::to_string(schedule.milestones.size())},
                          "training.schedule.rates"});
}

/// A list of parts fits one number of ranks.
void checkShares(const Experiment& experiment, std::vector<Error>& errors)
{
    const ShareSpec& shares = experiment.training.shares;
    const std::size_t ranks = placeRanks(experiment).size();
    if (shares.kind == ShareKind::ByRank && ranks > 0 && shares.byRank.size() != ranks)
        errors.push_back({LOCKSTEP_TEXT("found %1 parts, expected one for each of the %2 ranks."),
                          {std::to_string(shares.byRank.size()), std::to_string(ranks)},
                          "training.shares"});
}

} // namespace

DataPlace placeOf(DataKind kind)
{
    switch (kind) {
    case DataKind::SyntheticDigits:
    case DataKind::Synthetic:
        break;
    case DataKind::PaddleJson:
    case DataKind::Clips:
        return DataPlace::File;
    case DataKind::Mnist:
    case DataKind::Cifar10:
    case DataKind::ImageFolder:
        return DataPlace::Folder;
    }
    return DataPlace::BuiltIn;
}

const std::vector<std::string>& modelNames()
{
    static const std::vector<std::string> names = {
#define LOCKSTEP_MODEL(name, ...) name,
#include "engine/protocol/models.inl"
#undef LOCKSTEP_MODEL
    };
    return names;
}

int framesMadeFor(std::string_view model)
{
#define LOCKSTEP_MODEL(name, make, channels, frames, ...)                                                    \
    if (model == name)                                                                                       \
        return frames;
#include "engine/protocol/models.inl"
#undef LOCKSTEP_MODEL
    return 0;
}

int framesOf(const DataSpec& data)
{
    constexpr int kUsualFrames = 64;
    if (data.kind == DataKind::Clips)
        return data.frames > 0 ? data.frames : kUsualFrames;
    return data.kind == DataKind::Synthetic ? data.frames : 0;
}

int resizeOf(const DataSpec& data)
{
    constexpr double kUsual = 256.0 / 224;
    return data.resize > 0 ? data.resize : static_cast<int>(std::lround(data.imageSize * kUsual));
}

std::optional<Error> sampleTooLarge(const DataSpec& data)
{
    constexpr std::int64_t kMaxValues = std::int64_t{1} << 28;
    constexpr std::int64_t kChannels = 3;
    const std::int64_t side = data.imageSize;
    const std::int64_t picture = side * side * kChannels;
    const int frames = framesOf(data);
    if (frames == 0 || frames * picture <= kMaxValues)
        return std::nullopt;
    return Error{
        LOCKSTEP_TEXT("found %1, but a clip of so many frames of %2 x %2 pixels is too large; expected at "
                      "most %3."),
        {std::to_string(frames), std::to_string(side), std::to_string(kMaxValues / picture)},
        "data.frames"};
}

std::vector<Error> checkExperiment(const Experiment& experiment)
{
    std::vector<Error> errors;
    checkHosts(experiment, errors);
    checkIds(experiment.topology, errors);
    checkLinks(experiment.topology, errors);
    checkModelAndData(experiment, errors);
    checkTraining(experiment.training, errors);
    checkShares(experiment, errors);
    checkCopies(experiment, errors);
    for (Error& error : checkStrategy(experiment.training))
        errors.push_back(std::move(error));
    for (Error& error : checkModelParallel(experiment))
        errors.push_back(std::move(error));
    if (const std::size_t bytes = toJson(experiment).size(); bytes > kMaxRunnableBytes)
        errors.push_back(
            {LOCKSTEP_TEXT("The experiment has %1 bytes, but at most %2 can be sent to a host; shorten "
                           "its notes."),
             {std::to_string(bytes), std::to_string(kMaxRunnableBytes)},
             {}});
    return errors;
}

std::string freshId(const Topology& topology, std::string_view prefix)
{
    std::set<std::string> taken;
    for (const Host& host : topology.hosts)
        taken.insert(host.id);
    for (const Switch& node : topology.switches)
        taken.insert(node.id);
    for (const Network& network : topology.networks)
        taken.insert(network.id);
    for (std::size_t number = 1;; ++number) {
        std::string id = std::string(prefix) + '-' + std::to_string(number);
        if (!taken.contains(id))
            return id;
    }
}

} // namespace lockstep
