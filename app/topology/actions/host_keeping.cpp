// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What goes from the drawing to the palette.
#include "app/text/error_text.h"
#include "app/topology/actions/canvas_actions.h"
#include "app/topology/palette/host_palette.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"

#include <QInputDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>

namespace lockstep {

namespace {

/// "vm" for "vm-1": hosts made of the template count on from there.
QString stemOf(const Host& host)
{
    const QString name = QString::fromStdString(host.name);
    static const QRegularExpression number(QStringLiteral("[-_ .]*[0-9]+$"));
    const QString stem = QString(name).remove(number);
    return stem.isEmpty() ? name : stem;
}

} // namespace

std::vector<Host> CanvasActions::selectedHosts() const
{
    std::vector<Host> hosts;
    const Topology& topology = m_document.experiment().topology;
    for (const std::string& id : m_scene.selection().nodes) {
        if (const std::optional<std::size_t> index = findHost(topology, id))
            hosts.push_back(topology.hosts[*index]);
    }
    return hosts;
}

bool CanvasActions::mayReplace(const QString& question) const
{
    QMessageBox box(QMessageBox::Question, tr("The name is taken"), question,
                    QMessageBox::Yes | QMessageBox::No, &m_view);
    box.setTextFormat(Qt::PlainText);
    box.button(QMessageBox::Yes)->setText(tr("Replace"));
    box.button(QMessageBox::No)->setText(tr("Keep"));
    box.setDefaultButton(QMessageBox::No);
    return box.exec() == QMessageBox::Yes;
}

void CanvasActions::saveHosts()
{
    const std::vector<Host> hosts = selectedHosts();
    QStringList taken;
    for (const Host& host : hosts) {
        const Host* saved = m_palette.book().find(host.name);
        if (saved && m_palette.book().kept(*saved) != m_palette.book().kept(host))
            taken << QString::fromStdString(host.name);
    }
    if (!taken.isEmpty() &&
        !mayReplace(
            tr("The palette has other hosts of these names: %1. Replace them?").arg(taken.join(u','))))
        return;
    if (const Result<void> saved = m_palette.saveHosts(hosts); !saved)
        emit failed(errorSentence(saved.error()));
}

void CanvasActions::saveTemplate()
{
    const std::vector<Host> hosts = selectedHosts();
    if (hosts.size() != 1)
        return;
    Host host = hosts.front();
    QString name = stemOf(host);
    for (;;) {
        bool isAccepted = false;
        name =
            QInputDialog::getText(&m_view, tr("Save as a template"),
                                  tr("Name of the template. Hosts made of it are called NAME-1, NAME-2, …"),
                                  QLineEdit::Normal, name, &isAccepted)
                .trimmed();
        if (!isAccepted)
            return;
        if (name.isEmpty())
            continue;
        const bool isTaken = m_palette.templates().find(name.toStdString());
        if (!isTaken || mayReplace(tr("There is a template “%1” already. Replace it?").arg(name)))
            break;
    }
    host.name = name.toStdString();
    if (const Result<void> saved = m_palette.saveTemplate(host); !saved)
        emit failed(errorSentence(saved.error()));
}

} // namespace lockstep
