// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSocketNotifier>
#include <memory>

namespace lockstep {

/// Turns SIGINT and SIGTERM into a signal of the event loop. One object at a time; before and after it they
/// end the program as usual. GUI thread.
class Interrupts : public QObject {
    Q_OBJECT
public:
    explicit Interrupts(QObject* parent = nullptr);
    ~Interrupts() override;

signals:
    /// SIGINT or SIGTERM.
    void received(int number);

private:
    void read();

    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace lockstep
