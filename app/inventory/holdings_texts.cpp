// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inventory/holdings_texts.h"

#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"
#include "app/text/phase_text.h"

#include <QCoreApplication>
#include <algorithm>

namespace lockstep {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(Inventory)
};

constexpr int kShownDigits = 12; ///< of a hash

template <typename Kept>
qint64 sumOf(const std::vector<Kept>& kept)
{
    qint64 sum = 0;
    for (const Kept& one : kept)
        sum += static_cast<qint64>(one.bytes);
    return sum;
}

} // namespace

QString keptRunState(const KeptRun& kept)
{
    const QString phase = phaseText(shownPhase(kept.state.phase, kept.state.exitCode));
    return kept.hasLeftProcesses() ? Texts::tr("%1; %Ln process(es) left", nullptr, kept.processes).arg(phase)
                                   : phase;
}

QString deploymentTitle(const DeploymentReference& reference)
{
    const QString name = inertString(reference.name).left(kShownDigits);
    return reference.kind == DeploymentKind::Engine ? Texts::tr("Engine %1").arg(name)
                                                    : Texts::tr("NVIDIA's libraries %1").arg(name);
}

QString deploymentUse(const Deployment& deployment)
{
    if (deployment.runs.size() == 1)
        return Texts::tr("used by %1").arg(inertString(deployment.runs.front()));
    if (!deployment.runs.empty())
        return Texts::tr("used by %Ln run(s)", nullptr, static_cast<int>(deployment.runs.size()));
    if (deployment.use == DeploymentUse::Running)
        return Texts::tr("in use");
    return deployment.use == DeploymentUse::Arriving ? Texts::tr("still arriving") : Texts::tr("not used");
}

QString holdingsProgress(const HostHoldings& holdings)
{
    switch (holdings.state) {
    case HostHoldings::State::Connecting:
        return Texts::tr("Connecting…");
    case HostHoldings::State::Deploying:
        return Texts::tr("Copying the engine: %1 of %2…")
            .arg(sizeText(holdings.done), sizeText(holdings.total));
    case HostHoldings::State::Weighing:
        return holdings.done == 0 ? Texts::tr("Looking…")
                                  : Texts::tr("Weighing: %1 so far…").arg(sizeText(holdings.done));
    case HostHoldings::State::Failed:
        return holdings.error ? inertString(errorSentence(*holdings.error)) : QString();
    case HostHoldings::State::GivenUp:
        return Texts::tr("Given up");
    default:
        return {};
    }
}

QString holdingsTotal(const HostInventory& inventory)
{
    const int runs = static_cast<int>(inventory.runs.size()) + inventory.omitted;
    const auto deployments = static_cast<int>(inventory.deployments.size());
    //: "3 runs, 1.2 GB" and "2 deployments, 130 MB"
    return Texts::tr("%1; %2").arg(
        Texts::tr("%Ln run(s), %1", nullptr, runs).arg(sizeText(sumOf(inventory.runs))),
        Texts::tr("%Ln deployment(s), %1", nullptr, deployments).arg(sizeText(sumOf(inventory.deployments))));
}

qint64 bytesOf(const HostInventory& inventory, const HostDeed& deed)
{
    if (deed.kind == HostDeed::Kind::Withdraw) {
        const auto found = std::ranges::find(inventory.deployments, deed.deployment, &Deployment::reference);
        return found == inventory.deployments.end() ? 0 : static_cast<qint64>(found->bytes);
    }
    const auto found = std::ranges::find_if(inventory.runs, [&deed](const KeptRun& kept) {
        return kept.state.run == deed.run.run && kept.state.host == deed.run.host;
    });
    const bool isRemoval = deed.kind == HostDeed::Kind::Remove && found != inventory.runs.end();
    return isRemoval ? static_cast<qint64>(found->bytes) : 0;
}

} // namespace lockstep
