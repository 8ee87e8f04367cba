// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/data_preview.h"

#include "engine/protocol/experiment_document.h"
#include "engine/protocol/preview_descriptions.h"

#include <algorithm>

namespace lockstep {
namespace {

constexpr int kMaxIndex = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t kMaxParts = 3;
constexpr std::uint64_t kMaxSeed = (std::uint64_t{1} << 53) - 1;

bool isWhole(const PreviewPicture& picture)
{
    const auto bytes = static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height) *
                       static_cast<std::size_t>(picture.channels);
    return picture.channels != 2 && picture.pixels.size() == base64Bytes(bytes) &&
           (bytes == 0) == !picture.damage.text.empty();
}

/// What a list must have besides well-formed members; the key of the first that does not fit, or nothing.
std::string misfit(const DataPreview& preview)
{
    const auto classes = static_cast<std::size_t>(preview.classes);
    if (!preview.classNames.empty() && preview.classNames.size() != classes)
        return "class_names";
    for (std::size_t i = 0; i < preview.parts.size(); ++i) {
        const PreviewPart& part = preview.parts[i];
        const std::string key = joinKey("parts", std::to_string(i));
        if (part.counts.size() != classes)
            return joinKey(key, "counts");
        for (const PreviewPicture& picture : part.pictures)
            if (!fitsClasses(picture, classes))
                return joinKey(key, "pictures");
    }
    return {};
}

} // namespace

template <typename Visitor>
void describe(Visitor& visitor, Describes<PreviewRequest> auto& request)
{
    visitor.object("data", request.data);
    visitor.integer("seed", request.seed, 0, kMaxSeed);
    visitor.integer("pictures", request.pictures, 0, kMaxPreviewPictures);
    visitor.integer("side", request.side, 16, kMaxPreviewSide);
    visitor.integer("only_class", request.onlyClass, -1, kMaxIndex);
    visitor.integer("skip", request.skip, 0, kMaxIndex);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<PreviewPart> auto& part)
{
    visitor.choice("part", part.part, {DataPart::Training, DataPart::Validation, DataPart::Evaluation});
    visitor.integer("samples", part.samples, 0, kMaxIndex);
    visitor.integers("counts", part.counts, 0, kMaxIndex, kMaxPreviewClasses);
    visitor.list("pictures", part.pictures, kMaxPreviewPictures);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<DataPreview> auto& preview)
{
    visitor.integer("version", preview.version, 1, kDataPreviewVersion);
    visitor.integers("sample_shape", preview.sampleShape, 1, kMaxIndex, 8);
    visitor.integer("classes", preview.classes, 1, static_cast<int>(kMaxPreviewClasses));
    visitor.texts("class_names", preview.classNames, kSampleNameRule, kMaxPreviewClasses);
    visitor.list("parts", preview.parts, kMaxParts);
}

bool fitsClasses(const PreviewPicture& picture, std::size_t classes)
{
    return static_cast<std::size_t>(picture.label) < classes && isWhole(picture);
}

std::string_view toString(DataPart part)
{
    switch (part) {
    case DataPart::Training:
        return "training";
    case DataPart::Validation:
        return "validation";
    case DataPart::Evaluation:
        return "evaluation";
    }
    return {};
}

std::string toJson(const PreviewRequest& request)
{
    return writeOneLine(request);
}

std::string toJson(const DataPreview& preview)
{
    return writeOneLine(preview);
}

Result<PreviewRequest> parsePreviewRequest(std::string_view json)
{
    const Result<JsonValue> document = parseJson(json, {kMaxPreviewRequestBytes});
    if (!document.ok())
        return document.error();
    PreviewRequest request;
    std::optional<Error> error;
    JsonReader reader(*document, {}, JsonReader::Missing::KeepDefault, error);
    if (!reader.has("data"))
        reader.refuse("data", LOCKSTEP_TEXT("found nothing, expected the data of an experiment."), {});
    describe(reader, request);
    if (error)
        return *error;
    return request;
}

Result<DataPreview> parseDataPreview(std::string_view json)
{
    Result<DataPreview> preview = readMessage<DataPreview>(json, kMaxPreviewBytes);
    if (!preview.ok())
        return preview;
    if (const std::string key = misfit(*preview); !key.empty())
        return Error{LOCKSTEP_TEXT("does not fit the rest of the preview of the data."), {}, key};
    return preview;
}

std::string base64(std::span<const std::uint8_t> bytes)
{
    static constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve(base64Bytes(bytes.size()));
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto byte = [&](std::size_t at) { return at < bytes.size() ? std::uint32_t{bytes[at]} : 0u; };
        const std::uint32_t group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
        text += kDigits[group >> 18];
        text += kDigits[group >> 12 & 63];
        text += i + 1 < bytes.size() ? kDigits[group >> 6 & 63] : '=';
        text += i + 2 < bytes.size() ? kDigits[group & 63] : '=';
    }
    return text;
}

} // namespace lockstep
