// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/data_preview.h"
#include "engine/protocol/experiment.h"
#include "remote/host_event.h"
#include "remote/preflight/host_check.h"
#include "remote/preflight/system_check.h"

#include <optional>

namespace lockstep {

/// What a host says of the data that it has.
struct DataFacts {
    /// Of the names and sizes of its classes and of some samples, which are the same ones on every host:
    /// equal data have equal ones, and other data hardly ever.
    std::string fingerprint;
    int samples = 0; ///< to train on
    int classes = 0;
    bool operator==(const DataFacts&) const = default;
};

/// The test of one host, as far as it has come: told what the host's thread says, it fills in the checks one
/// after the other. What follows a check that failed is skipped.
class HostTest {
public:
    /// Of a host of this experiment, by its index. Paths as forRunning() gives them.
    HostTest(const Experiment& experiment, int host, HostNeeds needs = {});

    int host() const { return m_host; }
    const Host& machine() const { return m_experiment.topology.hosts[static_cast<std::size_t>(m_host)]; }
    const HostChecks& checks() const { return m_checks; }
    bool isOver() const { return areOver(m_checks); }

    void take(const HostEvent& event);
    /// The answer to what wantsExamination() says.
    void takeExamination(const HostExamined& examined);
    /// Another model is to be trained. Returns whether what the host said of itself is judged otherwise now.
    bool holdAgainst(HostNeeds needs);
    /// What the host is to be asked about its data; nothing: not now.
    std::optional<PreviewRequest> dataQuestion() const;
    /// It is to be asked what it has left for a run.
    bool wantsExamination() const { return is(CheckKind::System, CheckState::Running); }
    /// Once the data were opened there; nothing where they are built in.
    const std::optional<DataFacts>& data() const { return m_data; }
    /// They are not those of this other host, which most hosts have.
    void dataDiffer(const std::string& otherHost, const DataFacts& theirs);
    /// A person gives up: what is not known yet is skipped.
    void cancel();

private:
    HostCheck* find(CheckKind what);
    bool is(CheckKind what, CheckState state) const;
    void run(CheckKind what, Sentence progress = {});
    void pass(CheckKind what, Sentence found, Sentence remark = {});
    void fail(CheckKind what, Sentence found, Sentence remedy = {});
    void takeWelcome(const HostReport& report);
    void takeFailure(const HostFailed& failure);
    void takePreview(const HostPreviewed& previewed);
    void judgeExamination(const HostExamined& examined);
    Sentence remedyHere() const;

    Experiment m_experiment;
    int m_host;
    HostNeeds m_needs;
    HostChecks m_checks;
    std::optional<DataFacts> m_data;
    HostReport m_report; ///< once it has introduced itself
    std::optional<HostExamined> m_examined;
    LibraryOffer m_offer; ///< libraries of NVIDIA's that it lacks and this computer has
};

} // namespace lockstep
