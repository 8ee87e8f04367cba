// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDBusVariant>
#include <QObject>
#include <QString>

namespace lockstep {

/// Speaks with the desktop portal. Blocks while it connects: it belongs on a thread of its own.
class PortalReader : public QObject {
    Q_OBJECT
public:
    ~PortalReader() override;
    /// `address`: of the session bus.
    void start(const QString& address);

signals:
    /// The value of color-scheme, now and whenever it changes.
    void schemeRead(uint scheme);

private slots:
    void settingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void ask();
    void tell(const QVariant& value);
};

} // namespace lockstep
