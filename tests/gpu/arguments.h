// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/shape.h"

#include <sstream>
#include <string>
#include <vector>

namespace lockstep::testing {

/// The parts of a text between separators: "f32,bf16".
inline std::vector<std::string> wordsOf(const std::string& text, char separator = ',')
{
    std::vector<std::string> words;
    std::istringstream stream(text);
    for (std::string word; std::getline(stream, word, separator);)
        words.push_back(word);
    return words;
}

/// "3x224x224"
inline Shape shapeOf(const std::string& text)
{
    std::vector<std::int64_t> sizes;
    for (const std::string& size : wordsOf(text, 'x'))
        sizes.push_back(std::stoll(size));
    return Shape(sizes);
}

} // namespace lockstep::testing
