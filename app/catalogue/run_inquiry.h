// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/run/run_controller.h"

#include <QObject>
#include <QStringList>
#include <map>
#include <memory>

class QWidget;

namespace lockstep {

/// Asks the hosts of runs what has become of them, all at the same time, and goes on watching those that
/// still train: what the runs folder says of them is true as long as this is asked for. GUI thread.
class RunInquiry : public QObject {
    Q_OBJECT
public:
    /// Questions about keys and passwords are shown over `window`, which outlives this.
    RunInquiry(RemoteOptions options, QWidget& window);
    ~RunInquiry() override;

    /// Begins with those that are not being asked yet.
    void ask(const QStringList& folders);
    /// Lets go of all of them; their runs go on.
    void end();
    /// Whether there is one whose hosts have not answered yet.
    bool isWaiting() const;

signals:
    /// Something more is known; it stands in the runs folder.
    void learned();

private:
    void follow(const QString& folder, RunController& controller);

    RemoteOptions m_options;
    QWidget& m_window;
    std::map<QString, std::unique_ptr<RunController>> m_controllers; ///< by folder
};

} // namespace lockstep
