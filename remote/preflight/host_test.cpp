// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/preflight/host_test.h"

#include "engine/protocol/byte_text.h"
#include "engine/protocol/device_advice.h"
#include "engine/protocol/precision_advice.h"

#include <QCryptographicHash>
#include <algorithm>
#include <set>
#include <utility>

namespace lockstep {

namespace {

/// Of each part of the data, to compare them with those of other hosts; small, for they cross the network.
constexpr int kComparedPictures = 4;
constexpr int kComparedSide = 16;

std::string loginOf(const Host& host)
{
    const std::string user = host.user.empty() ? std::string() : host.user + '@';
    return user + host.address + ':' + std::to_string(host.port);
}

std::string devicesOf(const Host& host)
{
    std::string names;
    for (const Device device : std::set<Device>(host.devices.begin(), host.devices.end()))
        names += (names.empty() ? "" : ", ") + toString(device);
    return names;
}

std::string percent(const HostDeploying& deployed)
{
    return std::to_string(deployed.total == 0 ? 0 : deployed.done * 100 / deployed.total);
}

Sentence whatItHas(const HostReport& report)
{
    if (report.gpus.empty())
        return {LOCKSTEP_TEXT("It has %1 cores and no GPU."), {std::to_string(report.cores)}};
    return {LOCKSTEP_TEXT("It has %1 cores and %2 GPUs: %3."),
            {std::to_string(report.cores), std::to_string(report.gpus.size()), gpuSummary(report)}};
}

/// Libraries that are missing are said within a sentence on the device that wants them.
bool isAbout(const Sentence& refusal, const GpuSupport& support)
{
    return !support.refusal.empty() && std::find(refusal.arguments.begin(), refusal.arguments.end(),
                                                 support.refusal) != refusal.arguments.end();
}

/// The rows of a host that has ranks; one without is only reached.
HostChecks checksOf(const Experiment& experiment, int index)
{
    const Host& host = experiment.topology.hosts[static_cast<std::size_t>(index)];
    const std::string key = "topology.hosts." + std::to_string(index);
    HostChecks checks;
    if (host.connection == Connection::Ssh)
        checks.append({CheckKind::Login, loginOf(host), key + ".address",
                       LOCKSTEP_TEXT("an SSH server with a key that is trusted, where the log-in works")});
    checks.append({CheckKind::Engine, host.name, key,
                   LOCKSTEP_TEXT("the engine of this program, copied there and answering")});
    if (host.devices.empty())
        return checks;
    checks.append({CheckKind::Devices, devicesOf(host), key + ".devices",
                   LOCKSTEP_TEXT("every device that is drawn, with a unit for the precision")});
    checks.append({CheckKind::Data, experiment.data.path, "data.path",
                   LOCKSTEP_TEXT("data of the chosen kind that can be opened there")});
    checks.append({CheckKind::System, host.name, key,
                   LOCKSTEP_TEXT("room on the disk and in memory, files and threads for its ranks")});
    return checks;
}

} // namespace

HostTest::HostTest(const Experiment& experiment, int host, HostNeeds needs)
    : m_experiment(experiment), m_host(host), m_needs(std::move(needs)), m_checks(checksOf(experiment, host))
{
}

void HostTest::take(const HostEvent& event)
{
    if (const auto* connecting = std::get_if<HostConnecting>(&event)) {
        run(find(CheckKind::Login) ? CheckKind::Login : CheckKind::Engine,
            connecting->delay.value_or(Sentence()));
    } else if (const auto* deployed = std::get_if<HostDeploying>(&event)) {
        pass(CheckKind::Login, LOCKSTEP_TEXT("The log-in works."));
        run(CheckKind::Engine, {LOCKSTEP_TEXT("The engine is being copied: %1 %."), {percent(*deployed)}});
    } else if (const auto* lacking = std::get_if<HostLacksLibraries>(&event)) {
        m_offer = lacking->offer;
    } else if (const auto* welcome = std::get_if<HostWelcome>(&event)) {
        takeWelcome(welcome->report);
    } else if (const auto* failure = std::get_if<HostFailed>(&event)) {
        takeFailure(*failure);
    } else if (const auto* previewed = std::get_if<HostPreviewed>(&event)) {
        takePreview(*previewed);
    }
}

std::optional<PreviewRequest> HostTest::dataQuestion() const
{
    if (!is(CheckKind::Data, CheckState::Running))
        return std::nullopt;
    PreviewRequest request;
    request.data = m_experiment.data;
    request.seed = m_experiment.training.seed;
    request.pictures = kComparedPictures;
    request.side = kComparedSide;
    return request;
}

void HostTest::cancel()
{
    for (HostCheck& check : m_checks) {
        if (check.state == CheckState::Waiting || check.state == CheckState::Running)
            check.state = CheckState::Skipped;
    }
}

void HostTest::takeWelcome(const HostReport& report)
{
    pass(CheckKind::Login, LOCKSTEP_TEXT("The log-in works."));
    pass(CheckKind::Engine, {LOCKSTEP_TEXT("The engine %1 runs there."), {report.engine}});
    if (!find(CheckKind::Devices))
        return;
    m_report = report;
    run(CheckKind::System);
    if (const auto refusal = deviceRefusal(machine(), report))
        return fail(CheckKind::Devices, *refusal,
                    isAbout(*refusal, report.gpuSupport) ? remedyHere() : Sentence());
    if (!m_offer.packages.empty())
        return fail(
            CheckKind::Devices,
            {LOCKSTEP_TEXT(
                 "Several ranks of this run train on GPUs, for which %1 lacks libraries of NVIDIA's."),
             {machine().name}},
            remedyHere());
    if (const auto refusal = precisionRefusal(m_experiment.training, machine(), report))
        return fail(CheckKind::Devices, *refusal);
    pass(CheckKind::Devices, whatItHas(report));
    if (placeOf(m_experiment.data.kind) == DataPlace::BuiltIn)
        pass(CheckKind::Data, LOCKSTEP_TEXT("The data are built in."));
    else if (m_experiment.data.path.empty())
        fail(CheckKind::Data, LOCKSTEP_TEXT("No data are chosen."),
             LOCKSTEP_TEXT("Choose the data of the experiment."));
    else
        run(CheckKind::Data);
}

void HostTest::takeFailure(const HostFailed& failure)
{
    const auto running = std::find_if(m_checks.begin(), m_checks.end(), [](const HostCheck& check) {
        return check.state == CheckState::Running;
    });
    // What is wrong with our own bundle is found before anybody is asked.
    const bool isOfBundle =
        failure.code == ExitCode::DeployFailed && is(CheckKind::Login, CheckState::Running);
    if (isOfBundle || running == m_checks.end())
        fail(CheckKind::Engine, failure.error);
    else
        fail(running->what, failure.error);
}

void HostTest::takePreview(const HostPreviewed& previewed)
{
    const Sentence remedy =
        LOCKSTEP_TEXT("Every host that trains needs the data under this path. Correct it, "
                      "or copy the data there.");
    if (previewed.error)
        return fail(CheckKind::Data, *previewed.error, remedy);
    const auto preview =
        parseDataPreview({previewed.json.constData(), static_cast<std::size_t>(previewed.json.size())});
    if (!preview)
        return fail(CheckKind::Data, preview.error(), remedy);
    const QByteArray digest = QCryptographicHash::hash(previewed.json, QCryptographicHash::Sha256);
    m_data = DataFacts{digest.toStdString(), preview->parts.empty() ? 0 : preview->parts.front().samples,
                       preview->classes};
    pass(CheckKind::Data, {LOCKSTEP_TEXT("%1 samples to train on, in %2 classes."),
                           {std::to_string(m_data->samples), std::to_string(m_data->classes)}});
}

void HostTest::dataDiffer(const std::string& otherHost, const DataFacts& theirs)
{
    const Sentence remedy =
        LOCKSTEP_TEXT("Copy the same data to every host: else ranks learn from other data than the "
                      "experiment says, and nothing tells.");
    const bool areAsMany = theirs.samples == m_data->samples && theirs.classes == m_data->classes;
    if (areAsMany)
        return fail(CheckKind::Data,
                    {LOCKSTEP_TEXT("These are other data than those on %1, though as many: samples that were "
                                   "compared, or the sizes of classes, differ."),
                     {otherHost}},
                    remedy);
    fail(CheckKind::Data,
         {LOCKSTEP_TEXT(
              "These are other data than those on %1: %2 samples in %3 classes here, %4 in %5 there."),
          {otherHost, std::to_string(m_data->samples), std::to_string(m_data->classes),
           std::to_string(theirs.samples), std::to_string(theirs.classes)}},
         remedy);
}

void HostTest::takeExamination(const HostExamined& examined)
{
    if (!wantsExamination())
        return; // something else has failed before
    if (examined.error)
        return fail(CheckKind::System, *examined.error);
    m_examined = examined;
    judgeExamination(examined);
}

bool HostTest::holdAgainst(HostNeeds needs)
{
    if (m_needs == needs)
        return false;
    m_needs = std::move(needs);
    if (!m_examined)
        return false;
    const HostCheck before = *find(CheckKind::System);
    judgeExamination(*m_examined);
    return before != *find(CheckKind::System);
}

void HostTest::judgeExamination(const HostExamined& examined)
{
    SystemVerdict verdict =
        judgeSystem(m_experiment.topology, static_cast<std::size_t>(m_host), m_report, examined, m_needs);
    if (verdict.passes)
        pass(CheckKind::System, std::move(verdict.found), std::move(verdict.remedy));
    else
        fail(CheckKind::System, std::move(verdict.found), std::move(verdict.remedy));
}

/// What this computer can do about devices that the host cannot use.
Sentence HostTest::remedyHere() const
{
    if (m_offer.packages.empty())
        return {};
    return {
        LOCKSTEP_TEXT("This computer can send them: %1, %2 in all. A run from the window asks first; in a "
                      "terminal add --ship-cuda to lockstep run."),
        {namesOf(m_offer), byteText(static_cast<std::int64_t>(m_offer.bytes))}};
}

HostCheck* HostTest::find(CheckKind what)
{
    const auto found = std::find_if(m_checks.begin(), m_checks.end(),
                                    [what](const HostCheck& check) { return check.what == what; });
    return found == m_checks.end() ? nullptr : &*found;
}

bool HostTest::is(CheckKind what, CheckState state) const
{
    return std::any_of(m_checks.begin(), m_checks.end(),
                       [&](const HostCheck& check) { return check.what == what && check.state == state; });
}

void HostTest::run(CheckKind what, Sentence progress)
{
    if (HostCheck* check = find(what)) {
        check->state = CheckState::Running;
        check->found = std::move(progress);
    }
}

void HostTest::pass(CheckKind what, Sentence found, Sentence remark)
{
    if (HostCheck* check = find(what)) {
        check->state = CheckState::Passed;
        check->found = std::move(found);
        check->remedy = std::move(remark);
    }
}

void HostTest::fail(CheckKind what, Sentence found, Sentence remedy)
{
    if (HostCheck* check = find(what)) {
        check->state = CheckState::Failed;
        check->found = std::move(found);
        check->remedy = std::move(remedy);
    }
    cancel(); // there is nothing to be learnt behind it
}

} // namespace lockstep
