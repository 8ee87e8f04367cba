// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/checkpoint/weights_fixture.h"

#include <cstdio>
#include <cstring>
#include <random>

namespace lockstep {
namespace {

struct Outcome {
    int loaded = 0;
    int refused = 0;
};

/// One to four edits: a bit, a byte, a number of 4 or 8 bytes, a piece moved over another.
std::string mutated(std::string bytes, std::mt19937& random)
{
    constexpr std::uint64_t kNumbers[] = {0,          1,          0x7F,       0xFF, 0xFFFF,
                                          0x7FFFFFFF, 0xFFFFFFFF, 1ull << 48, ~0ull};
    for (int edits = 1 + static_cast<int>(random() % 4); edits > 0; --edits) {
        const std::size_t at = random() % (bytes.size() - 8);
        switch (random() % 5) {
        case 0:
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << (random() % 8)));
            break;
        case 1:
            bytes[at] = static_cast<char>(random());
            break;
        case 2:
            std::memcpy(&bytes[at], &kNumbers[random() % std::size(kNumbers)], 4);
            break;
        case 3:
            std::memcpy(&bytes[at], &kNumbers[random() % std::size(kNumbers)], 8);
            break;
        default: {
            const std::size_t from = random() % (bytes.size() - 8);
            std::memmove(&bytes[at], &bytes[from], 1 + random() % 8);
        }
        }
    }
    if (random() % 16 == 0)
        bytes.resize(bytes.size() - random() % bytes.size());
    return bytes;
}

Outcome fuzz(const std::string& good, int rounds, unsigned seed)
{
    EXPECT_EQ(torchErrorOf(good), "accepted");
    std::mt19937 random(seed);
    Outcome outcome;
    for (int round = 0; round < rounds; ++round) {
        const std::string bytes = mutated(good, random);
        try {
            const TorchFile file = parseTorchFile(bytes, "f");
            ++outcome.loaded;
            std::uint64_t values = 0;
            for (const LoadedTensor& tensor : file.tensors) {
                EXPECT_EQ(static_cast<std::int64_t>(tensor.values.size()), tensor.shape.elements());
                values += tensor.values.size();
            }
            EXPECT_LE(values * sizeof(float), 16 * bytes.size() + (64u << 20));
        } catch (const EngineError& error) {
            ++outcome.refused;
            EXPECT_EQ(error.code(), ExitCode::CheckpointError) << error.what();
        }
    }
    EXPECT_EQ(outcome.loaded + outcome.refused, rounds);
    std::printf("%d mutations refused, %d loaded\n", outcome.refused, outcome.loaded);
    return outcome;
}

/// Two tensors, a parameter and an entry beside them.
std::string statePickle()
{
    using namespace pickle;
    return dict({text("state_dict"),
                 "}(" + text("module.a.weight") + tensor(12, 0, {3, 4}, {4, 1}) + text("module.a.bias") +
                     tensor(12, 2, {2, 3}, {1, 3}) + "u",
                 text("epoch"), integer(3)});
}

TEST(TorchFileFuzz, ZipLayoutNeverBreaks)
{
    const std::string good = torchZip(statePickle(), {std::string(48, '\3')});
    const Outcome outcome = fuzz(good, 8000, 1);
    // Padding, unused header fields and spare bytes are not looked at; everything else is under a CRC-32.
    EXPECT_GT(outcome.refused, 4000);
    EXPECT_GT(outcome.loaded, 100);
}

TEST(TorchFileFuzz, PickleInsideTheZipNeverBreaks)
{
    std::mt19937 random(2);
    const std::string good = statePickle();
    int refused = 0;
    for (int round = 0; round < 20000; ++round) {
        const std::string bytes =
            torchZip(mutated(good, random), {std::string(48, '\3')}); // with a CRC-32 that fits
        refused += torchErrorOf(bytes) != "accepted" ? 1 : 0;
    }
    EXPECT_GT(refused, 10000);
    EXPECT_LT(refused, 20000);
    std::printf("%d mutations refused, %d loaded\n", refused, 20000 - refused);
}

TEST(TorchFileFuzz, LegacyLayoutNeverBreaks)
{
    const Outcome outcome = fuzz(legacyParts(statePickle(), std::string(48, '\3')).join(), 8000, 3);
    EXPECT_GT(outcome.refused, 4000);
    EXPECT_GT(outcome.loaded, 100); // the tensors' own bytes may be anything
}

} // namespace
} // namespace lockstep
