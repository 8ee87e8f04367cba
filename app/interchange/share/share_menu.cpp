// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/share/share_menu.h"

#include "app/interchange/share/archive_dialog.h"
#include "app/interchange/share/transfer_dialog.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"

#include <QEvent>
#include <QFileDialog>
#include <QMessageBox>
#include <QRegularExpression>

namespace lockstep {

namespace {

constexpr qsizetype kMaxName = 80;

/// A name for a file, out of one that may be anybody's.
QString fileName(const QString& runName)
{
    static const QRegularExpression kOthers(QStringLiteral("[^\\p{L}\\p{N}_-]+"));
    QString name = runName;
    name = name.replace(kOthers, QStringLiteral("-")).left(kMaxName);
    return name.isEmpty() || name == QStringLiteral("-") ? QStringLiteral("run") : name;
}

QString filterOf(ShareFormat format)
{
    switch (format) {
    case ShareFormat::Html:
        return ShareMenu::tr("Web pages (*.html)");
    case ShareFormat::Pdf:
        return ShareMenu::tr("PDF files (*.pdf)");
    case ShareFormat::Archive:
        return ShareMenu::tr("Runs of Lockstep (*.lockstep-run)");
    case ShareFormat::Csv:
        return ShareMenu::tr("Tables (*.csv)");
    case ShareFormat::JsonLines:
        return ShareMenu::tr("JSON lines (*.jsonl)");
    case ShareFormat::Events:
        break;
    }
    return {};
}

} // namespace

ShareMenu::ShareMenu(QWidget* parent) : QMenu(parent)
{
    const auto add = [this](ShareFormat format) {
        m_entries.append({format, addAction(QString(), this, [this, format] { ask(format); })});
    };
    add(ShareFormat::Html);
    add(ShareFormat::Pdf);
    addSeparator();
    add(ShareFormat::Archive);
    addSeparator();
    for (const ShareFormat format : {ShareFormat::Csv, ShareFormat::JsonLines, ShareFormat::Events})
        add(format);
    setRun({});
    retranslate();
}

void ShareMenu::setRun(const QString& folder)
{
    m_folder = folder;
    for (const Entry& entry : m_entries)
        entry.action->setEnabled(!folder.isEmpty());
}

void ShareMenu::retranslate()
{
    setTitle(tr("&Share"));
    for (const Entry& entry : m_entries) {
        switch (entry.format) {
        case ShareFormat::Html:
            entry.action->setText(tr("Report as a &web page…"));
            break;
        case ShareFormat::Pdf:
            entry.action->setText(tr("Report as a &PDF…"));
            break;
        case ShareFormat::Archive:
            entry.action->setText(tr("The run as one &file…"));
            break;
        case ShareFormat::Csv:
            entry.action->setText(tr("Numbers as &CSV…"));
            break;
        case ShareFormat::JsonLines:
            entry.action->setText(tr("Numbers as &JSON lines…"));
            break;
        case ShareFormat::Events:
            entry.action->setText(tr("Numbers for &TensorBoard…"));
            break;
        }
    }
}

void ShareMenu::changeEvent(QEvent* event)
{
    QMenu::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ShareMenu::ask(ShareFormat format)
{
    const Result<RunFolder> folder = RunFolder::open(m_folder);
    if (!folder) {
        QMessageBox::warning(parentWidget()->window(), tr("Share"), errorMessage(folder.error()));
        return;
    }
    if (format != ShareFormat::Archive)
        return askWhere(*folder, format, {});
    auto* dialog = new ArchiveDialog(archiveSizes(folder->path()), parentWidget()->window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog, run = *folder, format] { askWhere(run, format, dialog->contents()); });
    dialog->open();
}

void ShareMenu::askWhere(const RunFolder& folder, ShareFormat format, ArchiveContents contents)
{
    const QString name = fileName(folder.info().name) + suffixOf(format);
    auto* dialog = new QFileDialog(parentWidget()->window(), tr("Share"), name, filterOf(format));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffixOf(format));
    connect(
        dialog, &QFileDialog::fileSelected, this,
        [this, run = folder, format, contents](const QString& path) { write(run, format, path, contents); });
    dialog->open();
}

void ShareMenu::write(const RunFolder& folder, ShareFormat format, const QString& path,
                      ArchiveContents contents)
{
    const bool isReport = format == ShareFormat::Html || format == ShareFormat::Pdf;
    auto* dialog = new TransferDialog(
        std::make_unique<RunExport>(folder, format, path, contents), tr("Share"),
        tr("Writing %1…").arg(inertString(QFileInfo(path).fileName())),
        isReport ? TransferDialog::Offer::Open : TransferDialog::Offer::Folder, parentWidget()->window());
    dialog->begin();
}

} // namespace lockstep
