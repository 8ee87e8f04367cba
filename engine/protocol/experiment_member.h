// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/experiment.h"

#include <concepts>
#include <string>
#include <string_view>

/// One member of a part of the experiment document, as people type and read it: a text as it is, a number in
/// digits, a flag as "true" or "false", a choice by its word, a list with commas between its items, and
/// nothing where a member may be left out.
///
/// The key is that of the document from the part on: "port" of a host, "training.schedule.every" of an
/// experiment. REQUIRES: the part has a member of this key that is one value or a list of values; another key
/// throws std::invalid_argument.
namespace lockstep {

/// What holds members that are set by key.
template <typename T>
concept ExperimentPart = std::same_as<T, Experiment> || std::same_as<T, Host> || std::same_as<T, Switch> ||
    std::same_as<T, Network> || std::same_as<T, Link>;

/// Sets the member to what was typed. Types and ranges are those of parseExperiment(), and so are the errors;
/// after one the part is as it was.
template <ExperimentPart Part>
Result<void> setMember(Part& part, std::string_view key, std::string_view typed);

/// What setMember() takes to make the member what it is.
template <ExperimentPart Part>
std::string memberText(const Part& part, std::string_view key);

extern template Result<void> setMember(Experiment&, std::string_view, std::string_view);
extern template Result<void> setMember(Host&, std::string_view, std::string_view);
extern template Result<void> setMember(Switch&, std::string_view, std::string_view);
extern template Result<void> setMember(Network&, std::string_view, std::string_view);
extern template Result<void> setMember(Link&, std::string_view, std::string_view);
extern template std::string memberText(const Experiment&, std::string_view);
extern template std::string memberText(const Host&, std::string_view);
extern template std::string memberText(const Switch&, std::string_view);
extern template std::string memberText(const Network&, std::string_view);
extern template std::string memberText(const Link&, std::string_view);

} // namespace lockstep
