// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/multi_selection_panel.h"

#include "app/document/quantities.h"
#include "app/inspector/fields/field_values.h"
#include "app/inspector/form/document_form.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

namespace lockstep {

namespace {

std::vector<Host>& listOf(Topology& topology, const Host*)
{
    return topology.hosts;
}
std::vector<Link>& listOf(Topology& topology, const Link*)
{
    return topology.links;
}
const std::vector<Host>& listOf(const Topology& topology, const Host*)
{
    return topology.hosts;
}
const std::vector<Link>& listOf(const Topology& topology, const Link*)
{
    return topology.links;
}

Result<Experiment> writeText(const Experiment& experiment, const QString& path, const QString& text)
{
    return withText(experiment, path, text.trimmed());
}

/// For a quantity with a unit, which may be left out.
auto writeQuantity(Result<double> (*parse)(const QString&))
{
    return [parse](const Experiment& experiment, const QString& path,
                   const QString& text) -> Result<Experiment> {
        if (text.trimmed().isEmpty())
            return withValue(experiment, path.toStdString(), "null");
        const Result<double> value = parse(text);
        return value ? withNumber(experiment, path, numberText(*value)) : Result<Experiment>(value.error());
    };
}

} // namespace

MultiSelectionPanel::MultiSelectionPanel(ExperimentDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_form(new DocumentForm(document, this)),
      m_title(new QLabel(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_title->setProperty("heading", true);
    auto* hint = new QLabel(tr("Drag them together, or press L to link two hosts."), this);
    hint->setWordWrap(true);
    hint->setProperty("muted", true);
    layout->addWidget(m_title);
    layout->addWidget(hint);
    layout->addWidget(m_form);
    addHostMembers();
    addLinkMembers();
    auto* remove = new QPushButton(tr("Delete them"), this);
    connect(remove, &QPushButton::clicked, this, &MultiSelectionPanel::removeWanted);
    layout->addSpacing(14);
    layout->addWidget(remove, 0, Qt::AlignLeft);
    connect(&m_document, &ExperimentDocument::changed, this, &MultiSelectionPanel::refresh);
}

std::vector<std::size_t> MultiSelectionPanel::chosen(const Topology& topology, const Host*) const
{
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < topology.hosts.size(); ++i) {
        if (m_elements.nodes.contains(topology.hosts[i].id))
            indices.push_back(i);
    }
    return indices;
}

std::vector<std::size_t> MultiSelectionPanel::chosen(const Topology& topology, const Link*) const
{
    std::vector<std::size_t> indices;
    const std::vector<LinkKey> keys = linkKeys(topology);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (m_elements.links.contains(keys[i]))
            indices.push_back(i);
    }
    return indices;
}

template <typename Element>
void MultiSelectionPanel::addMember(const char* list, Member<Element> member)
{
    constexpr const Element* kKind = nullptr;
    /// Whether all agree, and on what.
    const auto common = [this, read = member.read](const Experiment& experiment) -> std::optional<QString> {
        std::optional<QString> value;
        for (const std::size_t index : chosen(experiment.topology, kKind)) {
            const QString own = read(listOf(experiment.topology, kKind)[index]);
            if (value && *value != own)
                return std::nullopt;
            value = own;
        }
        return value;
    };
    const auto write = [this, list, member](const Experiment& experiment,
                                            const QString& text) -> Result<Experiment> {
        const std::vector<std::size_t> indices = chosen(experiment.topology, kKind);
        if (indices.empty())
            return experiment;
        const QString path = QStringLiteral("topology.%1.%2.%3")
                                 .arg(QLatin1String(list))
                                 .arg(indices.front())
                                 .arg(QLatin1String(member.key));
        Result<Experiment> next = member.write(experiment, path, text);
        if (!next)
            return next;
        std::vector<Element>& elements = listOf(next->topology, kKind);
        for (const std::size_t index : indices)
            member.copy(elements[index], elements[indices.front()]);
        return next;
    };
    const QString key = QLatin1String(list) + QLatin1Char('.') + QLatin1String(member.key);
    QLineEdit* edit = m_form->addText(
        {key,
         member.label,
         member.toolTip,
         {},
         [common](const Experiment& experiment) { return common(experiment).value_or(QString()); },
         write,
         [this](const Experiment& experiment) { return !chosen(experiment.topology, kKind).empty(); }});
    m_placeholders.push_back([this, edit, common] {
        edit->setPlaceholderText(common(m_document.experiment()) ? QString() : tr("different"));
    });
}

void MultiSelectionPanel::addHostMembers()
{
    const auto text = [this](const char* key, const QString& label, const QString& toolTip,
                             std::string Host::*member) {
        addMember<Host>("hosts",
                        {key, label, toolTip,
                         [member](const Host& host) { return QString::fromStdString(host.*member); },
                         writeText, [member](Host& to, const Host& from) { to.*member = from.*member; }});
    };
    text("user", tr("User"), tr("User name on all of these hosts. Empty: the same as yours here."),
         &Host::user);
    addMember<Host>("hosts",
                    {"port", tr("Port"), tr("Port of their SSH servers, from 1 to 65535; 22 is usual."),
                     [](const Host& host) { return QString::number(host.port); }, withNumber,
                     [](Host& to, const Host& from) { to.port = from.port; }});
    text("interface", tr("Interface"),
         tr("Network interface for gradients on all of these hosts, such as eth1."), &Host::interface);
    addMember<Host>(
        "hosts",
        {"devices", tr("Devices"),
         tr("The devices that train on each of these hosts: cpu,cpu for two ranks on the "
            "processor; 0,2 for two GPUs."),
         [](const Host& host) {
             QStringList devices;
             for (const Device device : host.devices)
                 devices << QString::fromStdString(toString(device));
             return devices.join(u',');
         },
         [](const Experiment& experiment, const QString& path, const QString& devices) -> Result<Experiment> {
             const QString typed = devices.trimmed();
             return withValue(experiment, path.toStdString(), typed.isEmpty() ? "[]" : typed.toStdString());
         },
         [](Host& to, const Host& from) { to.devices = from.devices; }});
    text("facts", tr("Made of"), tr("In your own words: RTX 3080, 4 cores, 8 GB, 200 GB."), &Host::facts);
    text("region", tr("Region"), tr("Where they stand, in your own words."), &Host::region);
    text("image", tr("Image"), tr("The system that they run, in your own words."), &Host::image);
}

void MultiSelectionPanel::addLinkMembers()
{
    addMember<Link>("links",
                    {"bandwidth_mbps", tr("Bandwidth"),
                     tr("How many bits each of these links carries in a second, with the unit: 10 Mbps."),
                     [](const Link& link) {
                         return link.bandwidthMbps ? formatBandwidth(*link.bandwidthMbps) : QString();
                     },
                     writeQuantity(parseBandwidth),
                     [](Link& to, const Link& from) { to.bandwidthMbps = from.bandwidthMbps; }});
    addMember<Link>(
        "links",
        {"latency_ms", tr("Latency"), tr("How long a message takes one way: 0.1 ms, 50 us."),
         [](const Link& link) { return link.latencyMs ? formatLatency(*link.latencyMs) : QString(); },
         writeQuantity(parseLatency), [](Link& to, const Link& from) { to.latencyMs = from.latencyMs; }});
}

void MultiSelectionPanel::showElements(const ElementSet& elements)
{
    if (elements != m_elements)
        m_form->forgetDrafts(); // they were about others
    m_elements = elements;
    QStringList scope;
    for (const std::string& id : elements.nodes)
        scope << QString::fromStdString(id);
    for (const LinkKey& key : elements.links)
        scope << QStringLiteral("%1>%2#%3")
                     .arg(QString::fromStdString(key.from), QString::fromStdString(key.to))
                     .arg(key.ordinal);
    m_form->setScope(scope.join(u'\n'));
    m_title->setText(tr("%n element(s) selected", nullptr, static_cast<int>(elements.size())));
    refresh();
}

void MultiSelectionPanel::refresh()
{
    if (m_elements.isEmpty())
        return;
    m_form->refresh();
    for (const auto& renew : m_placeholders)
        renew();
}

} // namespace lockstep
