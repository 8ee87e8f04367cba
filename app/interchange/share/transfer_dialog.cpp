// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/share/transfer_dialog.h"

#include "app/interchange/share/show_in_folder.h"
#include "app/text/error_text.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"

#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr int kLeastWidth = 460;

} // namespace

TransferDialog::TransferDialog(std::unique_ptr<Transfer> transfer, const QString& title, const QString& text,
                               Offer offer, QWidget* parent)
    : QDialog(parent), m_transfer(std::move(transfer)), m_offer(offer), m_text(new QLabel(this)),
      m_progress(new QProgressBar(this)), m_buttons(new QDialogButtonBox(QDialogButtonBox::Cancel, this))
{
    setWindowTitle(title);
    setAttribute(Qt::WA_DeleteOnClose);
    build(text);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_transfer.get(), &Transfer::progressed, this, &TransferDialog::showProgress);
    connect(m_transfer.get(), &Transfer::succeeded, this, &TransferDialog::finish);
    connect(m_transfer.get(), &Transfer::failed, this, &TransferDialog::fail);
}

void TransferDialog::build(const QString& text)
{
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setText(text);
    m_progress->setRange(0, 1000);
    m_progress->setAccessibleName(text);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_text);
    layout->addWidget(m_progress);
    layout->addStretch(1);
    layout->addWidget(m_buttons);
    setMinimumWidth(kLeastWidth);
}

void TransferDialog::begin()
{
    m_transfer->start();
    show();
}

void TransferDialog::showProgress(double part)
{
    m_progress->setValue(static_cast<int>(part * 1000));
}

void TransferDialog::finish(const QString& path)
{
    emit succeeded(path);
    if (m_offer == Offer::Nothing) {
        accept();
        return;
    }
    const QFileInfo info(path);
    m_text->setText(info.isDir() ? tr("Written: %1").arg(inertString(path))
                                 : tr("Written: %1 (%2)").arg(inertString(path), sizeText(info.size())));
    offer(path);
}

void TransferDialog::fail(const Error& error)
{
    m_text->setText(inertString(errorMessage(error)));
    offer({});
}

void TransferDialog::offer(const QString& path)
{
    m_progress->hide();
    m_buttons->setStandardButtons(QDialogButtonBox::Close);
    m_buttons->button(QDialogButtonBox::Close)->setDefault(true);
    m_buttons->button(QDialogButtonBox::Close)->setFocus();
    if (path.isEmpty())
        return;
    connect(m_buttons->addButton(tr("Show in folder"), QDialogButtonBox::ActionRole), &QPushButton::clicked,
            this, [path] { showInFolder(path); });
    if (m_offer == Offer::Open)
        connect(m_buttons->addButton(tr("Open"), QDialogButtonBox::ActionRole), &QPushButton::clicked, this,
                [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); });
}

} // namespace lockstep
