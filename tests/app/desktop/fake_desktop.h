// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <QVariantMap>
#include <QVector>

namespace lockstep {

/// Who shows notices and docks icons on the session bus that the environment names: writes down what it is
/// told. One at a time in a process.
class FakeDesktop : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.Notifications")
public:
    struct Shown {
        uint id = 0;
        QString title, text;
        QStringList actions;
        QVariantMap hints;
    };

    explicit FakeDesktop(QStringList abilities);
    ~FakeDesktop() override;

    const QVector<Shown>& notices() const { return m_notices; }
    /// Of the icon of this program: -1 where none is to be seen.
    const QVector<double>& progress() const { return m_progress; }
    /// As a person does it.
    void click(uint id, const QString& token);

public slots:
    QStringList GetCapabilities() { return m_abilities; }
    uint Notify(const QString& program, uint replaces, const QString& icon, const QString& title,
                const QString& text, const QStringList& actions, const QVariantMap& hints, int milliseconds);

signals:
    void ActionInvoked(uint id, const QString& action);
    void ActivationToken(uint id, const QString& token);
    void NotificationClosed(uint id, uint reason);

private slots:
    void update(const QString& program, const QVariantMap& entry);

private:
    QStringList m_abilities;
    QVector<Shown> m_notices;
    QVector<double> m_progress;
};

} // namespace lockstep
