// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/link_panel.h"

#include "app/document/document_edits.h"
#include "app/document/quantities.h"
#include "app/inspector/fields/field_values.h"
#include "app/inspector/form/document_form.h"
#include "app/text/error_text.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockstep {

LinkPanel::LinkPanel(ExperimentDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_ends(new QLabel(this)),
      m_form(new DocumentForm(document, this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_form);
    addFields();
    auto* remove = new QPushButton(tr("Delete this link"), this);
    connect(remove, &QPushButton::clicked, this, &LinkPanel::removeWanted);
    layout->addSpacing(14);
    layout->addWidget(remove, 0, Qt::AlignLeft);
    connect(&m_document, &ExperimentDocument::changed, this, &LinkPanel::refresh);
}

std::function<QString(const Experiment&)> LinkPanel::reader(std::function<QString(const Link&)> read) const
{
    return [this, read = std::move(read)](const Experiment& experiment) {
        const std::optional<std::size_t> index = findLink(experiment.topology, m_key);
        return index ? read(experiment.topology.links[*index]) : QString();
    };
}

Result<Experiment> LinkPanel::write(const Experiment& experiment, const char* key,
                                    const std::string& value) const
{
    const std::optional<std::size_t> index = findLink(experiment.topology, m_key);
    if (!index)
        return experiment;
    return withValue(experiment, "topology.links." + std::to_string(*index) + '.' + key, value);
}

Result<Experiment> LinkPanel::writeNote(const Experiment& experiment, const QString& text) const
{
    const std::optional<std::size_t> index = findLink(experiment.topology, m_key);
    return index ? withText(experiment, QStringLiteral("topology.links.%1.note").arg(*index), text)
                 : experiment;
}

Result<Experiment> LinkPanel::writeQuantity(const Experiment& experiment, const char* key,
                                            const QString& text,
                                            Result<double> (*parse)(const QString&)) const
{
    if (text.trimmed().isEmpty())
        return write(experiment, key, "null");
    const Result<double> value = parse(text);
    if (!value)
        return value.error();
    return write(experiment, key, numberText(*value).toStdString());
}

void LinkPanel::addFields()
{
    m_form->addHeading(tr("Link"));
    m_ends->setWordWrap(true);
    m_ends->setTextFormat(Qt::PlainText);
    m_ends->setProperty("muted", true);
    m_form->addRow(QStringLiteral("ends"), {}, {}, m_ends);
    m_form->addText(
        {QStringLiteral("bandwidth_mbps"), tr("Bandwidth"),
         tr("How many bits the link carries each second, with its unit: 10 Mbps, 1 Gbps, 25 Gbps. Gradients "
            "cross it in every step: a slow link is often what training waits for. Empty: not stated."),
         tr("10 Mbps, 1 Gbps …"), reader([](const Link& link) {
             return link.bandwidthMbps ? formatBandwidth(*link.bandwidthMbps) : QString();
         }),
         [this](const Experiment& experiment, const QString& text) {
             return writeQuantity(experiment, "bandwidth_mbps", text, parseBandwidth);
         }});
    m_form->addText({QStringLiteral("latency_ms"), tr("Latency"),
                     tr("How long a message takes one way, with its unit: 0.1 ms, 50 us. It counts once for "
                        "every piece of "
                        "gradient that is exchanged. Empty: not stated."),
                     tr("0.1 ms …"), reader([](const Link& link) {
                         return link.latencyMs ? formatLatency(*link.latencyMs) : QString();
                     }),
                     [this](const Experiment& experiment, const QString& text) {
                         return writeQuantity(experiment, "latency_ms", text, parseLatency);
                     }});
    m_form->addText(
        {QStringLiteral("note"),
         tr("Note"),
         tr("Anything you want to remember about this link."),
         {},
         reader([](const Link& link) { return QString::fromStdString(link.note); }),
         [this](const Experiment& experiment, const QString& text) { return writeNote(experiment, text); }});
}

void LinkPanel::showLink(const LinkKey& key)
{
    m_key = key;
    m_form->setScope(QStringLiteral("%1\n%2\n%3")
                         .arg(QString::fromStdString(key.from), QString::fromStdString(key.to))
                         .arg(key.ordinal));
    refresh();
}

void LinkPanel::focusBandwidth()
{
    m_form->focusField(QStringLiteral("bandwidth_mbps"));
}

void LinkPanel::refresh()
{
    const Topology& topology = m_document.experiment().topology;
    const std::optional<std::size_t> index = findLink(topology, m_key);
    if (!index)
        return;
    m_ends->setText(tr("%1 ↔ %2").arg(QString::fromStdString(nodeName(topology, m_key.from)),
                                      QString::fromStdString(nodeName(topology, m_key.to))));
    const std::string prefix = "topology.links." + std::to_string(*index) + '.';
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
