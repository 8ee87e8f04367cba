// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/core/shape.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// What is known of a tensor without its values, which are f32 wherever they lie.
struct TensorInfo {
    enum class Stored { Float32, Int64 };
    std::string name;
    Shape shape;
    Stored stored = Stored::Float32; ///< in files; Int64: whole numbers up to 2^24 (num_batches_tracked)
    std::size_t elements() const { return static_cast<std::size_t>(shape.elements()); }
    bool operator==(const TensorInfo&) const = default;
};

/// All values of a store as they stood when take() was called last, kept where they lie. Borrows the store.
class TensorSnapshot {
public:
    virtual ~TensorSnapshot() = default;
    /// In the order of the work that is given to the device, and without waiting for it. Allocates nothing.
    virtual void take() = 0;
    /// Likewise. REQUIRES: taken before.
    virtual void restore() = 0;
};

/// The tensors of a program or an optimiser, on whatever device, in a fixed order. Values are in
/// torchvision's layout ({out, in, height, width}, {out, in}, {out}), row-major. Used by the thread that uses
/// the owner. Throws EngineError.
class TensorStore {
public:
    virtual ~TensorStore() = default;
    /// Valid as long as the store.
    virtual std::span<const TensorInfo> tensors() const = 0;
    /// The values after all work that was given to the device before. REQUIRES: as many as the tensor has.
    virtual void read(std::size_t index, std::span<float> values) const = 0;
    /// All work that is given to the device after this sees the values; they may change when it returns.
    virtual void write(std::size_t index, std::span<const float> values) = 0;
    /// The values where they lie, if that is in this host's memory, until the owner works again; else empty:
    /// read() them.
    virtual std::span<const float> hostView(std::size_t) const { return {}; }
    /// By read() and write(), unless the store has a better way.
    virtual std::unique_ptr<TensorSnapshot> makeSnapshot();
};

/// The values of a store's tensors, one at a time, copied only where they are not in this host's memory.
class HostValues {
public:
    explicit HostValues(const TensorStore& store) : m_store(store) {}
    /// Valid until the next call.
    std::span<const float> of(std::size_t index);

private:
    const TensorStore& m_store;
    std::vector<float> m_copy;
};

/// A tensor in this host's memory, borrowed.
struct NamedTensor {
    using Stored = TensorInfo::Stored;
    std::string name;
    Shape shape;
    std::span<float> values;
    Stored stored = Stored::Float32;
};

/// Tensors in this host's memory, borrowed.
class HostTensors : public TensorStore {
public:
    HostTensors() = default;
    /// `written` is called after every write(); it may be empty.
    explicit HostTensors(std::span<const NamedTensor> tensors, std::function<void()> written = {});

    std::span<const TensorInfo> tensors() const override { return m_tensors; }
    void read(std::size_t index, std::span<float> values) const override;
    void write(std::size_t index, std::span<const float> values) override;
    std::span<const float> hostView(std::size_t index) const override { return m_values[index]; }

private:
    std::vector<TensorInfo> m_tensors;
    std::vector<std::span<float>> m_values;
    std::function<void()> m_written;
};

/// Tensors with memory of their own.
class TensorCopy final : public TensorStore {
public:
    TensorCopy() = default;
    explicit TensorCopy(const TensorStore& from);
    /// REQUIRES: as many values as the shape says.
    void add(TensorInfo tensor, std::vector<float> values);

    std::span<const TensorInfo> tensors() const override { return m_tensors; }
    void read(std::size_t index, std::span<float> values) const override;
    void write(std::size_t index, std::span<const float> values) override;
    std::span<const float> hostView(std::size_t index) const override { return m_values[index]; }

private:
    std::vector<TensorInfo> m_tensors;
    std::vector<std::vector<float>> m_values;
};

/// Stores one after another, as one. Borrows them.
class JoinedTensors final : public TensorStore {
public:
    /// Its tensors come after those that are there, with `head` before their names.
    void add(TensorStore& store, const std::string& head = {});

    std::span<const TensorInfo> tensors() const override { return m_tensors; }
    void read(std::size_t index, std::span<float> values) const override;
    void write(std::size_t index, std::span<const float> values) override;
    std::span<const float> hostView(std::size_t index) const override;

private:
    struct Place {
        TensorStore* store;
        std::size_t index;
    };
    std::vector<TensorInfo> m_tensors;
    std::vector<Place> m_places;
};

} // namespace lockstep
