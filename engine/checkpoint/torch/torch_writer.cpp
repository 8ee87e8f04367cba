// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/torch/torch_writer.h"

#include "engine/checkpoint/tensor_type.h"
#include "engine/checkpoint/torch/pickle_operations.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep {
namespace {

/// A pickle of protocol 2 in the making. No value is used twice, so nothing is memorised.
class PickleText {
public:
    void operation(PickleOperation operation) { m_text += static_cast<char>(operation); }

    void global(std::string_view module, std::string_view name)
    {
        operation(kGlobal);
        m_text.append(module).append("\n").append(name).append("\n");
    }

    void text(std::string_view text)
    {
        operation(kBinUnicode);
        number(static_cast<std::uint32_t>(text.size()));
        m_text += text;
    }

    void integer(std::int64_t value)
    {
        if (value >= INT32_MIN && value <= INT32_MAX) {
            operation(kBinInt);
            number(static_cast<std::int32_t>(value));
        } else {
            operation(kLong1);
            number(static_cast<std::uint8_t>(sizeof value));
            number(value);
        }
    }

    void integers(std::span<const std::int64_t> values)
    {
        operation(kMark);
        for (const std::int64_t value : values)
            integer(value);
        operation(kTuple);
    }

    void emptyOrderedDict()
    {
        global("collections", "OrderedDict");
        operation(kEmptyTuple);
        operation(kReduce);
    }

    template <typename Number>
    void number(Number value)
    {
        m_text.append(reinterpret_cast<const char*>(&value), sizeof value);
    }

    const std::string& bytes() const { return m_text; }

private:
    std::string m_text;
};

std::vector<std::int64_t> contiguousStrides(const Shape& shape)
{
    std::vector<std::int64_t> strides(shape.rank());
    std::int64_t stride = 1;
    for (std::size_t i = shape.rank(); i-- > 0;) {
        strides[i] = stride;
        stride *= std::max<std::int64_t>(shape[i], 1);
    }
    return strides;
}

void appendTensor(PickleText& pickle, const TensorInfo& tensor, const std::string& key)
{
    pickle.text(tensor.name);
    pickle.global("torch._utils", "_rebuild_tensor_v2");
    pickle.operation(kMark);
    pickle.operation(kMark);
    pickle.text("storage");
    pickle.global("torch", storedType(tensor) == TensorType::Int64 ? "LongStorage" : "FloatStorage");
    pickle.text(key);
    pickle.text("cpu");
    pickle.integer(tensor.shape.elements());
    pickle.operation(kTuple);
    pickle.operation(kBinPersId);
    pickle.integer(0); // offset
    pickle.integers(tensor.shape.sizes());
    pickle.integers(contiguousStrides(tensor.shape));
    pickle.operation(kNewFalse); // requires_grad
    pickle.emptyOrderedDict();   // hooks
    pickle.operation(kTuple);
    pickle.operation(kReduce);
}

} // namespace

void writeTorchFile(const TensorStore& tensors, const ByteSink& write)
{
    PickleText pickle;
    pickle.operation(kProto);
    pickle.number(std::uint8_t{2});
    pickle.emptyOrderedDict();
    pickle.operation(kMark);
    const std::size_t count = tensors.tensors().size();
    for (std::size_t i = 0; i < count; ++i)
        appendTensor(pickle, tensors.tensors()[i], std::to_string(i));
    pickle.operation(kSetItems);
    pickle.operation(kStop);

    ZipWriter archive(write);
    const auto add = [&](const std::string& name, std::string_view text) {
        archive.add("archive/" + name, std::as_bytes(std::span(text)));
    };
    add("data.pkl", pickle.bytes());
    add("byteorder", "little");
    StoredBytes bytes(tensors);
    for (std::size_t i = 0; i < count; ++i)
        archive.add("archive/data/" + std::to_string(i), bytes.of(i));
    add("version", "3\n");
    archive.finish();
}

} // namespace lockstep
