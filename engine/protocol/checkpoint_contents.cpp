// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/checkpoint_contents.h"

#include "engine/protocol/data_preview.h"
#include "engine/protocol/message_descriptions.h"

#include <algorithm>
#include <limits>

namespace lockstep {
namespace {

constexpr auto kMaxCount = std::numeric_limits<std::int64_t>::max();
constexpr double kMaxReal = std::numeric_limits<double>::max();
constexpr std::size_t kMaxTensors = 1u << 20;
constexpr std::size_t kMaxAxes = 16;
/// A value takes about 100 bytes of memory, and every tensor has a histogram.
constexpr std::size_t kMaxValues = 4'000'000;
constexpr TextRule kName{TextRule::Form::Lines, 64u << 10};
constexpr TextRule kFilterValues{TextRule::Form::Lines,
                                 base64Bytes(static_cast<std::size_t>(kMostFilterValues) * sizeof(float))};

bool fits(const TensorContents& tensor)
{
    const bool isFinite = tensor.mean.has_value();
    return tensor.least.has_value() == isFinite && tensor.largest.has_value() == isFinite &&
           tensor.histogram.size() == (isFinite ? kHistogramBins : 0);
}

bool fits(const FilterBank& bank)
{
    if (bank.tensor.empty())
        return bank.shape.empty() && bank.values.empty();
    if (bank.shape.size() < 4 || bank.shape.size() > 5 || bank.shape[0] > kMostShownFilters ||
        (bank.shape[1] != 1 && bank.shape[1] != 3))
        return false;
    std::int64_t values = 1;
    for (const std::int64_t size : bank.shape) {
        if (size < 1 || size > kMostFilterValues / values)
            return false;
        values *= size;
    }
    return bank.values.size() == base64Bytes(static_cast<std::size_t>(values) * sizeof(float));
}

/// The key of the first member that does not fit the others, or nothing.
std::string misfit(const CheckpointContents& contents)
{
    for (const auto& [key, tensors] : {std::pair("tensors", &contents.tensors),
                                       std::pair("optimizer_tensors", &contents.optimizerTensors)})
        for (std::size_t i = 0; i < tensors->size(); ++i)
            if (!fits((*tensors)[i]))
                return joinKey(joinKey(key, std::to_string(i)), "histogram");
    return fits(contents.filters) ? std::string() : "filters";
}

template <typename T>
std::string written(const T& value)
{
    std::string out;
    JsonWriter writer(out, JsonWriter::Layout::OneLine, JsonWriter::Absent::WriteNull);
    describe(writer, value);
    writer.finish();
    return out;
}

} // namespace

template <typename Visitor>
void describe(Visitor& visitor, Describes<TensorContents> auto& tensor)
{
    visitor.text("name", tensor.name, kName);
    visitor.text("type", tensor.type, kWordRule);
    visitor.integers("shape", tensor.shape, 0, kMaxCount, kMaxAxes);
    visitor.number("norm", tensor.norm, {0, kMaxReal});
    visitor.number("mean", tensor.mean, {-kMaxReal, kMaxReal});
    visitor.number("min", tensor.least, {-kMaxReal, kMaxReal});
    visitor.number("max", tensor.largest, {-kMaxReal, kMaxReal});
    visitor.integer("nan", tensor.nans, 0, kMaxCount);
    visitor.integer("infinite", tensor.infinities, 0, kMaxCount);
    visitor.integer("rounded", tensor.rounded, 0, kMaxCount);
    visitor.integers("histogram", tensor.histogram, 0, kMaxCount, kHistogramBins);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<FilterBank> auto& bank)
{
    visitor.text("tensor", bank.tensor, kName);
    visitor.integer("filters", bank.filters, 0, kMaxCount);
    visitor.integer("channels", bank.channels, 0, kMaxCount);
    visitor.integers("shape", bank.shape, 0, kMaxCount, kMaxAxes);
    visitor.text("values", bank.values, kFilterValues);
}

void describe(JsonWriter& writer, const FileMetadata& metadata)
{
    UnknownFields fields;
    for (const auto& [name, text] : metadata.texts)
        appendJsonString(fields[name], text);
    writer.unknown(fields);
}

void describe(JsonReader& reader, FileMetadata& metadata)
{
    UnknownFields fields;
    reader.unknown(fields);
    for (const auto& [name, json] : fields) {
        const Result<JsonValue> text = parseJson(json, {kMaxContentsBytes});
        if (text.ok() && text->kind == JsonValue::Kind::String)
            metadata.texts.emplace(name, text->text);
        else
            reader.refuse(name, LOCKSTEP_TEXT("found %1, expected text."), {quotedText(json)});
    }
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<CheckpointContents> auto& contents)
{
    visitor.text("path", contents.path, kName);
    visitor.text("format", contents.format, kLineRule);
    visitor.boolean("verified", contents.verified);
    visitor.text("run", contents.run, kName);
    visitor.text("model", contents.model, kName);
    visitor.integer("step", contents.step, 0, kMaxCount);
    visitor.integer("epoch", contents.epoch, 0, std::numeric_limits<int>::max());
    visitor.integer("batch_in_epoch", contents.batchInEpoch, 0, kMaxCount);
    visitor.boolean("best", contents.best);
    visitor.number("best_top1", contents.bestTop1, {0, 1});
    visitor.integer("world_size", contents.worldSize, 0, kMaxRanks);
    visitor.integer("global_batch", contents.globalBatch, 0, kMaxCount);
    visitor.integer("seed", contents.seed, 0, std::numeric_limits<std::uint64_t>::max());
    visitor.object("metadata", contents.metadata);
    visitor.text("place", contents.place, kName);
    visitor.text("prefix", contents.prefix, kName);
    visitor.texts("skipped", contents.skipped, kName, kMaxTensors);
    visitor.integer("values", contents.values, 0, kMaxCount);
    visitor.list("tensors", contents.tensors, kMaxTensors);
    visitor.list("optimizer_tensors", contents.optimizerTensors, kMaxTensors);
    visitor.object("filters", contents.filters);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<ShapeDifference> auto& difference)
{
    visitor.text("name", difference.name, kName);
    visitor.integers("first", difference.first, 0, kMaxCount, kMaxAxes);
    visitor.integers("second", difference.second, 0, kMaxCount, kMaxAxes);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<ValueDifference> auto& difference)
{
    visitor.text("name", difference.name, kName);
    visitor.integers("shape", difference.shape, 0, kMaxCount, kMaxAxes);
    visitor.number("relative", difference.relative, {0, kMaxReal});
    visitor.number("largest", difference.largest, {0, kMaxReal});
    visitor.integer("elements", difference.elements, 0, kMaxCount);
    visitor.integer("not_finite", difference.notFinite, 0, kMaxCount);
}

template <typename Visitor>
void describe(Visitor& visitor, Describes<CheckpointDifference> auto& difference)
{
    visitor.text("first", difference.first, kName);
    visitor.text("second", difference.second, kName);
    visitor.boolean("equal", difference.equal);
    visitor.texts("only_in_first", difference.onlyInFirst, kName, kMaxTensors);
    visitor.texts("only_in_second", difference.onlyInSecond, kName, kMaxTensors);
    visitor.list("other_shape", difference.otherShape, kMaxTensors);
    visitor.list("differing", difference.differing, kMaxTensors);
    visitor.texts("equal_bits", difference.equalBits, kName, kMaxTensors);
}

std::string toJson(const CheckpointContents& contents)
{
    return written(contents);
}

std::string toJson(const CheckpointDifference& difference)
{
    return written(difference);
}

Result<CheckpointContents> parseCheckpointContents(std::string_view json)
{
    Result<CheckpointContents> contents =
        readMessage<CheckpointContents>(json, JsonLimits{.bytes = kMaxContentsBytes, .values = kMaxValues});
    if (!contents.ok())
        return contents;
    if (const std::string key = misfit(*contents); !key.empty())
        return Error{LOCKSTEP_TEXT("does not fit the rest of what is told of the checkpoint."), {}, key};
    return contents;
}

Result<CheckpointDifference> parseCheckpointDifference(std::string_view json)
{
    return readMessage<CheckpointDifference>(json, kMaxContentsBytes);
}

} // namespace lockstep
