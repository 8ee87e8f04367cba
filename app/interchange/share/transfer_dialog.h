// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/interchange/share/transfer.h"

#include <QDialog>

class QDialogButtonBox;
class QLabel;
class QProgressBar;

namespace lockstep {

/// Says how far a transfer has come and how it ended; closing it before cancels. Its window can be used
/// meanwhile. Deletes itself when it is closed.
class TransferDialog : public QDialog {
    Q_OBJECT
public:
    /// What is offered with what was written.
    enum class Offer {
        Nothing, ///< it closes by itself
        Folder,  ///< to show where it lies
        Open,    ///< that, and to open it
    };

    /// `text`: what is under way, "Writing digits.csv…".
    TransferDialog(std::unique_ptr<Transfer> transfer, const QString& title, const QString& text, Offer offer,
                   QWidget* parent);

    /// Begins, and appears.
    void begin();

signals:
    void succeeded(const QString& path);

private:
    void build(const QString& text);
    void showProgress(double part);
    void finish(const QString& path);
    void fail(const Error& error);
    /// What can be done when it is over.
    void offer(const QString& path);

    std::unique_ptr<Transfer> m_transfer;
    Offer m_offer;
    QLabel* m_text;
    QProgressBar* m_progress;
    QDialogButtonBox* m_buttons;
};

} // namespace lockstep
