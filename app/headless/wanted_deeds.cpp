// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/headless/wanted_deeds.h"

#include <functional>
#include <set>

namespace lockstep {

namespace {

using Kind = HostDeed::Kind;

constexpr qsizetype kLeastDigits = 6; ///< of a hash

class Wanted {
public:
    explicit Wanted(const HostInventories& inventories) : m_inventories(inventories) {}

    Result<void> adopt(const QString& name);
    Result<void> end(const QString& name);
    Result<void> remove(const QString& name);
    QVector<WantedDeed> take() { return std::move(m_deeds); }

private:
    using Visit = std::function<void(int host, const KeptRun&)>;
    void eachRun(const Visit& visit) const;
    void eachDeployment(const std::function<void(int host, const Deployment&)>& visit) const;
    /// The one that a name stands for, on whichever hosts it is; "" where no run has it.
    Result<std::string> runNamed(const QString& name) const;
    Result<bool> removeDeployments(const QString& name);
    void add(int host, Kind kind, const KeptRun& kept)
    {
        m_deeds.append({host, {.kind = kind, .run = {kept.state.run, kept.state.host}}});
    }
    void add(int host, const Deployment& deployment)
    {
        HostDeed deed;
        deed.kind = Kind::Withdraw;
        deed.deployment = deployment.reference;
        m_deeds.append({host, deed});
    }

    const HostInventories& m_inventories;
    QVector<WantedDeed> m_deeds;
};

Error noSuch(const QString& name)
{
    return {
        LOCKSTEP_TEXT("None of these hosts keeps anything called %1. lockstep hosts lists what they keep."),
        {name.toStdString()},
        {}};
}

Error several(const QString& name)
{
    return {LOCKSTEP_TEXT("Several things on these hosts begin with %1. Write more of the name."),
            {name.toStdString()},
            {}};
}

void Wanted::eachRun(const Visit& visit) const
{
    for (int host = 0; host < m_inventories.count(); ++host)
        for (const KeptRun& kept : m_inventories.holdings(host).inventory.runs)
            visit(host, kept);
}

void Wanted::eachDeployment(const std::function<void(int host, const Deployment&)>& visit) const
{
    for (int host = 0; host < m_inventories.count(); ++host)
        for (const Deployment& deployment : m_inventories.holdings(host).inventory.deployments)
            visit(host, deployment);
}

Result<std::string> Wanted::runNamed(const QString& name) const
{
    const std::string begin = name.toStdString();
    std::set<std::string> found;
    eachRun([&](int, const KeptRun& kept) {
        if (!begin.empty() && kept.state.run.starts_with(begin))
            found.insert(kept.state.run);
    });
    if (found.contains(begin))
        return begin;
    if (found.size() > 1)
        return several(name);
    return found.empty() ? std::string() : *found.begin();
}

Result<void> Wanted::adopt(const QString& name)
{
    const auto run = runNamed(name);
    if (!run)
        return run.error();
    // One host is enough: the others are known from the experiment.
    eachRun([&](int host, const KeptRun& kept) {
        if (m_deeds.isEmpty() && kept.state.run == *run && kept.bytes > 0)
            add(host, Kind::Adopt, kept);
    });
    if (m_deeds.isEmpty())
        return noSuch(name);
    return {};
}

Result<void> Wanted::end(const QString& name)
{
    const auto run = runNamed(name);
    if (!run)
        return run.error();
    if (run->empty())
        return noSuch(name);
    eachRun([&](int host, const KeptRun& kept) {
        if (kept.state.run == *run && kept.goesOn())
            add(host, Kind::End, kept);
        else if (kept.state.run == *run && kept.hasLeftProcesses())
            add(host, Kind::Sweep, kept);
    });
    return {};
}

Result<bool> Wanted::removeDeployments(const QString& name)
{
    const bool wantsUnused = name == QLatin1String("unused");
    const std::string begin = name.toStdString();
    std::set<std::string> found;
    eachDeployment([&](int host, const Deployment& deployment) {
        const bool isNamed =
            name.size() >= kLeastDigits && deployment.reference.name.starts_with(begin) && !wantsUnused;
        if (isNamed)
            found.insert(deployment.reference.name);
        if (isNamed || (wantsUnused && deployment.use == DeploymentUse::None))
            add(host, deployment);
    });
    if (found.size() > 1)
        return several(name);
    return wantsUnused || !found.empty();
}

Result<void> Wanted::remove(const QString& name)
{
    if (name == QLatin1String("ended")) {
        eachRun([this](int host, const KeptRun& kept) {
            if (kept.mayBeRemoved())
                add(host, Kind::Remove, kept);
        });
        return {};
    }
    const auto run = runNamed(name);
    if (!run)
        return run.error();
    eachRun([&](int host, const KeptRun& kept) {
        if (kept.state.run == *run)
            add(host, Kind::Remove, kept); // one that goes on is refused there
    });
    if (!run->empty())
        return {};
    const auto removes = removeDeployments(name);
    if (!removes)
        return removes.error();
    return *removes ? Result<void>() : Result<void>(noSuch(name));
}

} // namespace

Result<QVector<WantedDeed>> wantedDeeds(const CommandLine& line, const HostInventories& inventories)
{
    Wanted wanted(inventories);
    if (!line.adoptedRun.isEmpty())
        if (const auto added = wanted.adopt(line.adoptedRun); !added)
            return added.error();
    if (!line.endedRun.isEmpty())
        if (const auto added = wanted.end(line.endedRun); !added)
            return added.error();
    for (const QString& name : line.removed)
        if (const auto added = wanted.remove(name); !added)
            return added.error();
    return wanted.take();
}

} // namespace lockstep
