// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/desktop.h"

#include <QObject>
#include <QString>

namespace lockstep {

class RunList;
class RunPage;
class RunSummary;
class UnseenRun;
enum class RunPhase;
struct RunInfo;
struct SweepOutcome;

/// What is told of the run outside its page: how far it is, in the window's title and on the program's icon;
/// its end and what goes wrong with it, by notices while no window of the program is in front. Likewise of
/// the runs of sweeps, which no page shows.
class RunAnnouncer : public QObject {
    Q_OBJECT
public:
    explicit RunAnnouncer(QWidget& window);

    /// Follows the runs of this page from now on. REQUIRES: called once; the page outlives it.
    void follow(RunPage& page);
    /// Follows the sweeps that this list begins. REQUIRES: the list outlives it.
    void follow(RunList& list);
    /// The window's title over this document: "63 % digits[*] — Lockstep".
    QString title(const QString& document) const;

signals:
    /// title() is another now.
    void titleChanged();
    /// A person wants to see the run of this folder; the window is in front.
    void runWanted(const QString& folder);

private:
    void setPhase(RunPhase phase);
    void showProgress(const RunSummary& summary);
    void setPercent(std::optional<int> percent);
    void follow(UnseenRun& run);
    void tellEnd(const QString& folder, const RunInfo& info, const QString& result);
    void tellBroken(const QString& folder, const QString& run, const QString& sentence);
    void tellSweepEnd(const SweepOutcome& outcome);
    void tell(const Notice& notice);

    QWidget& m_window;
    RunPage* m_page = nullptr;
    Desktop m_desktop;
    bool m_goesOn = false;
    std::optional<int> m_percent; ///< nothing: no run goes on, or nobody knows
    QString m_result;             ///< of the run shown, so far
};

} // namespace lockstep
