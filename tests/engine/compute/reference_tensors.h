// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace lockstep {

/// What torch_reference.py wrote about a model, by record name. CTest runs the script before the tests that
/// read it; where tests run without CTest, LOCKSTEP_TEST_REFERENCE of the environment names the folder.
inline std::map<std::string, std::vector<float>> readReference(const std::string& model)
{
    const char* folder = std::getenv("LOCKSTEP_TEST_REFERENCE");
    const std::string path =
        (folder != nullptr ? folder : LOCKSTEP_REFERENCE_DIR) + ("/" + model + ".tensors");
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw std::runtime_error("no " + path + ": run the tests with ctest, which writes it first");
    std::map<std::string, std::vector<float>> tensors;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string name;
        words >> name;
        std::size_t elements = 1;
        for (std::size_t size = 0; words >> size;)
            elements *= size;
        std::vector<float> values(elements);
        if (!file.read(reinterpret_cast<char*>(values.data()),
                       static_cast<std::streamsize>(elements * sizeof(float))))
            throw std::runtime_error(path + " ends within " + name);
        tensors.emplace(name, std::move(values));
    }
    return tensors;
}

/// Agreement within `tolerance`: of the whole tensor in the Euclidean norm, and of every element relative to
/// itself or, where it is smaller, to the root mean square of the tensor. Of the elements, a share of
/// `strays` is let off.
inline void expectClose(std::span<const float> found, std::span<const float> expected, double tolerance,
                        const std::string& what, double strays = 0)
{
    ASSERT_EQ(found.size(), expected.size()) << what;
    double squares = 0;
    double errors = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double e = static_cast<double>(expected[i]);
        squares += e * e;
        errors += (static_cast<double>(found[i]) - e) * (static_cast<double>(found[i]) - e);
    }
    ASSERT_GT(squares, 0) << what;
    EXPECT_LE(std::sqrt(errors / squares), tolerance) << what;
    const double rms = std::sqrt(squares / static_cast<double>(found.size()));
    std::size_t beyond = 0;
    std::string last;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double e = static_cast<double>(expected[i]);
        if (std::abs(static_cast<double>(found[i]) - e) <= tolerance * std::max(std::abs(e), rms))
            continue;
        ++beyond;
        last = "element " + std::to_string(i) + " is " + std::to_string(found[i]) + ", expected " +
               std::to_string(e);
    }
    EXPECT_LE(static_cast<double>(beyond), strays * static_cast<double>(found.size()))
        << what << ": " << last;
}

} // namespace lockstep
