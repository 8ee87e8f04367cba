// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/list/element_list_model.h"

#include "app/document/document_edits.h"
#include "app/document/quantities.h"
#include "app/text/list_text.h"
#include "app/text/plain_text.h"
#include "app/topology/card/canvas_card.h"

#include <algorithm>

namespace lockstep {

namespace {

/// A sentence of lines that may or may not end like one.
QString oneLine(const QString& lines)
{
    QString text;
    for (const QString& line : lines.split(u'\n', Qt::SkipEmptyParts))
        text += (text.isEmpty()                                ? QString()
                 : text.endsWith(u'.') || text.endsWith(u'。') ? QStringLiteral(" ")
                                                               : QStringLiteral(". ")) +
                line;
    return text;
}

QString devicesText(const Host& host)
{
    QStringList names;
    for (const Device device : host.devices)
        names << QString::fromStdString(toString(device));
    return names.join(QStringLiteral(", "));
}

} // namespace

ElementListModel::ElementListModel(ExperimentDocument& document, QObject* parent)
    : QAbstractTableModel(parent), m_document(document), m_rows(rowsNow())
{
    connect(&m_document, &ExperimentDocument::changed, this, &ElementListModel::follow);
}

void ElementListModel::addHosts(std::vector<Row>& rows) const
{
    const Experiment& experiment = m_document.experiment();
    const std::vector<CanvasCard> cards = canvasCards(experiment, m_document.problems());
    for (std::size_t index = 0; index < experiment.topology.hosts.size(); ++index) {
        const Host& host = experiment.topology.hosts[index];
        const CanvasCard& card = cards[index];
        const auto noted = m_notes.find(host.id);
        const QString address =
            host.connection == Connection::Local ? tr("this computer") : QString::fromStdString(host.address);
        rows.push_back({{{host.id}, {}},
                        {card.name, tr("Host"), address, devicesText(host), card.ranks},
                        tr("Host %1").arg(oneLine(noted == m_notes.end() ? card.toolTip : noted->second)),
                        true});
    }
}

void ElementListModel::addLinks(std::vector<Row>& rows) const
{
    const Topology& topology = m_document.experiment().topology;
    const std::vector<LinkKey> keys = linkKeys(topology);
    for (std::size_t index = 0; index < keys.size(); ++index) {
        const Link& link = topology.links[index];
        QStringList rates;
        if (link.bandwidthMbps)
            rates << formatBandwidth(*link.bandwidthMbps);
        if (link.latencyMs)
            rates << formatLatency(*link.latencyMs);
        const QString ends = tr("%1 ↔ %2").arg(QString::fromStdString(nodeName(topology, link.from)),
                                               QString::fromStdString(nodeName(topology, link.to)));
        const QString rate = listText(rates);
        QStringList sentence = {tr("Link from %1 to %2")
                                    .arg(QString::fromStdString(nodeName(topology, link.from)),
                                         QString::fromStdString(nodeName(topology, link.to))),
                                rate, QString::fromStdString(link.note)};
        sentence.removeAll(QString());
        rows.push_back({{{}, {keys[index]}}, {ends, tr("Link"), rate, {}, {}}, listText(sentence), false});
    }
}

std::vector<ElementListModel::Row> ElementListModel::rowsNow() const
{
    const Topology& topology = m_document.experiment().topology;
    std::vector<Row> rows;
    addHosts(rows);
    for (const Switch& node : topology.switches) {
        const QString name = QString::fromStdString(nodeName(topology, node.id));
        const QString rate = node.bandwidthMbps ? formatBandwidth(*node.bandwidthMbps) : QString();
        rows.push_back(
            {{{node.id}, {}}, {name, tr("Switch"), rate, {}, {}}, tr("Switch %1").arg(name), true});
    }
    for (const Network& network : topology.networks) {
        const QString name = QString::fromStdString(nodeName(topology, network.id));
        rows.push_back(
            {{{network.id}, {}}, {name, tr("Network"), {}, {}, {}}, tr("Network %1").arg(name), true});
    }
    addLinks(rows);
    return rows;
}

void ElementListModel::setNotes(std::map<std::string, QString> notes)
{
    m_notes = std::move(notes);
    follow();
}

void ElementListModel::follow()
{
    std::vector<Row> now = rowsNow();
    const bool isSame = std::equal(now.begin(), now.end(), m_rows.begin(), m_rows.end(),
                                   [](const Row& a, const Row& b) { return a.element == b.element; });
    if (!isSame) {
        beginResetModel();
        m_rows = std::move(now);
        endResetModel();
        return;
    }
    for (std::size_t row = 0; row < now.size(); ++row) {
        if (now[row] == m_rows[row])
            continue;
        m_rows[row] = std::move(now[row]);
        const auto number = static_cast<int>(row);
        emit dataChanged(index(number, 0), index(number, ColumnCount - 1));
    }
}

ElementSet ElementListModel::elementAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].element : ElementSet();
}

std::optional<int> ElementListModel::rowOf(const ElementSet& element) const
{
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.element == element; });
    return found == m_rows.end() ? std::nullopt : std::optional(static_cast<int>(found - m_rows.begin()));
}

int ElementListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ElementListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ElementListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return row.texts[static_cast<std::size_t>(index.column())];
    case Qt::ToolTipRole:
        return wrappedText(row.sentence);
    case Qt::AccessibleTextRole:
        return row.sentence;
    default:
        return {};
    }
}

bool ElementListModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::EditRole || !(flags(index) & Qt::ItemIsEditable))
        return false;
    const std::string id = *elementAt(index.row()).nodes.begin();
    const QString name = value.toString().simplified();
    if (name.isEmpty() || name.toUtf8().size() > 256)
        return false;
    const QString from = data(index, Qt::DisplayRole).toString();
    const StepName step = [from] { return tr("Rename %1").arg(from); };
    const std::string to = name.toStdString();
    changeHost(m_document, id, step, [&](Host& host) { host.name = to; });
    changeSwitch(m_document, id, step, [&](Switch& node) { node.name = to; });
    changeNetwork(m_document, id, step, [&](Network& network) { network.name = to; });
    return true;
}

Qt::ItemFlags ElementListModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
    if (index.column() == Name && m_rows[static_cast<std::size_t>(index.row())].isNamed)
        flags |= Qt::ItemIsEditable;
    return flags;
}

QVariant ElementListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Name");
    case Kind:
        return tr("Kind");
    case Place:
        return tr("Address or rate");
    case Devices:
        return tr("Devices");
    case Ranks:
        return tr("Ranks");
    default:
        return {};
    }
}

} // namespace lockstep
