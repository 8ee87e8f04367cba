// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/torch/pickle_machine.h"

#include "engine/checkpoint/refuse.h"
#include "engine/checkpoint/torch/pickle_operations.h"
#include "engine/protocol/json_value.h"

#include <algorithm>

namespace lockstep {
namespace {

constexpr std::string_view kOrderedDict = "collections.OrderedDict";
constexpr std::string_view kSize = "torch.Size";

[[noreturn]] void refuseName(const std::string& fileName, std::string_view name)
{
    refuseFile(
        LOCKSTEP_TEXT("%1 wants to call %2. It was not called: only tensors are read from such files, and "
                      "nothing is executed. If you trust the file, save its weights alone from PyTorch: "
                      "torch.save(model.state_dict(), \"weights.pth\")."),
        {fileName, quotedText(name)});
}

} // namespace

bool PickleMachine::runCall(unsigned char operation)
{
    switch (operation) {
    case kGlobal: {
        const std::string_view module = takeLine();
        pushGlobal(module, takeLine());
        return true;
    }
    case kStackGlobal: {
        const std::string_view name = top(Kind::Text).text;
        pop();
        const std::string_view module = top(Kind::Text).text;
        pop();
        pushGlobal(module, name);
        return true;
    }
    case kReduce:
        reduce();
        return true;
    case kBuild:
        build();
        return true;
    case kBinPersId: {
        const PickleId id = pop();
        push({.kind = Kind::PersistentId, .items = {id}});
        return true;
    }
    default:
        return false;
    }
}

void PickleMachine::pushGlobal(std::string_view module, std::string_view name)
{
    const std::string whole = std::string(module) + '.' + std::string(name);
    if (whole == kOrderedDict || whole == kSize) {
        push({.kind = Kind::Global, .text = whole == kSize ? kSize : kOrderedDict});
        return;
    }
    for (const auto known : {m_names.callable, m_names.other}) {
        const auto found = std::find(known.begin(), known.end(), whole);
        if (found != known.end()) {
            push({.kind = Kind::Global, .text = *found});
            return;
        }
    }
    refuseName(m_fileName, whole);
}

void PickleMachine::reduce()
{
    const std::vector<PickleId>& arguments = top(Kind::Tuple).items;
    const PickleId tuple = pop();
    const std::string_view name = top(Kind::Global).text;
    pop();
    if (name == kOrderedDict) {
        pushOrderedDict(arguments);
    } else if (name == kSize) {
        if (arguments.size() != 1)
            refuseDamaged();
        m_stack.push_back(arguments.front());
        top(Kind::Tuple);
    } else if (std::find(m_names.callable.begin(), m_names.callable.end(), name) != m_names.callable.end()) {
        push({.kind = Kind::Call, .text = name, .items = {tuple}});
    } else {
        refuseName(m_fileName, name);
    }
}

void PickleMachine::pushOrderedDict(const std::vector<PickleId>& arguments)
{
    PickleValue dict{.kind = Kind::Dict, .ordered = true};
    if (arguments.size() > 1)
        refuseDamaged();
    if (arguments.size() == 1) { // Python 2 hands over a list of pairs
        const PickleValue& pairs = m_document.at(arguments.front());
        countOperations(pairs.items.size()); // the same list may be handed over often
        if (pairs.kind != Kind::List)
            refuseDamaged();
        for (const PickleId id : pairs.items) {
            const PickleValue& pair = m_document.at(id);
            if ((pair.kind != Kind::List && pair.kind != Kind::Tuple) || pair.items.size() != 2)
                refuseDamaged();
            dict.items.insert(dict.items.end(), pair.items.begin(), pair.items.end());
        }
    }
    push(std::move(dict));
}

void PickleMachine::build()
{
    // state_dict() returns an OrderedDict with the versions of the layers as an attribute, which no tensor
    // needs.
    const PickleValue& state = m_document.at(pop());
    if (!top(Kind::Dict).ordered || state.kind != Kind::Dict)
        refuseFile(
            LOCKSTEP_TEXT("%1 wants to set the state of an object (pickle operation BUILD); only tensors are "
                          "read, and nothing is executed."),
            {m_fileName});
}

} // namespace lockstep
