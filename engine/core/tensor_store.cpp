// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/tensor_store.h"

#include "engine/core/error.h"

#include <algorithm>

namespace lockstep {
namespace {

void copy(std::span<const float> from, std::span<float> to)
{
    LOCKSTEP_CHECK(from.size() == to.size());
    std::copy(from.begin(), from.end(), to.begin());
}

class CopiedSnapshot final : public TensorSnapshot {
public:
    explicit CopiedSnapshot(TensorStore& store) : m_store(store)
    {
        for (const TensorInfo& tensor : store.tensors())
            m_values.emplace_back(tensor.elements());
    }
    void take() override
    {
        for (std::size_t i = 0; i < m_values.size(); ++i)
            m_store.read(i, m_values[i]);
    }
    void restore() override
    {
        for (std::size_t i = 0; i < m_values.size(); ++i)
            m_store.write(i, m_values[i]);
    }

private:
    TensorStore& m_store;
    std::vector<std::vector<float>> m_values; ///< by tensor
};

} // namespace

std::unique_ptr<TensorSnapshot> TensorStore::makeSnapshot()
{
    return std::make_unique<CopiedSnapshot>(*this);
}

std::span<const float> HostValues::of(std::size_t index)
{
    const std::span<const float> view = m_store.hostView(index);
    if (!view.empty())
        return view;
    m_copy.resize(m_store.tensors()[index].elements());
    m_store.read(index, m_copy);
    return m_copy;
}

HostTensors::HostTensors(std::span<const NamedTensor> tensors, std::function<void()> written)
    : m_written(std::move(written))
{
    for (const NamedTensor& tensor : tensors) {
        LOCKSTEP_CHECK(static_cast<std::int64_t>(tensor.values.size()) == tensor.shape.elements());
        m_tensors.push_back({tensor.name, tensor.shape, tensor.stored});
        m_values.push_back(tensor.values);
    }
}

void HostTensors::read(std::size_t index, std::span<float> values) const
{
    copy(m_values[index], values);
}

void HostTensors::write(std::size_t index, std::span<const float> values)
{
    copy(values, m_values[index]);
    if (m_written)
        m_written();
}

TensorCopy::TensorCopy(const TensorStore& from) : m_tensors(from.tensors().begin(), from.tensors().end())
{
    for (std::size_t i = 0; i < m_tensors.size(); ++i)
        from.read(i, m_values.emplace_back(m_tensors[i].elements()));
}

void TensorCopy::add(TensorInfo tensor, std::vector<float> values)
{
    LOCKSTEP_CHECK(values.size() == tensor.elements());
    m_tensors.push_back(std::move(tensor));
    m_values.push_back(std::move(values));
}

void TensorCopy::read(std::size_t index, std::span<float> values) const
{
    copy(m_values[index], values);
}

void TensorCopy::write(std::size_t index, std::span<const float> values)
{
    copy(values, m_values[index]);
}

void JoinedTensors::add(TensorStore& store, const std::string& head)
{
    const std::span<const TensorInfo> tensors = store.tensors();
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        m_tensors.push_back({head + tensors[i].name, tensors[i].shape, tensors[i].stored});
        m_places.push_back({&store, i});
    }
}

void JoinedTensors::read(std::size_t index, std::span<float> values) const
{
    m_places[index].store->read(m_places[index].index, values);
}

void JoinedTensors::write(std::size_t index, std::span<const float> values)
{
    m_places[index].store->write(m_places[index].index, values);
}

std::span<const float> JoinedTensors::hostView(std::size_t index) const
{
    return m_places[index].store->hostView(m_places[index].index);
}

} // namespace lockstep
