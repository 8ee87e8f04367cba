// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "engine/core/sha256.h"
#include "engine/host/data_copy/sealed_stream.h"
#include "engine/protocol/data_copy.h"
#include "engine/protocol/pair_measurement.h"
#include "tests/engine/host/attach_client.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

/// Data that one host hands on to another. The oracles are sha256sum and diff.
namespace lockstep::test {
namespace {

namespace fs = std::filesystem;

const std::string kToken(64, 'c');

/// Bytes that no two places of a file have in common for long.
std::string noise(std::size_t bytes)
{
    std::string text(bytes, '\0');
    std::uint32_t state = 12345;
    for (char& byte : text) {
        state = state * 1664525u + 1013904223u;
        byte = static_cast<char>(state >> 24);
    }
    return text;
}

void write(const fs::path& path, const std::string& content)
{
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
}

std::string read(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string digestOf(const std::string& text)
{
    Sha256 hash;
    hash.update(text);
    return hash.hexadecimal();
}

fs::path dataOf(const TestHome& home)
{
    return fs::path(home.path()) / "data";
}

/// Puts a data set into a home, as a desktop does, and returns its name.
struct DataSet {
    std::string hash;
    std::string manifest;
    std::uint64_t bytes = 0;
};
DataSet keep(const TestHome& home)
{
    const fs::path folder = dataOf(home) / "set";
    write(folder / "data/train/a rose/1.jpg", noise(3'000'001));
    write(folder / "data/train/玫瑰/$(touch x)`; 'quoted\".jpg", noise(70'000));
    write(folder / "data/val/empty.jpg", "");
    write(folder / "data/labels.txt", "rose\n");
    const std::string command =
        "cd '" + folder.string() +
        "' && find data -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum > MANIFEST.sha256";
    EXPECT_EQ(std::system(command.c_str()), 0);
    DataSet set;
    set.manifest = read(folder / "MANIFEST.sha256");
    set.hash = digestOf(set.manifest);
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        set.bytes += entry.is_regular_file() ? entry.file_size() : 0;
    fs::rename(folder, dataOf(home) / set.hash);
    return set;
}

bool isEqual(const TestHome& one, const TestHome& other, const std::string& hash)
{
    const std::string command = "diff -r '" + (dataOf(one) / hash).string() + "' '" +
                                (dataOf(other) / hash).string() + "' && cd '" +
                                (dataOf(other) / hash).string() + "' && sha256sum -c --quiet MANIFEST.sha256";
    return std::system(command.c_str()) == 0;
}

DataCopyRequest requestFor(const DataSet& set, const Endpoint& peer = {})
{
    return {.id = "copy-1",
            .token = kToken,
            .data = set.hash,
            .bytes = set.bytes,
            .address = peer.port == 0 ? "127.0.0.1" : "",
            .peer = peer};
}

/// Asks a host to take a set, and says where it listens.
struct Taking {
    std::uint32_t request = 0;
    std::optional<Endpoint> endpoint;
};
Taking beginToTake(AttachClient& client, const DataSet& set)
{
    Taking taking{client.send(FrameType::CopyData, toJson(requestFor(set))), std::nullopt};
    const auto reply = client.reply(taking.request);
    if (reply && reply->type == FrameType::Listening)
        if (const auto endpoint = parseEndpoint(reply->payload))
            taking.endpoint = *endpoint;
    return taking;
}

/// The last reply to a request; what was told of progress before is left out. `other` is served meanwhile,
/// for a conversation that is not is given up.
std::optional<Frame> endOf(AttachClient& client, std::uint32_t request, AttachClient& other)
{
    std::optional<Frame> end;
    eventually(
        [&] {
            other.pump(0.01);
            end = client.reply(request, 0.1);
            return end && end->type != FrameType::Progressed;
        },
        60);
    return end;
}
std::optional<Frame> endOf(AttachClient& client, std::uint32_t request)
{
    return endOf(client, request, client);
}

/// One host gives the set to another; what the one that takes says in the end.
std::optional<Frame> handOn(AttachClient& from, AttachClient& to, const DataSet& set)
{
    const Taking taking = beginToTake(to, set);
    if (!taking.endpoint)
        return std::nullopt;
    const auto giving = from.send(FrameType::CopyData, toJson(requestFor(set, *taking.endpoint)));
    const auto taken = endOf(to, taking.request, from);
    EXPECT_TRUE(endOf(from, giving, to)) << "the host that gives is silent";
    return taken;
}

bool isDone(const std::optional<Frame>& frame)
{
    return frame && frame->type == FrameType::Done;
}

TEST(DataCopy, HandsASetOnWhateverTheNames)
{
    TestHome one("data-a");
    TestHome two("data-b");
    const DataSet set = keep(one);
    AttachClient from(one);
    AttachClient to(two);
    const auto taken = handOn(from, to, set);
    ASSERT_TRUE(isDone(taken)) << describe(taken);
    EXPECT_TRUE(isEqual(one, two, set.hash));
    EXPECT_FALSE(fs::exists(dataOf(two) / (".part-" + set.hash)));
    // Who has them does not listen.
    const auto again = to.ask(FrameType::CopyData, toJson(requestFor(set)));
    EXPECT_TRUE(isDone(again)) << describe(again);
}

TEST(DataCopy, GoesOnWithWhatIsThere)
{
    TestHome one("data-a");
    TestHome two("data-b");
    const DataSet set = keep(one);
    const fs::path part = dataOf(two) / (".part-" + set.hash) / "data";
    write(part / "train/a rose/1.jpg", noise(3'000'001).substr(0, 1'234'567));
    write(part / "labels.txt", "rose\nand more than that");
    AttachClient from(one);
    AttachClient to(two);
    const auto taken = handOn(from, to, set);
    ASSERT_TRUE(isDone(taken)) << describe(taken);
    EXPECT_TRUE(isEqual(one, two, set.hash));
}

TEST(DataCopy, FindsDamageInWhatWasThere)
{
    TestHome one("data-a");
    TestHome two("data-b");
    const DataSet set = keep(one);
    const fs::path part = dataOf(two) / (".part-" + set.hash) / "data/train/a rose/1.jpg";
    std::string damaged = noise(1'000'000);
    damaged[500'000] = static_cast<char>(damaged[500'000] ^ 1);
    write(part, damaged);
    AttachClient from(one);
    AttachClient to(two);
    const auto refused = handOn(from, to, set);
    ASSERT_TRUE(refused && refused->type == FrameType::Failed) << describe(refused);
    EXPECT_NE(parseError(refused->payload).message().find("1.jpg"), std::string::npos);
    EXPECT_FALSE(fs::exists(dataOf(two) / set.hash));
    EXPECT_FALSE(fs::exists(part));
    // The conversation with the host that gave is free for another try when it has heard of the end.
    EXPECT_TRUE(eventually([&] { return isDone(handOn(from, to, set)); }, 60));
    EXPECT_TRUE(isEqual(one, two, set.hash));
}

/// A host that gives, as the test plays it.
class PlayedGiver {
public:
    PlayedGiver(const DataSet& set, const Endpoint& peer)
        : m_stream(SealedStream::meet(requestFor(set, peer), -1, -1))
    {
        m_stream.sendNumber(set.manifest.size());
        m_stream.send(set.manifest);
    }
    SealedStream& stream() { return m_stream; }

private:
    SealedStream m_stream;
};

/// A set of one file, known to nobody but the test.
DataSet setOf(const std::string& path, const std::string& content)
{
    DataSet set;
    set.manifest = digestOf(content) + "  " + path + "\n";
    set.hash = digestOf(set.manifest);
    set.bytes = set.manifest.size() + content.size();
    return set;
}

TEST(DataCopy, GivesOnWhatIsStillArriving)
{
    TestHome one("data-b");
    TestHome two("data-c");
    AttachClient middle(one);
    AttachClient last(two);
    const std::string content = noise(2'000'000);
    const DataSet set = setOf("data/all.bin", content);
    const Taking taking = beginToTake(middle, set);
    ASSERT_TRUE(taking.endpoint);
    PlayedGiver giver(set, *taking.endpoint);
    EXPECT_EQ(giver.stream().receiveNumber(), 0u); // it has nothing
    giver.stream().sendNumber(content.size());
    giver.stream().send(std::string_view(content).substr(0, 1'500'000));
    last.pump(0.01);
    const auto progress = middle.reply(taking.request);
    last.pump(0.01);
    ASSERT_TRUE(progress && progress->type == FrameType::Progressed) << describe(progress);

    const Taking next = beginToTake(last, set);
    ASSERT_TRUE(next.endpoint);
    const auto giving = middle.send(FrameType::CopyData, toJson(requestFor(set, *next.endpoint)));
    // Three quarters of the file are at the end of the chain, and the rest has not even been sent. What the
    // middle one has written lies in whole blocks.
    const fs::path part = dataOf(two) / (".part-" + set.hash) / "data/all.bin";
    EXPECT_TRUE(eventually(
        [&] {
            middle.pump(0.05);
            last.pump(0.05);
            return fs::exists(part) && fs::file_size(part) >= 1'200'000;
        },
        60));
    giver.stream().send(std::string_view(content).substr(1'500'000));
    for (const auto& end : {endOf(middle, taking.request, last), endOf(last, next.request, middle),
                            endOf(middle, giving, last)})
        EXPECT_TRUE(isDone(end)) << describe(end);
    EXPECT_EQ(read(dataOf(two) / set.hash / "data/all.bin"), content);
    EXPECT_TRUE(isEqual(one, two, set.hash));
}

TEST(DataCopy, WhoseSourceBreaksOffKeepsWhatHasCome)
{
    TestHome home("data-b");
    AttachClient client(home);
    const std::string content = noise(1'000'000);
    const DataSet set = setOf("data/all.bin", content);
    const Taking taking = beginToTake(client, set);
    ASSERT_TRUE(taking.endpoint);
    {
        PlayedGiver giver(set, *taking.endpoint);
        giver.stream().receiveNumber();
        giver.stream().sendNumber(content.size());
        giver.stream().send(std::string_view(content).substr(0, 600'000));
    }
    const auto broken = endOf(client, taking.request);
    ASSERT_TRUE(broken && broken->type == FrameType::Failed) << describe(broken);
    const Taking again = beginToTake(client, set);
    ASSERT_TRUE(again.endpoint);
    PlayedGiver giver(set, *again.endpoint);
    const std::uint64_t present = giver.stream().receiveNumber();
    EXPECT_GT(present, 0u);
    EXPECT_LE(present, 600'000u);
    giver.stream().sendNumber(content.size());
    giver.stream().send(std::string_view(content).substr(present));
    const auto end = endOf(client, again.request);
    EXPECT_TRUE(isDone(end)) << describe(end);
    EXPECT_EQ(read(dataOf(home) / set.hash / "data/all.bin"), content);
}

TEST(DataCopy, TakesNothingThatIsNotOfTheSet)
{
    TestHome home("data-b");
    AttachClient client(home);
    const std::string content = "words";
    const DataSet good = setOf("data/all.bin", content);
    DataSet another = good; // another manifest than the one that was asked for
    another.manifest[0] = another.manifest[0] == '0' ? '1' : '0';
    const DataSet above = setOf("data/../../../escaped", content);
    const DataSet whole = setOf("/tmp/lockstep-escaped", content);
    DataSet longer = good; // more bytes than were agreed
    longer.bytes = good.manifest.size() + 2;
    for (const DataSet& set : {another, above, whole, longer}) {
        const Taking taking = beginToTake(client, set);
        ASSERT_TRUE(taking.endpoint) << set.manifest;
        try {
            PlayedGiver giver(set, *taking.endpoint);
            giver.stream().sendNumber(content.size());
            giver.stream().send(content);
        } catch (const EngineError& error) {
            EXPECT_EQ(error.code(), ExitCode::PeerLost); // it had hung up by then
        }
        const auto end = endOf(client, taking.request);
        EXPECT_TRUE(end && end->type == FrameType::Failed) << set.manifest << describe(end);
        EXPECT_FALSE(fs::exists(dataOf(home) / set.hash));
    }
    EXPECT_FALSE(fs::exists(fs::path(home.path()) / "escaped"));
    EXPECT_FALSE(fs::exists(fs::path(home.path()).parent_path() / "escaped"));
    EXPECT_FALSE(fs::exists("/tmp/lockstep-escaped"));
}

TEST(DataCopy, IsGivenUpAtOnce)
{
    TestHome home("data");
    AttachClient client(home);
    const DataSet set = setOf("data/all.bin", "words");
    const Taking taking = beginToTake(client, set);
    ASSERT_TRUE(taking.endpoint);
    client.cancel(taking.request);
    const auto ended = client.reply(taking.request);
    ASSERT_TRUE(ended && ended->type == FrameType::Ended) << describe(ended);
    ASSERT_TRUE(beginToTake(client, set).endpoint);
    client.closeInput(); // a thread that waits for the other host keeps nobody
    EXPECT_TRUE(client.waitForExit(15));
}

TEST(DataCopy, RefusesWhatIsNoRequest)
{
    TestHome home("data");
    AttachClient client(home);
    const DataSet set = setOf("data/all.bin", "words");
    DataCopyRequest clipped = requestFor(set);
    clipped.token = "abc";
    DataCopyRequest elsewhere = requestFor(set);
    elsewhere.data = "../../../" + set.hash;
    DataCopyRequest nowhere = requestFor(set);
    nowhere.address = "example.org";
    DataCopyRequest unknown = requestFor(set, {"127.0.0.1", 9});
    for (const DataCopyRequest& request : {clipped, elsewhere, nowhere, unknown}) {
        const auto reply = client.ask(FrameType::CopyData, toJson(request));
        ASSERT_TRUE(reply && reply->type == FrameType::Failed) << describe(reply);
        EXPECT_EQ(parseError(reply->payload).message().find(kToken), std::string::npos);
    }
}

} // namespace
} // namespace lockstep::test
