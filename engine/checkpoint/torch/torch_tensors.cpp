// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/torch/torch_tensors.h"

#include "engine/checkpoint/refuse.h"
#include "engine/protocol/json_value.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace lockstep {
namespace {

using Kind = PickleValue::Kind;

constexpr std::string_view kTensor = "torch._utils._rebuild_tensor_v2";
constexpr std::string_view kOldTensor = "torch._utils._rebuild_tensor"; // before PyTorch 0.4
constexpr std::string_view kParameter = "torch._utils._rebuild_parameter";
constexpr std::array<std::string_view, 3> kCallable = {kTensor, kOldTensor, kParameter};

struct StorageClass {
    std::string_view name;
    TensorType type;
};
constexpr std::array<StorageClass, 10> kStorages = {{{"torch.FloatStorage", TensorType::Float32},
                                                     {"torch.DoubleStorage", TensorType::Float64},
                                                     {"torch.HalfStorage", TensorType::Float16},
                                                     {"torch.BFloat16Storage", TensorType::BFloat16},
                                                     {"torch.LongStorage", TensorType::Int64},
                                                     {"torch.IntStorage", TensorType::Int32},
                                                     {"torch.ShortStorage", TensorType::Int16},
                                                     {"torch.CharStorage", TensorType::Int8},
                                                     {"torch.ByteStorage", TensorType::UInt8},
                                                     {"torch.BoolStorage", TensorType::Bool}}};
constexpr auto kStorageNames = [] {
    std::array<std::string_view, kStorages.size()> names;
    for (std::size_t i = 0; i < names.size(); ++i)
        names[i] = kStorages[i].name;
    return names;
}();

constexpr std::size_t kMaxRank = 16;
constexpr std::uint64_t kMostItems = std::uint64_t{1} << 48; // so that products of two stay below 2^63
constexpr std::uint64_t kTimesTheFile = 16;
constexpr std::uint64_t kFreeBytes = 64u << 20;

/// A number that counts elements; nothing for anything else.
std::optional<std::uint64_t> countOf(const PickleValue& value)
{
    if (value.kind != Kind::Integer || value.integer < 0 ||
        static_cast<std::uint64_t>(value.integer) > kMostItems)
        return std::nullopt;
    return static_cast<std::uint64_t>(value.integer);
}

std::optional<std::vector<std::uint64_t>> countsOf(const PickleDocument& document, const PickleValue& value)
{
    if ((value.kind != Kind::Tuple && value.kind != Kind::List) || value.items.size() > kMaxRank)
        return std::nullopt;
    std::vector<std::uint64_t> counts;
    for (const PickleId id : value.items) {
        const auto count = countOf(document.at(id));
        if (!count)
            return std::nullopt;
        counts.push_back(*count);
    }
    return counts;
}

const std::vector<PickleId>& argumentsOf(const PickleDocument& document, const PickleValue& call)
{
    return document.at(call.items.front()).items;
}

/// The tensor in a parameter, or the value itself.
const PickleValue& withoutParameter(const PickleDocument& document, const PickleValue& value)
{
    if (value.kind != Kind::Call || value.text != kParameter || argumentsOf(document, value).empty())
        return value;
    return document.at(argumentsOf(document, value).front());
}

[[noreturn]] void refuseStorage(const std::string& fileName)
{
    refuseFile(
        LOCKSTEP_TEXT("%1: a tensor's storage is not described as PyTorch does it (type, key, device, number "
                      "of elements)."),
        {fileName});
}

} // namespace

PickleNames torchNames()
{
    return {kCallable, kStorageNames};
}

TorchStorage readStorageId(const PickleDocument& document, const PickleValue& id, const std::string& fileName)
{
    if (id.kind != Kind::PersistentId)
        refuseStorage(fileName);
    const PickleValue& parts = document.at(id.items.front());
    if (parts.kind != Kind::Tuple || parts.items.size() < 5 || parts.items.size() > 6 ||
        document.at(parts.items[0]).text != "storage")
        refuseStorage(fileName);
    const PickleValue& type = document.at(parts.items[1]);
    const PickleValue& key = document.at(parts.items[2]);
    const auto elements = countOf(document.at(parts.items[4]));
    const auto known = std::find_if(kStorages.begin(), kStorages.end(),
                                    [&](const StorageClass& storage) { return storage.name == type.text; });
    if (type.kind != Kind::Global || known == kStorages.end() || key.kind != Kind::Text || !elements)
        refuseStorage(fileName);
    TorchStorage storage{known->type, key.text, *elements, 0, *elements};
    if (parts.items.size() == 6 && document.at(parts.items[5]).kind != Kind::None) {
        const PickleValue& view = document.at(parts.items[5]); // (key, first element, elements)
        const bool triple = view.kind == Kind::Tuple && view.items.size() == 3;
        const auto first = triple ? countOf(document.at(view.items[1])) : std::nullopt;
        const auto items = triple ? countOf(document.at(view.items[2])) : std::nullopt;
        if (!first || !items || *first > *elements || *items > *elements - *first)
            refuseStorage(fileName);
        storage.firstItem = *first;
        storage.viewItems = *items;
    }
    return storage;
}

bool isTensor(const PickleDocument& document, const PickleValue& value)
{
    const PickleValue& tensor = withoutParameter(document, value);
    return tensor.kind == Kind::Call && tensor.text != kParameter;
}

struct TorchTensorReader::Strided {
    TorchStorage storage;
    std::uint64_t offset = 0;
    std::vector<std::uint64_t> sizes;
    std::vector<std::uint64_t> strides;
    std::uint64_t items = 1;
};

TorchTensorReader::TorchTensorReader(const PickleDocument& document, std::size_t fileBytes,
                                     StorageBytes storageBytes, std::string fileName)
    : m_document(document), m_storageBytes(std::move(storageBytes)), m_fileName(std::move(fileName)),
      m_bytesLeft(kFreeBytes + kTimesTheFile * fileBytes)
{
}

void TorchTensorReader::refuse(const char* problem, const std::string& name) const
{
    refuseFile(LOCKSTEP_TEXT("%1, %2: %3."), {m_fileName, quotedText(name), problem});
}

TorchTensorReader::Strided TorchTensorReader::readLayout(const std::string& name,
                                                         const std::vector<PickleId>& arguments) const
{
    // (storage, offset, sizes, strides[, requires_grad, backward_hooks[, metadata]])
    if (arguments.size() < 4 || arguments.size() > 7)
        refuse(LOCKSTEP_TEXT("the tensor is not described as PyTorch does it"), name);
    Strided layout;
    layout.storage = readStorageId(m_document, m_document.at(arguments[0]), m_fileName);
    const auto offset = countOf(m_document.at(arguments[1]));
    const auto sizes = countsOf(m_document, m_document.at(arguments[2]));
    const auto strides = countsOf(m_document, m_document.at(arguments[3]));
    if (!offset || !sizes || !strides || sizes->size() != strides->size())
        refuse(LOCKSTEP_TEXT("the tensor's offset, sizes and strides are not numbers that fit together"),
               name);
    layout.offset = *offset;
    layout.sizes = *sizes;
    layout.strides = *strides;
    std::uint64_t last = *offset; // of the elements that the tensor uses
    for (std::size_t i = 0; i < layout.sizes.size(); ++i) {
        const std::uint64_t size = layout.sizes[i];
        // Every factor is at most 2^48, so the limit is checked before a product or a sum can wrap.
        if (size > 0 &&
            (layout.items > kMostItems / size || (size > 1 && layout.strides[i] > kMostItems / (size - 1))))
            refuse(LOCKSTEP_TEXT("the tensor is larger than its storage"), name);
        layout.items *= size;
        last += size > 0 ? (size - 1) * layout.strides[i] : 0;
    }
    if (layout.items > 0 && last >= layout.storage.viewItems)
        refuse(LOCKSTEP_TEXT("the tensor is larger than its storage"), name);
    return layout;
}

LoadedTensor TorchTensorReader::read(const std::string& name, const PickleValue& value)
{
    const PickleValue& call = withoutParameter(m_document, value);
    const Strided layout = readLayout(name, argumentsOf(m_document, call));
    if (layout.items > m_bytesLeft / sizeof(float))
        refuse(LOCKSTEP_TEXT("the tensors would take far more memory than the file has bytes"), name);
    m_bytesLeft -= layout.items * sizeof(float);
    const std::string_view bytes = m_storageBytes(layout.storage);
    const std::size_t item = itemBytes(layout.storage.type);
    if (bytes.size() / item != layout.storage.elements || bytes.size() % item != 0)
        refuse(LOCKSTEP_TEXT("its storage has not as many bytes as its elements need"), name);
    LoadedTensor tensor;
    tensor.name = name;
    tensor.type = layout.storage.type;
    tensor.shape = Shape(std::vector<std::int64_t>(layout.sizes.begin(), layout.sizes.end()));
    tensor.values.resize(layout.items);
    copy(layout, bytes.substr(layout.storage.firstItem * item), tensor);
    return tensor;
}

void TorchTensorReader::copy(const Strided& layout, std::string_view bytes, LoadedTensor& tensor) const
{
    // The last dimensions that lie close together are converted in one go, the others are walked.
    std::size_t outer = layout.sizes.size();
    std::uint64_t run = 1;
    while (outer > 0 && (layout.strides[outer - 1] == run || layout.sizes[outer - 1] == 1))
        run *= layout.sizes[--outer];
    const std::size_t item = itemBytes(tensor.type);
    std::vector<std::uint64_t> index(outer, 0);
    std::uint64_t at = layout.offset;
    for (std::uint64_t done = 0; done < layout.items; done += run) {
        tensor.rounded += convertToFloat(tensor.type, bytes.substr(at * item, run * item),
                                         std::span(tensor.values).subspan(done, run));
        for (std::size_t i = outer; i-- > 0;) {
            at += layout.strides[i];
            if (++index[i] < layout.sizes[i])
                break;
            at -= layout.sizes[i] * layout.strides[i];
            index[i] = 0;
        }
    }
}

} // namespace lockstep
