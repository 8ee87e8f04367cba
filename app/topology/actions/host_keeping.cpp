// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/actions/host_keeping.h"

#include "app/topology/palette/host_palette.h"

#include <QCoreApplication>
#include <QInputDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>

namespace lockstep {

namespace {

struct Keeping {
    Q_DECLARE_TR_FUNCTIONS(lockstep::HostKeeping)
};

/// "vm" for "vm-1": hosts made of the template count on from there.
QString stemOf(const Host& host)
{
    const QString name = QString::fromStdString(host.name);
    static const QRegularExpression number(QStringLiteral("[-_ .]*[0-9]+$"));
    const QString stem = QString(name).remove(number);
    return stem.isEmpty() ? name : stem;
}

} // namespace

bool HostKeeping::mayReplace(const QString& question) const
{
    QMessageBox box(QMessageBox::Question, Keeping::tr("The name is taken"), question,
                    QMessageBox::Yes | QMessageBox::No, &m_window);
    box.setTextFormat(Qt::PlainText);
    box.button(QMessageBox::Yes)->setText(Keeping::tr("Replace"));
    box.button(QMessageBox::No)->setText(Keeping::tr("Keep"));
    box.setDefaultButton(QMessageBox::No);
    return box.exec() == QMessageBox::Yes;
}

Result<void> HostKeeping::saveHosts(const std::vector<Host>& hosts)
{
    const HostBook& book = m_palette.book();
    QStringList taken;
    for (const Host& host : hosts) {
        const Host* saved = book.find(host.name);
        if (saved && book.kept(*saved) != book.kept(host))
            taken << QString::fromStdString(host.name);
    }
    if (!taken.isEmpty() &&
        !mayReplace(Keeping::tr("The palette has other hosts of these names: %1. Replace them?")
                        .arg(taken.join(u','))))
        return {};
    return m_palette.saveHosts(hosts);
}

QString HostKeeping::askName(const QString& proposal) const
{
    QString name = proposal;
    for (;;) {
        bool isAccepted = false;
        name = QInputDialog::getText(
                   &m_window, Keeping::tr("Save as a template"),
                   Keeping::tr("Name of the template. Hosts made of it are called NAME-1, NAME-2, …"),
                   QLineEdit::Normal, name, &isAccepted)
                   .trimmed();
        if (!isAccepted)
            return {};
        if (name.isEmpty())
            continue;
        const bool isTaken = m_palette.templates().find(name.toStdString());
        if (!isTaken || mayReplace(Keeping::tr("There is a template “%1” already. Replace it?").arg(name)))
            return name;
    }
}

Result<void> HostKeeping::saveTemplate(const std::vector<Host>& hosts)
{
    if (hosts.size() != 1)
        return {};
    Host host = hosts.front();
    const QString name = askName(stemOf(host));
    if (name.isEmpty())
        return {};
    host.name = name.toStdString();
    return m_palette.saveTemplate(host);
}

} // namespace lockstep
