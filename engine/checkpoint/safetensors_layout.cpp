// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/safetensors_layout.h"

#include "engine/checkpoint/loaded_tensor.h"
#include "engine/checkpoint/safetensors.h"
#include "engine/core/error.h"
#include "engine/protocol/json_value.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

namespace lockstep {
namespace {

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

TensorPlace readPlace(const JsonMember& member, const std::string& fileName)
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
        throwDamaged(fileName, std::string(kSafetensorsMetadata),
                     LOCKSTEP_TEXT("metadata must be texts by name"));
    for (const JsonMember& member : value.members) {
        if (member.value.kind != JsonValue::Kind::String)
            throwDamaged(fileName, member.key, LOCKSTEP_TEXT("metadata must be texts by name"));
        metadata.emplace(member.key, member.value.text);
    }
    return metadata;
}

} // namespace

std::uint64_t safetensorsHeaderBytes(std::string_view head, std::uint64_t fileBytes,
                                     const std::string& fileName)
{
    std::uint64_t length = 0;
    if (head.size() < kSafetensorsLengthBytes || fileBytes < kSafetensorsLengthBytes)
        throwDamaged(fileName, {}, LOCKSTEP_TEXT("the file is too short to be safetensors"));
    std::memcpy(&length, head.data(), kSafetensorsLengthBytes);
    if (length > kMaxSafetensorsHeader || length > fileBytes - kSafetensorsLengthBytes)
        throwDamaged(fileName, {},
                     LOCKSTEP_TEXT("the header is longer than the file or than a header may be"));
    return length;
}

SafetensorsLayout readSafetensorsLayout(std::string_view header, std::uint64_t dataBytes,
                                        const std::string& fileName)
{
    const Result<JsonValue> json = parseJson(header, {kMaxSafetensorsHeader, 4, kMaxHeaderValues});
    if (!json.ok() || json->kind != JsonValue::Kind::Object || !header.starts_with('{'))
        throwDamaged(fileName, {}, LOCKSTEP_TEXT("the header is not a JSON object without duplicate keys"));

    SafetensorsLayout layout;
    for (const JsonMember& member : json->members) {
        if (member.key == kSafetensorsMetadata)
            layout.metadata = readMetadata(member.value, fileName);
        else
            layout.tensors.push_back(readPlace(member, fileName));
    }
    const auto byPlace = [](const TensorPlace& a, const TensorPlace& b) {
        return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
    };
    std::sort(layout.tensors.begin(), layout.tensors.end(), byPlace);
    std::uint64_t next = 0;
    for (const TensorPlace& tensor : layout.tensors) {
        if (tensor.begin != next || tensor.end > dataBytes)
            throwDamaged(fileName, tensor.name,
                         LOCKSTEP_TEXT("the tensors overlap, leave a hole or pass the end"));
        next = tensor.end;
    }
    if (next != dataBytes)
        throwDamaged(fileName, {}, LOCKSTEP_TEXT("there are bytes that belong to no tensor"));
    return layout;
}

} // namespace lockstep
