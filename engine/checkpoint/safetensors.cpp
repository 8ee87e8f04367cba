// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/safetensors.h"

#include "engine/checkpoint/durable_file.h"
#include "engine/core/error.h"
#include "engine/protocol/json_value.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>
#include <set>

namespace lockstep {
namespace {

constexpr std::string_view kMetadata = "__metadata__";
constexpr std::size_t kLengthBytes = 8;
constexpr std::size_t kMaxHeaderValues = 4000000;
constexpr std::size_t kMaxRank = 16;

[[noreturn]] void throwDamaged(const std::string& fileName, const std::string& place, const char* problem)
{
    const std::string where = place.empty() ? fileName : fileName + ", " + quotedText(place);
    throw EngineError(ExitCode::CheckpointError, Error{LOCKSTEP_TEXT("%1: %2."), {where, problem}, {}});
}

std::optional<std::int64_t> wholeNumber(const JsonValue& value)
{
    std::int64_t number = 0;
    const auto [end, error] =
        std::from_chars(value.text.data(), value.text.data() + value.text.size(), number);
    const bool whole = error == std::errc() && end == value.text.data() + value.text.size();
    if (value.kind != JsonValue::Kind::Number || !whole || number < 0)
        return std::nullopt;
    return number;
}

struct Entry {
    std::string name;
    TensorType type = TensorType::Float32;
    Shape shape;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

/// Bytes of a tensor, nothing when they cannot be counted.
std::optional<std::uint64_t> bytesOf(const std::vector<std::int64_t>& sizes, std::size_t itemBytes)
{
    // A size of 0 must not hide an overflow of the others, for other readers multiply them too.
    std::uint64_t bytes = itemBytes;
    std::uint64_t counted = itemBytes;
    for (const std::int64_t size : sizes) {
        const auto factor = static_cast<std::uint64_t>(std::max<std::int64_t>(size, 1));
        if (counted > (std::uint64_t{1} << 62) / factor)
            return std::nullopt;
        counted *= factor;
        bytes *= static_cast<std::uint64_t>(size);
    }
    return bytes;
}

Entry readEntry(const JsonMember& member, const std::string& fileName)
{
    const auto damaged = [&](const char* problem) { throwDamaged(fileName, member.key, problem); };
    if (!isTensorName(member.key))
        damaged(LOCKSTEP_TEXT("the name of the tensor holds control characters"));
    const JsonValue* dtype = member.value.find("dtype");
    const JsonValue* shape = member.value.find("shape");
    const JsonValue* offsets = member.value.find("data_offsets");
    if (!dtype || !shape || !offsets || member.value.members.size() != 3)
        damaged(LOCKSTEP_TEXT("a tensor must have dtype, shape and data_offsets, and nothing else"));
    const auto type = dtype->kind == JsonValue::Kind::String ? tensorTypeNamed(dtype->text) : std::nullopt;
    if (!type)
        damaged(LOCKSTEP_TEXT("the dtype is none of F32, F64, F16, BF16, I64, I32, I16, I8, U8, BOOL"));
    if (shape->kind != JsonValue::Kind::Array || shape->items.size() > kMaxRank)
        damaged(LOCKSTEP_TEXT("the shape is not a list of sizes"));
    std::vector<std::int64_t> sizes;
    for (const JsonValue& item : shape->items) {
        const auto size = wholeNumber(item);
        if (!size)
            damaged(LOCKSTEP_TEXT("the shape is not a list of sizes"));
        sizes.push_back(*size);
    }
    const bool pair = offsets->kind == JsonValue::Kind::Array && offsets->items.size() == 2;
    const auto begin = pair ? wholeNumber(offsets->items[0]) : std::nullopt;
    const auto end = pair ? wholeNumber(offsets->items[1]) : std::nullopt;
    if (!begin || !end || *begin > *end)
        damaged(LOCKSTEP_TEXT("data_offsets is not a range of bytes"));
    const auto bytes = bytesOf(sizes, itemBytes(*type));
    if (!bytes || *bytes != static_cast<std::uint64_t>(*end - *begin))
        damaged(LOCKSTEP_TEXT("the range of bytes does not fit the shape"));
    return {member.key, *type, Shape(std::move(sizes)), static_cast<std::uint64_t>(*begin),
            static_cast<std::uint64_t>(*end)};
}

std::map<std::string, std::string> readMetadata(const JsonValue& value, const std::string& fileName)
{
    std::map<std::string, std::string> metadata;
    if (value.kind != JsonValue::Kind::Object)
        throwDamaged(fileName, std::string(kMetadata), LOCKSTEP_TEXT("metadata must be texts by name"));
    for (const JsonMember& member : value.members) {
        if (member.value.kind != JsonValue::Kind::String)
            throwDamaged(fileName, member.key, LOCKSTEP_TEXT("metadata must be texts by name"));
        metadata.emplace(member.key, member.value.text);
    }
    return metadata;
}

/// Header and data of a file, with the entries by place.
struct Layout {
    std::vector<Entry> entries;
    std::map<std::string, std::string> metadata;
    std::string_view data;
};

Layout readLayout(std::string_view bytes, const std::string& fileName)
{
    std::uint64_t length = 0;
    if (bytes.size() < kLengthBytes)
        throwDamaged(fileName, {}, LOCKSTEP_TEXT("the file is too short to be safetensors"));
    std::memcpy(&length, bytes.data(), kLengthBytes);
    if (length > kMaxSafetensorsHeader || length > bytes.size() - kLengthBytes)
        throwDamaged(fileName, {},
                     LOCKSTEP_TEXT("the header is longer than the file or than a header may be"));
    const std::string_view header = bytes.substr(kLengthBytes, length);
    const Result<JsonValue> json = parseJson(header, {kMaxSafetensorsHeader, 4, kMaxHeaderValues});
    if (!json.ok() || json->kind != JsonValue::Kind::Object || !header.starts_with('{'))
        throwDamaged(fileName, {}, LOCKSTEP_TEXT("the header is not a JSON object without duplicate keys"));

    Layout layout;
    layout.data = bytes.substr(kLengthBytes + length);
    for (const JsonMember& member : json->members) {
        if (member.key == kMetadata)
            layout.metadata = readMetadata(member.value, fileName);
        else
            layout.entries.push_back(readEntry(member, fileName));
    }
    const auto byPlace = [](const Entry& a, const Entry& b) {
        return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    };
    std::sort(layout.entries.begin(), layout.entries.end(), byPlace);
    std::uint64_t next = 0;
    for (const Entry& entry : layout.entries) {
        if (entry.begin != next || entry.end > layout.data.size())
            throwDamaged(fileName, entry.name,
                         LOCKSTEP_TEXT("the tensors overlap, leave a hole or pass the end"));
        next = entry.end;
    }
    if (next != layout.data.size())
        throwDamaged(fileName, {}, LOCKSTEP_TEXT("there are bytes that belong to no tensor"));
    return layout;
}

std::string shapeList(const Shape& shape)
{
    std::string list;
    for (const std::int64_t size : shape.sizes())
        list += (list.empty() ? "" : ",") + std::to_string(size);
    return '[' + list + ']';
}

} // namespace

std::string safetensorsHeader(std::span<const TensorInfo> tensors,
                              const std::map<std::string, std::string>& metadata)
{
    std::string json = "{";
    if (!metadata.empty()) {
        json += "\"__metadata__\":{";
        for (const auto& [key, value] : metadata) {
            json += json.ends_with('{') ? "" : ",";
            appendJsonString(json, key);
            json += ':';
            appendJsonString(json, value);
        }
        json += '}';
    }
    std::uint64_t offset = 0;
    std::set<std::string_view> names;
    for (const TensorInfo& tensor : tensors) {
        LOCKSTEP_CHECK(tensor.name != kMetadata && names.insert(tensor.name).second);
        const TensorType type = storedType(tensor);
        const std::uint64_t end = offset + tensor.elements() * itemBytes(type);
        json += json.size() > 1 ? "," : "";
        appendJsonString(json, tensor.name);
        json += ":{\"dtype\":\"" + std::string(toString(type)) + "\",\"shape\":" + shapeList(tensor.shape) +
                ",\"data_offsets\":[" + std::to_string(offset) + ',' + std::to_string(end) + "]}";
        offset = end;
    }
    json += '}';
    json.append((kLengthBytes - json.size() % kLengthBytes) % kLengthBytes, ' '); // the tensors start aligned
    const std::uint64_t length = json.size();
    std::string head(kLengthBytes, '\0');
    std::memcpy(head.data(), &length, kLengthBytes);
    return head + json;
}

void writeSafetensors(const TensorStore& tensors, const std::map<std::string, std::string>& metadata,
                      const std::function<void(std::span<const std::byte>)>& write)
{
    const std::string header = safetensorsHeader(tensors.tensors(), metadata);
    write(std::as_bytes(std::span(header)));
    StoredBytes bytes(tensors);
    for (std::size_t i = 0; i < tensors.tensors().size(); ++i)
        write(bytes.of(i));
}

TensorFile parseSafetensors(std::string_view bytes, const std::string& fileName)
{
    Layout layout = readLayout(bytes, fileName);
    TensorFile file;
    file.metadata = std::move(layout.metadata);
    file.tensors.reserve(layout.entries.size());
    for (Entry& entry : layout.entries) {
        const std::string_view stored = layout.data.substr(entry.begin, entry.end - entry.begin);
        std::vector<float> values(stored.size() / itemBytes(entry.type));
        const std::int64_t rounded = convertToFloat(entry.type, stored, values);
        file.tensors.push_back(
            {std::move(entry.name), std::move(entry.shape), std::move(values), entry.type, rounded});
    }
    return file;
}

TensorFile readSafetensors(const std::string& path)
{
    return parseSafetensors(readWholeFile(path, -1, std::numeric_limits<std::int64_t>::max()), path);
}

void restoreTensors(std::span<const LoadedTensor> source, TensorStore& targets,
                    const std::function<bool(const TensorInfo&)>& mayMiss)
{
    std::map<std::string_view, const LoadedTensor*> byName;
    for (const LoadedTensor& tensor : source)
        byName.emplace(tensor.name, &tensor);
    const auto refuse = [](const char* text, std::vector<Sentence> arguments) {
        throw EngineError(ExitCode::CheckpointError, Error{text, std::move(arguments), {}});
    };
    std::set<std::string_view> known;
    for (const TensorInfo& target : targets.tensors()) {
        known.insert(target.name);
        const auto found = byName.find(target.name);
        if (found == byName.end()) {
            if (mayMiss && mayMiss(target))
                continue;
            refuse(LOCKSTEP_TEXT("The checkpoint has no tensor %1, which the model needs."), {target.name});
        }
        if (found->second->shape != target.shape || found->second->values.size() != target.elements())
            refuse(LOCKSTEP_TEXT("The tensor %1 of the checkpoint has shape %2, but the model needs %3."),
                   {target.name, toString(found->second->shape), toString(target.shape)});
    }
    for (const LoadedTensor& tensor : source)
        if (!known.contains(tensor.name))
            refuse(LOCKSTEP_TEXT("The checkpoint has a tensor %1, which the model does not know."),
                   {tensor.name});
    for (std::size_t i = 0; i < targets.tensors().size(); ++i)
        if (const auto found = byName.find(targets.tensors()[i].name); found != byName.end())
            targets.write(i, found->second->values);
}

} // namespace lockstep
