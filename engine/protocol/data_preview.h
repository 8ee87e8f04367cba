// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"
#include "engine/protocol/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// A preview at a data set: how many samples of which class, and some pictures (FORMAT.md, section 7).
namespace lockstep {

inline constexpr int kDataPreviewVersion = 1;
inline constexpr int kMaxPreviewPictures = 100; ///< of each part
inline constexpr int kMaxPreviewSide = 128;
/// Of a request, and of a whole answer.
inline constexpr std::size_t kMaxPreviewRequestBytes = 64u << 10;
inline constexpr std::size_t kMaxPreviewBytes = 48u << 20;

struct PreviewRequest {
    DataSpec data;
    std::uint64_t seed = 1; ///< of the training: what is drawn depends on it
    int pictures = 40;      ///< of each part, 0 ... kMaxPreviewPictures
    int side = 96;          ///< longest side of a picture, 16 ... kMaxPreviewSide
    int onlyClass = -1;     ///< pictures of this class alone; -1: spread over all
    int skip = 0;           ///< how many pictures of each class to pass over
    bool operator==(const PreviewRequest&) const = default;
};

/// One sample, small.
struct PreviewPicture {
    int index = 0; ///< in its part
    int label = 0;
    std::string name;  ///< of its file, below the data's path; empty where one file holds many samples
    int fileWidth = 0; ///< of the picture file, pixels; 0: no picture file
    int fileHeight = 0;
    int width = 0, height = 0; ///< of `pixels`; 0: none
    int channels = 0;          ///< 1: gray; 3: red, green, blue
    std::string pixels;        ///< rows of bytes from 0 (black) to 255, in base64
    Error damage;              ///< why there are no pixels; an empty text: there are
    bool operator==(const PreviewPicture&) const = default;
};

enum class DataPart { Training, Validation, Evaluation };
std::string_view toString(DataPart part);

struct PreviewPart {
    DataPart part = DataPart::Training;
    int samples = 0;
    std::vector<int> counts; ///< samples of each class
    std::vector<PreviewPicture> pictures;
    bool operator==(const PreviewPart&) const = default;
};

struct DataPreview {
    int version = kDataPreviewVersion;
    std::vector<int> sampleShape; ///< channels, (frames,) height, width as they are trained on
    int classes = 0;
    std::vector<std::string> classNames; ///< of each class, or empty: they have numbers only
    std::vector<PreviewPart> parts;      ///< those that the data have
    bool operator==(const DataPreview&) const = default;
};

std::string toJson(const PreviewRequest& request);
std::string toJson(const DataPreview& preview);
/// Members other than `data` may be absent.
Result<PreviewRequest> parsePreviewRequest(std::string_view json);
/// Checks that all lists fit together, so whoever reads it need not.
Result<DataPreview> parseDataPreview(std::string_view json);

/// RFC 4648, with padding.
std::string base64(std::span<const std::uint8_t> bytes);
/// The length of that.
constexpr std::size_t base64Bytes(std::size_t bytes)
{
    return (bytes + 2) / 3 * 4;
}

} // namespace lockstep
