// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/pictures/picture_decoder.h"
#include "tests/fuzz/fuzz_target.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

/// A JPEG or PNG of a stranger's data set, decoded whole and in part.
namespace lockstep::fuzz {
namespace {

/// Larger ones are slow, and find nothing that these do not.
constexpr std::int64_t kMostPixels = 1 << 20;
constexpr std::size_t kLargestSeed = 20'000;

} // namespace

Verdict tryInput(std::string_view bytes)
{
    const std::span picture(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    try {
        auto decoder = openPicture(picture);
        const int width = decoder->width(), height = decoder->height();
        require(width > 0 && height > 0, "an open picture has a size");
        if (std::int64_t{width} * height > kMostPixels)
            return Verdict::Refused;
        DecodedPart whole;
        decoder->decode({.width = width, .height = height, .toTheEnd = true}, whole);
        DecodedPart part;
        openPicture(picture)->decode(
            {.x = width / 3, .y = height / 3, .width = (width + 2) / 3, .height = (height + 2) / 3}, part);
        require(whole.width >= width && whole.height >= height, "the whole picture was decoded");
        return Verdict::Accepted;
    } catch (const BadPicture&) {
        return Verdict::Refused;
    }
}

std::vector<std::string> seeds()
{
    std::vector<std::string> all;
    for (const char* folder : {LOCKSTEP_SHARED_DATA "/jpeg-edge", LOCKSTEP_SOURCE_DIR "/resources/icons"})
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
            const std::string extension = entry.path().extension().string();
            if (!entry.is_regular_file() || entry.file_size() > kLargestSeed ||
                (extension != ".jpg" && extension != ".png" && extension != ".jpeg"))
                continue;
            std::ifstream file(entry.path(), std::ios::binary);
            std::string bytes{std::istreambuf_iterator<char>(file), {}};
            if (tryInput(bytes) == Verdict::Accepted)
                all.push_back(std::move(bytes));
        }
    std::sort(all.begin(), all.end());
    return all;
}

} // namespace lockstep::fuzz
