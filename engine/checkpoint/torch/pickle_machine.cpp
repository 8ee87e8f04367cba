// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/torch/pickle_machine.h"

#include "engine/checkpoint/refuse.h"
#include "engine/checkpoint/torch/pickle_operations.h"
#include "engine/protocol/json_value.h"

#include <bit>
#include <cstring>

namespace lockstep {
namespace {

constexpr int kOldestProtocol = 2;
constexpr int kNewestProtocol = 5;

/// Those that run code when Python reads them and never occur in tensors.
const char* nameOfCall(unsigned char operation)
{
    switch (operation) {
    case 'i':
        return "INST";
    case 'o':
        return "OBJ";
    case 0x81:
        return "NEWOBJ";
    case 0x92:
        return "NEWOBJ_EX";
    case 0x82:
        return "EXT1";
    case 0x83:
        return "EXT2";
    case 0x84:
        return "EXT4";
    default:
        return nullptr;
    }
}

bool isUtf8(std::string_view text)
{
    while (!text.empty()) {
        const std::size_t count = utf8SequenceBytes(text);
        if (count == 0)
            return false;
        text.remove_prefix(count);
    }
    return true;
}

} // namespace

PickleDocument readPickle(std::string_view bytes, const PickleNames& names, const std::string& fileName)
{
    return PickleMachine(bytes, names, fileName).run();
}

PickleDocument PickleMachine::run()
{
    for (;;) {
        countOperations(1);
        const auto operation = takeNumber<unsigned char>();
        if (operation == kStop)
            break;
        if (runSimple(operation) || runText(operation) || runContainer(operation) || runMemo(operation) ||
            runCall(operation))
            continue;
        if (const char* name = nameOfCall(operation))
            refuseFile(
                LOCKSTEP_TEXT("%1 wants to make an object (pickle operation %2); only tensors are read, and "
                              "nothing is executed."),
                {m_fileName, name});
        refuseFile(
            LOCKSTEP_TEXT("%1: byte %2 of its pickle is the operation %3, which no file of tensors needs."),
            {m_fileName, std::to_string(m_at - 1), std::to_string(operation)});
    }
    m_document.root = pop();
    m_document.bytes = m_at;
    return std::move(m_document);
}

void PickleMachine::refuseDamaged() const
{
    refuseFile(LOCKSTEP_TEXT("%1: its pickle is damaged near byte %2. Was the file copied whole?"),
               {m_fileName, std::to_string(m_at)});
}

void PickleMachine::countOperations(std::uint64_t count)
{
    m_operations += count;
    if (m_operations > kMaxPickleOperations)
        refuseFile(LOCKSTEP_TEXT("%1: its pickle has more than %2 operations, far more than tensors need."),
                   {m_fileName, std::to_string(kMaxPickleOperations)});
}

std::string_view PickleMachine::take(std::uint64_t count)
{
    if (count > m_bytes.size() - m_at)
        refuseDamaged();
    const std::string_view taken = m_bytes.substr(m_at, count);
    m_at += count;
    return taken;
}

template <typename Number>
Number PickleMachine::takeNumber()
{
    Number number;
    std::memcpy(&number, take(sizeof number).data(), sizeof number);
    return number;
}

std::string_view PickleMachine::takeLine()
{
    const std::size_t end = m_bytes.find('\n', m_at);
    if (end == std::string_view::npos)
        refuseDamaged();
    const std::string_view line = take(end - m_at);
    m_at = end + 1;
    return line;
}

PickleId PickleMachine::push(PickleValue value)
{
    const auto id = static_cast<PickleId>(m_document.values.size());
    m_document.values.push_back(std::move(value));
    m_stack.push_back(id);
    return id;
}

PickleId PickleMachine::pop()
{
    if (m_stack.size() <= (m_marks.empty() ? 0 : m_marks.back()))
        refuseDamaged();
    const PickleId id = m_stack.back();
    m_stack.pop_back();
    return id;
}

PickleValue& PickleMachine::top(Kind expected)
{
    if (m_stack.size() <= (m_marks.empty() ? 0 : m_marks.back()))
        refuseDamaged();
    PickleValue& value = m_document.values[m_stack.back()];
    if (value.kind != expected)
        refuseDamaged();
    return value;
}

std::vector<PickleId> PickleMachine::popToMark()
{
    if (m_marks.empty())
        refuseDamaged();
    const auto mark = m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back());
    m_marks.pop_back();
    std::vector<PickleId> items(mark, m_stack.end());
    m_stack.erase(mark, m_stack.end());
    return items;
}

bool PickleMachine::runSimple(unsigned char operation)
{
    switch (operation) {
    case kProto: {
        const int protocol = takeNumber<unsigned char>();
        if (protocol < kOldestProtocol || protocol > kNewestProtocol)
            refuseFile(LOCKSTEP_TEXT("%1: its pickle has protocol %2; those from 2 to 5 are read."),
                       {m_fileName, std::to_string(protocol)});
        return true;
    }
    case kFrame:
        takeNumber<std::uint64_t>();
        return true; // a hint for readers from slow files
    case kMark:
        m_marks.push_back(m_stack.size());
        return true;
    case kNone:
        push({});
        return true;
    case kNewTrue:
        push({.kind = Kind::Bool, .integer = 1});
        return true;
    case kNewFalse:
        push({.kind = Kind::Bool});
        return true;
    case kBinInt:
        push({.kind = Kind::Integer, .integer = takeNumber<std::int32_t>()});
        return true;
    case kBinInt1:
        push({.kind = Kind::Integer, .integer = takeNumber<std::uint8_t>()});
        return true;
    case kBinInt2:
        push({.kind = Kind::Integer, .integer = takeNumber<std::uint16_t>()});
        return true;
    case kLong1:
        pushLong(take(takeNumber<std::uint8_t>()));
        return true;
    case kBinFloat: {
        const std::uint64_t bits = __builtin_bswap64(takeNumber<std::uint64_t>());
        push({.kind = Kind::Float, .real = std::bit_cast<double>(bits)});
        return true;
    }
    default:
        return false;
    }
}

void PickleMachine::pushLong(std::string_view digits)
{
    if (digits.size() > sizeof(std::int64_t)) {
        push({.kind = Kind::BigInteger, .text = digits});
        return;
    }
    const bool negative = !digits.empty() && static_cast<signed char>(digits.back()) < 0;
    std::int64_t number = negative ? -1 : 0;
    std::memcpy(&number, digits.data(), digits.size());
    push({.kind = Kind::Integer, .integer = number});
}

bool PickleMachine::runText(unsigned char operation)
{
    switch (operation) {
    case kShortBinString: // Python 2 wrote names so
    case kShortBinUnicode:
        pushText(take(takeNumber<std::uint8_t>()));
        return true;
    case kBinString:
    case kBinUnicode:
        pushText(take(takeNumber<std::uint32_t>()));
        return true;
    default:
        return false;
    }
}

void PickleMachine::pushText(std::string_view text)
{
    if (!isUtf8(text))
        refuseFile(LOCKSTEP_TEXT("%1: a text in its pickle is not UTF-8."), {m_fileName});
    push({.kind = Kind::Text, .text = text});
}

bool PickleMachine::runContainer(unsigned char operation)
{
    switch (operation) {
    case kEmptyTuple:
        push({.kind = Kind::Tuple});
        return true;
    case kTuple1:
        pushTuple(1);
        return true;
    case kTuple2:
        pushTuple(2);
        return true;
    case kTuple3:
        pushTuple(3);
        return true;
    case kTuple: {
        auto items = popToMark();
        push({.kind = Kind::Tuple, .items = std::move(items)});
        return true;
    }
    case kEmptyList:
        push({.kind = Kind::List});
        return true;
    case kAppend: {
        const PickleId item = pop();
        top(Kind::List).items.push_back(item);
        return true;
    }
    case kAppends: {
        const auto items = popToMark();
        auto& list = top(Kind::List).items;
        list.insert(list.end(), items.begin(), items.end());
        return true;
    }
    case kEmptyDict:
        push({.kind = Kind::Dict});
        return true;
    case kSetItem: {
        const PickleId value = pop();
        const PickleId key = pop();
        setItems({key, value});
        return true;
    }
    case kSetItems:
        setItems(popToMark());
        return true;
    default:
        return false;
    }
}

void PickleMachine::pushTuple(std::size_t count)
{
    std::vector<PickleId> items(count);
    for (std::size_t i = count; i-- > 0;)
        items[i] = pop();
    push({.kind = Kind::Tuple, .items = std::move(items)});
}

void PickleMachine::setItems(std::vector<PickleId> items)
{
    if (items.size() % 2 != 0)
        refuseDamaged();
    auto& entries = top(Kind::Dict).items;
    entries.insert(entries.end(), items.begin(), items.end());
}

bool PickleMachine::runMemo(unsigned char operation)
{
    switch (operation) {
    case kBinPut:
        remember(takeNumber<std::uint8_t>());
        return true;
    case kLongBinPut:
        remember(takeNumber<std::uint32_t>());
        return true;
    case kMemoize:
        remember(static_cast<std::uint32_t>(m_memo.size()));
        return true;
    case kBinGet:
        recall(takeNumber<std::uint8_t>());
        return true;
    case kLongBinGet:
        recall(takeNumber<std::uint32_t>());
        return true;
    default:
        return false;
    }
}

void PickleMachine::remember(std::uint32_t place)
{
    if (m_stack.empty())
        refuseDamaged();
    m_memo[place] = m_stack.back();
}

void PickleMachine::recall(std::uint32_t place)
{
    const auto found = m_memo.find(place);
    if (found == m_memo.end())
        refuseDamaged();
    m_stack.push_back(found->second);
}

} // namespace lockstep
