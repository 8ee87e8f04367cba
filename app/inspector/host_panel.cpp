// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/host_panel.h"

#include "app/document/document_edits.h"
#include "app/document/quantities.h"
#include "app/inspector/fields/field_values.h"
#include "app/inspector/form/document_form.h"
#include "app/text/error_text.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kMostCpuRanks = 64;

std::vector<Device> ofKind(const std::vector<Device>& devices, DeviceKind kind)
{
    std::vector<Device> some;
    std::copy_if(devices.begin(), devices.end(), std::back_inserter(some),
                 [kind](Device device) { return device.kind == kind; });
    return some;
}

/// Both kinds in one list; the kind that led it so far still does, for the order is that of the ranks.
std::vector<Device> joined(const std::vector<Device>& before, std::vector<Device> cpus,
                           std::vector<Device> gpus)
{
    const bool gpusLead = !before.empty() && before.front().kind == DeviceKind::Cuda;
    std::vector<Device> all = gpusLead ? std::move(gpus) : cpus;
    const std::vector<Device>& rest = gpusLead ? cpus : gpus;
    all.insert(all.end(), rest.begin(), rest.end());
    return all;
}

} // namespace

HostPanel::HostPanel(ExperimentDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_form(new DocumentForm(document, this)),
      m_ranks(new QLabel(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_form);
    addHostFields();
    addDeviceFields();
    addFactFields();
    auto* remove = new QPushButton(tr("Delete this host"), this);
    connect(remove, &QPushButton::clicked, this, &HostPanel::removeWanted);
    layout->addSpacing(14);
    layout->addWidget(remove, 0, Qt::AlignLeft);
    connect(&m_document, &ExperimentDocument::changed, this, &HostPanel::refresh);
}

std::function<QString(const Experiment&)> HostPanel::reader(std::function<QString(const Host&)> read) const
{
    return [this, read = std::move(read)](const Experiment& experiment) {
        const std::optional<std::size_t> index = findHost(experiment.topology, m_id);
        return index ? read(experiment.topology.hosts[*index]) : QString();
    };
}

Result<Experiment> HostPanel::write(const Experiment& experiment, const char* key, const QString& text) const
{
    const std::optional<std::size_t> index = findHost(experiment.topology, m_id);
    if (!index)
        return experiment;
    const QString path = QStringLiteral("topology.hosts.%1.%2").arg(*index).arg(QLatin1String(key));
    const bool isNumber = qstrcmp(key, "port") == 0 || qstrcmp(key, "gpus") == 0;
    return isNumber ? withNumber(experiment, path, text) : withText(experiment, path, text.trimmed());
}

void HostPanel::addTextField(const char* key, const QString& label, const QString& toolTip,
                             const QString& placeholder, std::function<QString(const Host&)> read)
{
    m_form->addText({QLatin1String(key), label, toolTip, placeholder, reader(std::move(read)),
                     [this, key](const Experiment& experiment, const QString& text) {
                         return write(experiment, key, text);
                     }});
}

void HostPanel::addHostFields()
{
    m_form->addHeading(tr("Host"));
    addTextField("name", tr("Name"), tr("What you call this host. Its links stay when you rename it."), {},
                 [](const Host& host) { return QString::fromStdString(host.name); });
    FormField connection{
        QStringLiteral("connection"),
        tr("Connection"),
        tr("SSH reaches a machine on the network; nothing but an SSH server needs to run there. This "
           "computer starts the ranks as processes right here."),
        {},
        reader([](const Host& host) { return wordText(host.connection); }),
        [this](const Experiment& experiment, const QString& text) {
            return write(experiment, "connection", text);
        }};
    m_form->addChoice(std::move(connection),
                      {{QStringLiteral("ssh"), tr("SSH")}, {QStringLiteral("local"), tr("This computer")}});
    addTextField(
        "address", tr("Address"),
        tr("Host name or IP address that the SSH server answers at, such as 192.168.1.20 or gpu-1.lab."),
        tr("192.168.1.20"), [](const Host& host) { return QString::fromStdString(host.address); });
    addTextField("port", tr("Port"), tr("Port of the SSH server, from 1 to 65535; 22 is usual."), {},
                 [](const Host& host) { return QString::number(host.port); });
    addTextField(
        "user", tr("User"),
        tr("User name on that host. Empty: the same as yours here. Keys and passwords are never written into "
           "the document."),
        tr("same as here"), [](const Host& host) { return QString::fromStdString(host.user); });
    addTextField(
        "interface", tr("Interface"),
        tr("Network interface that the ranks exchange gradients over, such as eth1. Empty: the one that the "
           "SSH connection came in on."),
        tr("automatic"), [](const Host& host) { return QString::fromStdString(host.interface); });
}

void HostPanel::addDeviceFields()
{
    m_form->addHeading(tr("Devices"));
    m_cpuRanks = new QSpinBox(m_form); // made here, so that Tab comes to it here
    m_cpuRanks->setRange(0, kMostCpuRanks);
    m_cpuRanks->setFocusPolicy(Qt::StrongFocus);
    connect(m_cpuRanks, &QSpinBox::valueChanged, this, &HostPanel::setCpuRanks);
    m_form->addRow(
        QStringLiteral("cpu_ranks"), tr("CPU ranks"),
        tr("How many ranks train on this host's processor. They share its cores; two ranks on one computer "
           "are a way to try data parallel training without a cluster."),
        m_cpuRanks);
    m_form->addText(
        {QStringLiteral("devices"), tr("GPUs"),
         tr("Indices of the GPUs to train on, as nvidia-smi counts them: 0,2 takes the first and the third. "
            "Each one is a rank. Empty: none."),
         tr("none; 0,2 for two"), reader([](const Host& host) {
             QStringList indices;
             for (const Device device : ofKind(host.devices, DeviceKind::Cuda))
                 indices << QString::number(device.index);
             return indices.join(u',');
         }),
         [this](const Experiment& experiment, const QString& text) { return writeGpus(experiment, text); }});
    m_ranks->setWordWrap(true);
    m_ranks->setProperty("muted", true);
    m_form->addRow(QStringLiteral("ranks"), {},
                   tr("Ranks are counted through all hosts in the order in which they were drawn."), m_ranks);
}

void HostPanel::addFactFields()
{
    m_form->addHeading(tr("Machine"));
    addTextField(
        "facts", tr("Hardware"),
        tr("What it is made of, in your own words, as testbeds list it. Written on its card, and copied "
           "with it."),
        tr("RTX 3080, 4 cores, 8 GB, 200 GB"),
        [](const Host& host) { return QString::fromStdString(host.facts); });
    addTextField(
        "gpus", tr("GPUs in it"),
        tr("How many GPUs the machine has, from 0 to 64: so many chips appear on its card to choose from. "
           "0: not stated."),
        {}, [](const Host& host) { return QString::number(host.gpus); });
    addTextField("region", tr("Region"), tr("Where it stands, in your own words."), {},
                 [](const Host& host) { return QString::fromStdString(host.region); });
    addTextField("image", tr("Image"), tr("The system that it runs, in your own words."), tr("Ubuntu 20.04"),
                 [](const Host& host) { return QString::fromStdString(host.image); });
}

Result<Experiment> HostPanel::writeGpus(const Experiment& experiment, const QString& text) const
{
    const std::optional<std::size_t> index = findHost(experiment.topology, m_id);
    if (!index)
        return experiment;
    std::vector<Device> gpus;
    if (!text.trimmed().isEmpty()) {
        Result<std::vector<Device>> parsed = parseDevices(text.trimmed().toStdString());
        if (!parsed)
            return parsed.error();
        if (!ofKind(*parsed, DeviceKind::Cpu).empty()) {
            return Error{
                LOCKSTEP_TEXT("Found cpu among the GPUs; set the CPU ranks in the field above."), {}, {}};
        }
        gpus = std::move(*parsed);
        for (const Device gpu : gpus) {
            if (std::count(gpus.begin(), gpus.end(), gpu) > 1) {
                return Error{LOCKSTEP_TEXT("GPU %1 is named twice; each GPU can be one rank."),
                             {std::to_string(gpu.index)},
                             {}};
            }
        }
    }
    Experiment next = experiment;
    std::vector<Device>& devices = next.topology.hosts[*index].devices;
    devices = joined(devices, ofKind(devices, DeviceKind::Cpu), std::move(gpus));
    return next;
}

void HostPanel::setCpuRanks(int count)
{
    changeHost(
        m_document, m_id, tr("Set the CPU ranks"),
        [count](Host& host) {
            host.devices = joined(host.devices, std::vector<Device>(static_cast<std::size_t>(count)),
                                  ofKind(host.devices, DeviceKind::Cuda));
        },
        QStringLiteral("cpu_ranks/") + QString::fromStdString(m_id));
}

void HostPanel::showHost(const std::string& id)
{
    m_id = id;
    m_form->setScope(QString::fromStdString(id));
    refresh();
}

void HostPanel::refresh()
{
    const Topology& topology = m_document.experiment().topology;
    const std::optional<std::size_t> index = findHost(topology, m_id);
    if (!index)
        return;
    const Host& host = topology.hosts[*index];
    for (const char* key : {"address", "port", "user"})
        m_form->setRowVisible(QLatin1String(key), host.connection == Connection::Ssh);
    {
        const QSignalBlocker quiet(m_cpuRanks);
        m_cpuRanks->setValue(static_cast<int>(ofKind(host.devices, DeviceKind::Cpu).size()));
    }
    std::vector<int> ranks;
    for (const Placement& placement : placeRanks(topology)) {
        if (placement.host == *index)
            ranks.push_back(placement.rank);
    }
    m_ranks->setText(
        ranks.empty()
            ? tr("No device chosen: no rank runs here.")
            : tr("%n rank(s) here: %1", nullptr, static_cast<int>(ranks.size())).arg(formatRanks(ranks)));
    const std::string prefix = "topology.hosts." + std::to_string(*index) + '.';
    std::map<QString, QString> problems;
    for (const Error& problem : m_document.problems()) {
        if (problem.key.starts_with(prefix))
            problems.emplace(QString::fromStdString(problem.key.substr(prefix.size())),
                             errorSentence(problem));
    }
    m_form->refresh();
    m_form->setProblems(problems);
}

} // namespace lockstep
