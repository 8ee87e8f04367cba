// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/sentence.h"

#include <QMetaType>
#include <QVector>
#include <string>

namespace lockstep {

/// What is looked at on a host before a run, in this order.
enum class CheckKind {
    Login,   ///< its SSH server, with its key and our name
    Engine,  ///< ours, copied there and answering
    Devices, ///< those that are drawn, and their precision
    Data,
    System, ///< what it has left: disk, memory, files, threads; its clock
};
enum class CheckState {
    Waiting, ///< for its turn
    Running,
    Passed,
    Failed,
    Skipped, ///< one before it failed, or a person gave up
};

/// One thing that is looked at on one host.
struct HostCheck {
    CheckKind what = CheckKind::Login;
    std::string where; ///< what is looked at: "anna@gpu-1:22", "cuda:0", "/data/mnist"
    std::string key;   ///< the field of the experiment that says so
    Sentence expected;
    CheckState state = CheckState::Waiting;
    Sentence found{};  ///< how far it is, then what came of it; an error's own words say what to do as well
    Sentence remedy{}; ///< what to do beyond what `found` says
    bool operator==(const HostCheck&) const = default;
};
using HostChecks = QVector<HostCheck>;

/// Nothing more is to come of them.
bool areOver(const HostChecks& checks);
/// The first of them that failed; null: none has.
const HostCheck* failureOf(const HostChecks& checks);
/// The first of those that passed, but have something to say all the same; null: none has.
const HostCheck* remarkOf(const HostChecks& checks);
/// Every one passed.
bool havePassed(const HostChecks& checks);

} // namespace lockstep

Q_DECLARE_METATYPE(lockstep::HostCheck)
