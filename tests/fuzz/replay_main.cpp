// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/fuzz_target.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

/// Without libFuzzer: the seeds, and a fixed number of changed ones, always the same; ten million of them
/// among the long tests (LOCKSTEP_LONG). With file names: those files alone, such as an input that libFuzzer
/// found. With
/// --write-seeds FOLDER: writes the seeds as libFuzzer's corpus.
namespace lockstep::fuzz {
namespace {

int changedInputs()
{
    return std::getenv("LOCKSTEP_LONG") != nullptr ? 10'000'000 : 4000;
}

std::string changed(std::string bytes, const std::string& other, std::mt19937& random)
{
    constexpr std::uint64_t kNumbers[] = {0,          1,          0x7F,       0xFF, 0xFFFF,
                                          0x7FFFFFFF, 0xFFFFFFFF, 1ull << 48, ~0ull};
    for (int edits = 1 + static_cast<int>(random() % 4); edits > 0 && bytes.size() > 8; --edits) {
        const std::size_t at = random() % (bytes.size() - 8);
        switch (random() % 6) {
        case 0:
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << (random() % 8)));
            break;
        case 1:
            bytes[at] = static_cast<char>(random());
            break;
        case 2:
            std::memcpy(&bytes[at], &kNumbers[random() % std::size(kNumbers)], 1u << (random() % 4));
            break;
        case 3:
            bytes.insert(at, bytes.substr(random() % bytes.size(), 1 + random() % 16));
            break;
        case 4:
            bytes.erase(at, 1 + random() % 8);
            break;
        default:
            bytes.replace(at, 8, other.substr(random() % (other.size() + 1), random() % 32));
        }
    }
    if (random() % 16 == 0)
        bytes.resize(random() % (bytes.size() + 1));
    return bytes;
}

int replaySeeds()
{
    const std::vector<std::string> sound = seeds();
    require(!sound.empty(), "there are seeds");
    for (const std::string& seed : sound)
        require(tryInput(seed) == Verdict::Accepted, "a seed is accepted");
    std::mt19937 random(7);
    int accepted = 0;
    const int inputs = changedInputs();
    for (int i = 0; i < inputs; ++i) {
        const std::string& one = sound[random() % sound.size()];
        const std::string& other = sound[random() % sound.size()];
        accepted += tryInput(changed(one, other, random)) == Verdict::Accepted ? 1 : 0;
    }
    std::printf("%zu seeds, %d changed inputs: %d accepted, %d refused\n", sound.size(), inputs, accepted,
                inputs - accepted);
    // Changes that nobody notices, or that always end at the first byte, test nothing.
    require(accepted > 0 && accepted < inputs, "some changed inputs are accepted and some refused");
    return 0;
}

int writeSeeds(const std::string& folder)
{
    int number = 0;
    for (const std::string& seed : seeds()) {
        std::ofstream file(folder + "/seed-" + std::to_string(number++), std::ios::binary);
        file << seed;
        require(file.good(), "a seed can be written");
    }
    return 0;
}

int replayFiles(int count, char** names)
{
    for (int i = 0; i < count; ++i) {
        std::ifstream file(names[i], std::ios::binary);
        require(file.good(), "the input can be read");
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        std::printf("%s: %s\n", names[i], tryInput(bytes) == Verdict::Accepted ? "accepted" : "refused");
    }
    return 0;
}

} // namespace
} // namespace lockstep::fuzz

int main(int argc, char** argv)
{
    using namespace lockstep::fuzz;
    if (argc == 3 && std::strcmp(argv[1], "--write-seeds") == 0)
        return writeSeeds(argv[2]);
    return argc > 1 ? replayFiles(argc - 1, argv + 1) : replaySeeds();
}
