// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/keychain.h"
#include "remote/remote_options.h"

#include <QByteArray>

namespace lockstep {

/// The answers that a person let the keychain keep. Which ones these are stands in the settings, so that the
/// keychain is not asked, and need not be unlocked, for the sake of others.
class KeptSecrets : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Whether an answer to it is worth keeping: passwords and passphrases are, codes are not.
    static bool isLasting(const SecretQuestion& question);
    /// Calls `found` with the kept answer, or with an empty one. One that was refused is forgotten.
    void find(const SecretQuestion& question, const Keychain::Found& found);
    void keep(const SecretQuestion& question, const QByteArray& secret);
    /// Forgets those that are in `before` and not in `now`: lists of the settings.
    void forget(const QStringList& before, const QStringList& now);

signals:
    /// The keychain took none.
    void failed(const QString& sentence);

private:
    Keychain m_keychain;
};

} // namespace lockstep
