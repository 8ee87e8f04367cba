// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

using PickleId = std::uint32_t;

/// A value of a pickle. Nothing in it was executed: a call is kept as a name and its arguments.
struct PickleValue {
    enum class Kind {
        None,
        Bool,
        Integer,
        BigInteger,
        Float,
        Text,
        List,
        Tuple,
        Dict,
        Global,
        Call,
        PersistentId
    };
    Kind kind = Kind::None;
    bool ordered = false;     ///< Dict: made by collections.OrderedDict
    std::int64_t integer = 0; ///< Bool, Integer
    double real = 0;          ///< Float
    std::string_view
        text{}; ///< Text: UTF-8; Global, Call: "module.name"; BigInteger: its bytes, little endian
    /// List, Tuple: the items; Dict: key, value, key, value, ... as they were set; Call: the tuple of
    /// arguments; PersistentId: the id. Lists and dicts may hold themselves.
    std::vector<PickleId> items{};
};

struct PickleDocument {
    std::vector<PickleValue> values;
    PickleId root = 0;
    std::size_t bytes = 0; ///< length of the pickle; others may follow it
    const PickleValue& at(PickleId id) const { return values.at(id); }
    const PickleValue& top() const { return at(root); }
};

/// What a pickle may name. Everything else is refused, with its name.
struct PickleNames {
    std::span<const std::string_view> callable; ///< "torch._utils._rebuild_tensor_v2"
    std::span<const std::string_view> other;    ///< "torch.FloatStorage"
};

inline constexpr std::size_t kMaxPickleOperations = 1000000;

/// Reads the pickle at the head of `bytes` (Python's pickletools describes the protocols; those from 2 to 5,
/// without sets, byte strings and persistent ids as text). collections.OrderedDict and torch.Size become Dict
/// and Tuple; a BUILD is accepted on an OrderedDict alone, and left out. Runs at most kMaxPickleOperations
/// operations, each of which makes at most one value, and never calls itself, so time and memory are bounded.
/// Texts borrow from `bytes`. Throws EngineError(CheckpointError) naming `fileName`, and what the pickle
/// wanted to call.
PickleDocument readPickle(std::string_view bytes, const PickleNames& names, const std::string& fileName);

} // namespace lockstep
