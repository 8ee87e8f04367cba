// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/remote_options.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace lockstep {

/// Asks for a password, a passphrase, or what a server wants to know.
class SecretDialog : public QDialog {
    Q_OBJECT
public:
    /// `mayBeKept`: the keychain is offered.
    SecretDialog(const SecretQuestion& question, bool mayBeKept, QWidget* parent);

    /// What was typed, once: the field is empty afterwards.
    QByteArray takeSecret();
    bool isToBeKept() const;
    /// Says that the keychain, which was asked first, has not answered yet.
    void setKeychainAwaited(bool isAwaited);

private:
    void promise();

    QLineEdit* m_field;
    QCheckBox* m_keep;
    QLabel* m_promise;
    bool m_isKeychainAwaited = false;
};

} // namespace lockstep
