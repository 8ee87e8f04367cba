// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/index/catalogue_run.h"
#include "app/interchange/share/transfer_dialog.h"
#include "app/window/main_window.h"
#include "tests/app/insight/short_training.h"

#include <QTemporaryDir>
#include <functional>

class QTabWidget;

namespace lockstep {

/// The dialogs and windows beside the main window: each opened with what a person would see in it, looked at,
/// and closed. They hold recorded runs, and checkpoints that the engine has trained.
class OtherWindows {
public:
    /// `name`: of the window, in file names; of each page of one that has several.
    using Look = std::function<void(QWidget& window, const QString& name)>;

    /// Below `folder`, where the runs lie in "runs".
    explicit OtherWindows(const QTemporaryDir& folder);
    bool ok() const { return m_isReady; }

    /// REQUIRES: ok(); the main window is shown. A test that fails meanwhile ends early.
    void visit(MainWindow& main, const Look& look);

private:
    void visitPlots();
    void visitRuns();
    void visitSweep();
    void visitSharing();
    void visitForeign();
    void visitCheckpoints();
    void visitEvaluation();
    void visitHosts();
    void visitQuestions();
    void visitDataOfHosts();
    void visitPreview();
    void visitChoosers();
    void visitKept();
    void visitSettings();
    void visitHostTests();

    /// Triggers the action of that text, which belongs to a menu of `owner`.
    void choose(const QWidget& owner, const QString& text);
    void lookAtChooser(const QString& name);
    void lookAtTransfer(std::unique_ptr<Transfer> transfer, TransferDialog::Offer offer, const QString& name);
    void look(QWidget& window, const QString& name);
    void lookAtPages(QWidget& window, QTabWidget& pages, const QString& name);
    /// At the dialog that `ask` waits in; it is rejected.
    void whenAsked(const QString& name, const std::function<void()>& ask);
    /// At the question of a connection that is open.
    void lookAtQuestion(const QString& name);

    QString path(const QString& name) const { return m_folder.filePath(name); }

    const QTemporaryDir& m_folder;
    const ShortTraining m_training;
    CatalogueRun m_run;
    CatalogueRun m_restarted;
    bool m_isReady = false;
    MainWindow* m_main = nullptr;
    Look m_look;
};

} // namespace lockstep
