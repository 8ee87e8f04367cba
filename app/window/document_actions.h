// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"

#include <QObject>

class QMenu;
class QWidget;

namespace lockstep {

/// New, open, save and the question about unsaved changes, with their dialogs.
class DocumentActions : public QObject {
    Q_OBJECT
public:
    /// Dialogs appear over `window`, which also owns this.
    DocumentActions(ExperimentDocument& document, QWidget& window);
    /// Adds the entries of the File menu that are about the document.
    void addTo(QMenu& menu);

    /// Whether the present document may be left: it is saved, or was saved now, or may be lost.
    bool mayLeave();
    /// Leaves the present document, if it may be left, for a file or a template.
    void leaveForFile(const QString& path);
    void leaveForTemplate(const QString& path);
    /// Reads a file into the document; an error is shown.
    bool openFile(const QString& path);
    /// Begins an untitled document from a template file; an error is shown.
    bool openTemplate(const QString& path);
    /// Begins an untitled document with this experiment, unless unsaved changes keep the present one.
    void leaveForExperiment(const Experiment& experiment);
    /// Asks where to begin: a template, a recent file, another file, nothing.
    void showGallery();
    bool save();
    bool saveAs();
    /// The commands that do by hand what Run does with the document.
    void showCommands();

private:
    void makeNew();
    void chooseAndOpen();
    bool saveTo(const QString& path);
    /// Whether the copy that was kept of a file that cannot be read was opened in its place.
    bool offerKeptCopy(const QString& path, const Error& error);
    void fillRecentMenu();
    void fillTemplateMenu();
    void showError(const QString& title, const Error& error);

    ExperimentDocument& m_document;
    QWidget& m_window;
    QMenu* m_recentMenu = nullptr;
    QMenu* m_templateMenu = nullptr;
};

} // namespace lockstep
