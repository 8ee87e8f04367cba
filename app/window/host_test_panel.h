// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/host_tests.h"

#include <QFrame>

class QLabel;
class QListView;
class QPushButton;

namespace lockstep {

class HostTestModel;

/// "3 hosts tested, 1 failed": how far tests are, and in the end what came of them.
QString testsTitle(const std::vector<HostTests::Test>& tests, const PairChecks& pairs, bool isTesting);

/// What came of the tests of hosts and of the network between them, below the canvas; choosing a line that
/// failed leads to the field to mend.
class HostTestPanel : public QFrame {
    Q_OBJECT
public:
    /// `tests` outlive it.
    explicit HostTestPanel(HostTests& tests, QWidget* parent = nullptr);
    HostTestModel& model() { return *m_model; }

signals:
    /// The line of this key was chosen.
    void jumpWanted(const std::string& key);
    void closeWanted();
    /// The rates that were measured are to be drawn.
    void drawingWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    HostTests& m_tests;
    HostTestModel* m_model;
    QListView* m_list;
    QLabel* m_title;
    QPushButton* m_cancel;
    QPushButton* m_again;
    QPushButton* m_draw; ///< shown where there is something to draw
};

} // namespace lockstep
