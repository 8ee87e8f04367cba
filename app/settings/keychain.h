// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"

#include <QObject>
#include <functional>

class QByteArray;
class QString;

namespace lockstep {

/// The desktop's store of secrets: the Secret Service (GNOME's keyring) or KWallet, which keep them
/// encrypted. A desktop without either keeps nothing: they are never written to a file of our own. Every call
/// returns at once; what it was given is called on this thread, later, and not at all when the keychain is
/// gone before.
class Keychain : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    using Found = std::function<void(const QByteArray& secret)>;
    using Done = std::function<void(const Result<void>& done)>;
    /// What is kept under a name; empty where there is nothing, or where the keychain does not answer within
    /// a minute (it may ask the person to unlock it).
    void read(const QString& name, const Found& found);
    void write(const QString& name, const QByteArray& secret, const Done& done);
    /// One that is not there is fine.
    void remove(const QString& name);
};

} // namespace lockstep
