// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/help/topic.h"

#include <QObject>
#include <QPointer>
#include <memory>

class QAction;
class QWidget;

namespace lockstep {

class MainWindow;
class ManualWindow;

/// The manual, opened at the page about what has the keyboard: from the menu, and by its keys everywhere, in
/// dialogs too, where no action of the window answers.
class Help : public QObject {
    Q_OBJECT
public:
    /// `window` owns it, and says which page is shown.
    explicit Help(MainWindow& window);
    ~Help() override;

    /// What opens the manual, with the keys that do so, from now on.
    void setAction(QAction& action);
    void show(Topic topic);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// What has the keyboard, or the page or dialog around it.
    const QWidget& place() const;
    void showForPlace();
    ManualWindow& freshWindow();

    MainWindow& m_window;
    QPointer<QAction> m_action;
    std::unique_ptr<ManualWindow> m_manual; ///< null until it is first asked for
};

} // namespace lockstep
