// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "engine/distributed/authentication.h"
#include "tests/engine/distributed/rank_harness.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace lockstep::test {
namespace {

using testing::HasSubstr;

// Runs connectMesh() for every set of options at once; returns "ok" or the error of each.
std::vector<std::string> connectAll(std::vector<MeshOptions> all)
{
    std::vector<std::string> outcomes(all.size());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < all.size(); ++i)
        threads.emplace_back([&, i] {
            const std::string error = errorOf([&] {
                const std::vector<MeshLink> links = connectMesh(all[i]);
                for (std::size_t m = 0; m < links.size(); ++m) {
                    const bool expected = static_cast<int>(m) != all[i].self && all[i].members[m].port != 0;
                    EXPECT_EQ(static_cast<bool>(links[m].socket), expected) << "member " << m;
                }
            });
            outcomes[i] = error == "no error" ? "ok" : error;
        });
    for (std::thread& thread : threads)
        thread.join();
    return outcomes;
}

std::vector<MeshOptions> optionsForAll(const Ports& ports)
{
    std::vector<MeshOptions> all;
    for (int i = 0; i < ports.size(); ++i)
        all.push_back(meshOptions(ports, i));
    return all;
}

const std::vector<std::string> kTwoOk{"ok", "ok"};

TEST(Mesh, ConnectsOverIpv4AndIpv6)
{
    EXPECT_EQ(connectAll(optionsForAll(Ports(5))), std::vector<std::string>(5, "ok"));
    EXPECT_EQ(connectAll(optionsForAll(Ports(4, "::1"))), std::vector<std::string>(4, "ok"));
}

TEST(Mesh, CarriesBytesBetweenTheRightMembers)
{
    const Ports ports(3);
    std::vector<std::thread> threads;
    for (int self = 0; self < 3; ++self)
        threads.emplace_back([&, self] {
            const std::vector<MeshLink> links = connectMesh(meshOptions(ports, self));
            for (int m = 0; m < 3; ++m) {
                if (m == self)
                    continue;
                const int socket = links[static_cast<std::size_t>(m)].socket.get();
                const auto mine = static_cast<char>('A' + self);
                ASSERT_EQ(::send(socket, &mine, 1, MSG_NOSIGNAL), 1);
                pollfd readable{socket, POLLIN, 0};
                ASSERT_EQ(::poll(&readable, 1, 5000), 1);
                char theirs = 0;
                ASSERT_EQ(::recv(socket, &theirs, 1, 0), 1);
                EXPECT_EQ(theirs, 'A' + m);
            }
        });
    for (std::thread& thread : threads)
        thread.join();
}

TEST(Mesh, LeavesOutMembersWithoutAPort)
{
    const Ports ports(4);
    std::vector<MeshOptions> all = optionsForAll(ports);
    all.erase(all.begin() + 2);
    for (MeshOptions& options : all)
        options.members[2].port = 0;
    EXPECT_EQ(connectAll(all), std::vector<std::string>(3, "ok"));
}

TEST(Mesh, WaitsForAMemberThatIsLate)
{
    const Ports ports(3);
    std::string late;
    std::thread thread([&] {
        sleepFor(0.6);
        late = errorOf([&] { connectMesh(meshOptions(ports, 0)); });
    });
    std::vector<MeshOptions> all = optionsForAll(ports);
    all.erase(all.begin());
    EXPECT_EQ(connectAll(all), kTwoOk);
    thread.join();
    EXPECT_EQ(late, "no error");
}

TEST(Mesh, EveryoneNamesTheMemberThatNeverArrived)
{
    const Ports ports(4);
    std::vector<MeshOptions> all = optionsForAll(ports);
    all.pop_back();
    for (MeshOptions& options : all)
        options.deadlineSeconds = 0.5;
    all[1].deadlineSeconds = 0.4; // gives up first and tells the others
    for (const std::string& outcome : connectAll(all)) {
        EXPECT_EQ(outcome.substr(0, 2), "6:");
        EXPECT_THAT(outcome, HasSubstr("rank 3"));
        EXPECT_THAT(outcome, testing::Not(HasSubstr("rank 2 at")));
    }
}

class MeshDisagreement : public testing::TestWithParam<const char*> {};

TEST_P(MeshDisagreement, KeepsTheTwoApartUntilTheDeadline)
{
    const Ports ports(2);
    std::vector<MeshOptions> all = optionsForAll(ports);
    const std::string what = GetParam();
    if (what == "token")
        all[1].token[31] ^= 1;
    if (what == "run")
        all[1].run = "other-run";
    if (what == "attempt")
        all[1].attempt = 2;
    if (what == "kind")
        all[1].kind = LinkKind::Lease;
    if (what == "size")
        all[1].members.push_back({"127.0.0.1", 0});
    for (MeshOptions& options : all)
        options.deadlineSeconds = 0.4;
    const std::vector<std::string> outcomes = connectAll(all);
    EXPECT_THAT(outcomes[0], HasSubstr("6: Within 1 s these did not arrive at rank 0: rank 1 at 127.0.0.1:"));
    EXPECT_THAT(outcomes[1], HasSubstr(what == "token" ? "refused our proof" : "closed the connection"));
}

INSTANTIATE_TEST_SUITE_P(Difference, MeshDisagreement,
                         testing::Values("token", "run", "attempt", "kind", "size"),
                         [](const auto& name) { return std::string(name.param); });

TEST(Mesh, NamesMembersThatWereStartedWithOtherSettings)
{
    const Ports ports(2);
    std::vector<MeshOptions> all = optionsForAll(ports);
    all[1].settings = "buckets of 1 MB";
    const double start = monotonicSeconds();
    const std::vector<std::string> outcomes = connectAll(all);
    EXPECT_LT(monotonicSeconds() - start, 5);
    for (const std::string& outcome : outcomes)
        EXPECT_THAT(outcome, HasSubstr("6: Settings differ: rank "));
}

TEST(Mesh, CanBeCancelled)
{
    const Ports ports(2);
    const Descriptor cancel(::eventfd(0, EFD_CLOEXEC));
    MeshOptions options = meshOptions(ports, 0);
    options.cancelDescriptor = cancel.get();
    std::thread thread([&] {
        sleepFor(0.1);
        const std::uint64_t one = 1;
        EXPECT_EQ(::write(cancel.get(), &one, sizeof one), 8);
    });
    EXPECT_EQ(errorOf([&] { connectMesh(options); }), "10: Stopped while waiting for the other ranks.");
    thread.join();
}

// Plays member `self` by hand up to the end of the proofs; says nothing more.
class HalfMember {
public:
    HalfMember(const Ports& ports, int self, int to) : m_socket(startConnecting(ports.endpoints()[at(to)]))
    {
        pollfd writable{m_socket.get(), POLLOUT, 0};
        EXPECT_EQ(::poll(&writable, 1, 2000), 1);
        const Hello hello{.kind = LinkKind::Rank,
                          .run = sha256("test-run"),
                          .attempt = 1,
                          .members = static_cast<std::uint32_t>(ports.size()),
                          .from = static_cast<std::uint32_t>(self),
                          .to = static_cast<std::uint32_t>(to),
                          .settings = sha256(""),
                          .nonce = freshNonce()};
        send(encode(hello));
        Challenge challenge;
        receive(&challenge, sizeof challenge);
        const LinkProof proof(testToken(), hello, challenge);
        send(proof.of(Side::Connector));
        Digest theirs;
        receive(theirs.data(), theirs.size());
        EXPECT_EQ(theirs, proof.of(Side::Acceptor));
    }
    void hangUp() { m_socket.reset(); }

private:
    static std::size_t at(int number) { return static_cast<std::size_t>(number); }
    template <typename Bytes>
    void send(const Bytes& bytes)
    {
        EXPECT_EQ(::send(m_socket.get(), bytes.data(), bytes.size(), 0), static_cast<ssize_t>(bytes.size()));
    }
    void receive(void* to, std::size_t bytes)
    {
        pollfd readable{m_socket.get(), POLLIN, 0};
        EXPECT_EQ(::poll(&readable, 1, 2000), 1);
        EXPECT_EQ(::recv(m_socket.get(), to, bytes, 0), static_cast<ssize_t>(bytes));
    }

    Descriptor m_socket;
};

TEST(Mesh, ALinkThatBreaksBeforeTheEndIsMadeAgain)
{
    const Ports ports(2);
    std::thread rank0([&] { EXPECT_EQ(errorOf([&] { connectMesh(meshOptions(ports, 0)); }), "no error"); });
    HalfMember(ports, 1, 0).hangUp(); // proven, and gone before it said that it was ready
    EXPECT_EQ(errorOf([&] { connectMesh(meshOptions(ports, 1)); }), "no error");
    rank0.join();
}

TEST(Mesh, DoesNotWaitForAMemberThatCameAndEnded)
{
    const Ports ports(2);
    std::thread rank1([&] { HalfMember(ports, 1, 0).hangUp(); });
    MeshOptions options = meshOptions(ports, 0);
    options.handshakeSeconds = 0.3;
    const double start = monotonicSeconds();
    EXPECT_THAT(errorOf([&] { connectMesh(options); }), HasSubstr("(it left again)"));
    EXPECT_LT(monotonicSeconds() - start, 10); // of a deadline of 30
    rank1.join();
}

TEST(Mesh, ComesWholeOrNotAtAll)
{
    const Ports ports(3);
    std::vector<MeshOptions> all = optionsForAll(ports);
    all.pop_back();
    for (MeshOptions& options : all)
        options.deadlineSeconds = 0.6;
    std::unique_ptr<HalfMember> toZero;
    std::unique_ptr<HalfMember> toOne;
    std::thread rank2([&] { // has all its links, but never says so
        toZero = std::make_unique<HalfMember>(ports, 2, 0);
        toOne = std::make_unique<HalfMember>(ports, 2, 1);
    });
    for (const std::string& outcome : connectAll(all))
        EXPECT_THAT(outcome,
                    testing::AnyOf(HasSubstr("rank 2 at"), HasSubstr("Without rank 2 there is no start"),
                                   HasSubstr("it left again")));
    rank2.join();
}

} // namespace
} // namespace lockstep::test
