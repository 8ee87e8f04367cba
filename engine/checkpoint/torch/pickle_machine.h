// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/checkpoint/torch/pickle_reader.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// The stack machine behind readPickle.
class PickleMachine {
public:
    PickleMachine(std::string_view bytes, const PickleNames& names, const std::string& fileName)
        : m_bytes(bytes), m_names(names), m_fileName(fileName)
    {
    }

    PickleDocument run();

private:
    using Kind = PickleValue::Kind;

    // What it reads from.
    std::string_view take(std::uint64_t count);
    template <typename Number>
    Number takeNumber();
    std::string_view takeLine();

    // The stack.
    PickleId push(PickleValue value);
    PickleId pop();
    PickleValue& top(Kind expected);
    std::vector<PickleId> popToMark();
    void remember(std::uint32_t place);
    void recall(std::uint32_t place);

    // The operations; false: not one of theirs.
    bool runSimple(unsigned char operation);
    bool runText(unsigned char operation);
    bool runContainer(unsigned char operation);
    bool runMemo(unsigned char operation);
    bool runCall(unsigned char operation);

    void pushText(std::string_view text);
    void pushLong(std::string_view digits);
    void pushTuple(std::size_t count);
    void pushGlobal(std::string_view module, std::string_view name);
    void reduce();
    void pushOrderedDict(const std::vector<PickleId>& arguments);
    void build();
    void setItems(std::vector<PickleId> items);
    void countOperations(std::uint64_t count);
    [[noreturn]] void refuseDamaged() const;

    std::string_view m_bytes;
    const PickleNames& m_names;
    const std::string& m_fileName;
    std::size_t m_at = 0;
    std::uint64_t m_operations = 0;
    PickleDocument m_document;
    std::vector<PickleId> m_stack;
    std::vector<std::size_t> m_marks;
    std::unordered_map<std::uint32_t, PickleId> m_memo;
};

} // namespace lockstep
