// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
/// A member is typed by its key: what a whole document would say to it, its part says, and in the same words.
#include "engine/protocol/experiment_member.h"
#include "engine/protocol/json_value.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace lockstep {
namespace {

Experiment sample()
{
    return *parseExperiment(R"({"version":1,"name":"x","extra":{"a":1},
        "topology":{
            "hosts":[{"id":"h","address":"a","devices":["cpu","cuda:2"],"gpus":4,"newer":[1]}],
            "switches":[{"id":"s","bandwidth_mbps":1000}],
            "networks":[{"id":"n","width":480}],
            "links":[{"from":"h","to":"s","latency_ms":0.05,"note":"slow","newer":{}}]},
        "model":{"name":"lenet","weights":"/w"},
        "data":{"kind":"clips","path":"/p","test_list":"/t","mean":[0.5,0.25],"std":[1,2],"newer":true},
        "training":{"optimizer":"adam","learning_rate":1e-8,"seed":9007199254740991,"nesterov":true,
            "schedule":{"kind":"multi-step","milestones":[30,60.5],"rates":[0.1,0.01]},"newer":"x"}})");
}

/// The keys of all members below `value` that are no objects.
void collectKeys(const JsonValue& value, const std::string& path, std::vector<std::string>& keys)
{
    for (const JsonMember& member : value.members) {
        const std::string key = joinKey(path, member.key);
        if (member.value.kind == JsonValue::Kind::Object)
            collectKeys(member.value, key, keys);
        else
            keys.push_back(key);
    }
}

/// Those that are known, of the object at this place of a fresh document.
std::vector<std::string> keysOf(const Experiment& experiment, std::string_view place)
{
    const JsonValue document = *parseJson(toJson(experiment), {1u << 20});
    std::vector<std::string> keys;
    collectKeys(*document.find(place), std::string(place), keys);
    std::erase_if(keys, [](const std::string& key) { return key.ends_with(".newer"); });
    return keys;
}

TEST(ExperimentMember, EveryOneIsReadAndSetByItsKey)
{
    const Experiment written = sample();
    std::vector<std::string> keys = {"name"};
    for (const char* place : {"model", "data", "training"}) {
        const std::vector<std::string> more = keysOf(written, place);
        keys.insert(keys.end(), more.begin(), more.end());
    }
    ASSERT_GT(keys.size(), 50u);
    Experiment copied = sample();
    copied.model = {};
    copied.training = {};
    copied.data = {};
    copied.name.clear();
    copied.model.unknown = written.model.unknown;
    copied.data.unknown = written.data.unknown;
    copied.training.unknown = written.training.unknown;
    for (const std::string& key : keys) {
        const Result<void> set = setMember(copied, key, memberText(written, key));
        EXPECT_TRUE(set.ok()) << set.error().message();
    }
    EXPECT_EQ(copied, written);
}

TEST(ExperimentMember, TextsAreAsPeopleTypeThem)
{
    const Experiment experiment = sample();
    const Host& host = experiment.topology.hosts[0];
    EXPECT_EQ(memberText(experiment, "training.optimizer"), "adam");
    EXPECT_EQ(memberText(experiment, "training.learning_rate"), "1e-08");
    EXPECT_EQ(memberText(experiment, "training.seed"), "9007199254740991");
    EXPECT_EQ(memberText(experiment, "training.nesterov"), "true");
    EXPECT_EQ(memberText(experiment, "training.schedule.milestones"), "30, 60.5");
    EXPECT_EQ(memberText(host, "devices"), "cpu,cuda:2");
    EXPECT_EQ(memberText(host, "port"), "22");
    EXPECT_EQ(memberText(host, "connection"), "ssh");
    EXPECT_EQ(memberText(experiment.topology.links[0], "bandwidth_mbps"), "");
    EXPECT_EQ(memberText(experiment.topology.links[0], "latency_ms"), "0.05");
    EXPECT_EQ(memberText(experiment.topology.networks[0], "width"), "480");
}

TEST(ExperimentMember, ATextStaysATextWhateverItLooksLike)
{
    Host host;
    for (const char* name : {"007", "true", "null", "\"quoted\"", "[1]", "{}", ""}) {
        ASSERT_TRUE(setMember(host, "name", name).ok()) << name;
        EXPECT_EQ(host.name, name);
    }
}

/// The document's own way of setting a member is the oracle.
template <typename Part>
void expectLikeTheDocument(const Part& part, const std::string& place, const char* key, const char* typed,
                           const Part& (*partOf)(const Experiment&))
{
    SCOPED_TRACE(place + key + "=" + typed);
    const Result<Experiment> document = withValue(sample(), place + key, typed);
    Part alone = part;
    const Result<void> set = setMember(alone, key, typed);
    ASSERT_EQ(set.ok(), document.ok());
    if (document.ok()) {
        EXPECT_EQ(alone, partOf(*document));
        return;
    }
    EXPECT_EQ(set.error().text, document.error().text);
    EXPECT_EQ(set.error().arguments, document.error().arguments);
    EXPECT_EQ(place + set.error().key, document.error().key);
    EXPECT_EQ(alone, part);
}

TEST(ExperimentMember, AHostSaysWhatItsDocumentSays)
{
    const Experiment experiment = sample();
    const auto host = [](const Experiment& from) -> const Host& { return from.topology.hosts[0]; };
    for (const char* typed :
         {"1", "65535", " 22 ", "1e3", "0", "65536", "22.5", "-1", "x", "", "[22]", "true"})
        expectLikeTheDocument<Host>(host(experiment), "topology.hosts.0.", "port", typed, host);
    for (const char* typed : {"cpu,cpu", "0,2", "", "cuda:64", "0,,2", "gpu", "[\"cpu\"]", "[1]", "["})
        expectLikeTheDocument<Host>(host(experiment), "topology.hosts.0.", "devices", typed, host);
    for (const char* typed : {"local", "ssh", "smoke", ""})
        expectLikeTheDocument<Host>(host(experiment), "topology.hosts.0.", "connection", typed, host);
    for (const char* typed : {"gpu-1.lab", "two words", "-option"})
        expectLikeTheDocument<Host>(host(experiment), "topology.hosts.0.", "address", typed, host);
}

TEST(ExperimentMember, ALinkAndTheTrainingSayWhatTheirDocumentSays)
{
    const Experiment experiment = sample();
    const auto link = [](const Experiment& from) -> const Link& { return from.topology.links[0]; };
    for (const char* typed : {"0", "0.5", "1e6", "1e7", "-1", "fast", "null"})
        expectLikeTheDocument<Link>(link(experiment), "topology.links.0.", "latency_ms", typed, link);
    const auto whole = [](const Experiment& from) -> const Experiment& { return from; };
    for (const char* typed : {"", "30", "30, 60.5", "[30]", "a, b", "1,,2", "[1", "-1"})
        expectLikeTheDocument<Experiment>(experiment, "", "training.schedule.milestones", typed, whole);
    for (const char* typed : {"true", "false", "yes", "1", ""})
        expectLikeTheDocument<Experiment>(experiment, "", "training.nesterov", typed, whole);
}

TEST(ExperimentMember, NothingTypedLeavesOutWhatMayBeLeftOut)
{
    Link link;
    ASSERT_TRUE(setMember(link, "bandwidth_mbps", "10").ok());
    EXPECT_EQ(link.bandwidthMbps, 10);
    ASSERT_TRUE(setMember(link, "bandwidth_mbps", "").ok());
    EXPECT_EQ(link.bandwidthMbps, std::nullopt);
}

TEST(ExperimentMember, AKeyOfNoMemberIsAMistakeOfTheProgram)
{
    Experiment experiment;
    Host host;
    for (const char* key : {"", "training", "training.", "training.bach", "batch", "topology.hosts.0.port"}) {
        EXPECT_THROW((void)setMember(experiment, key, "1"), std::invalid_argument) << key;
        EXPECT_THROW((void)memberText(experiment, key), std::invalid_argument) << key;
    }
    EXPECT_THROW((void)setMember(host, "ports", "1"), std::invalid_argument);
}

} // namespace
} // namespace lockstep
