// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"
#include "app/problems/problem.h"

#include <QWidget>
#include <map>
#include <string>

class QSplitter;

namespace lockstep {

class CanvasActions;
class ElementList;
class FillInStrip;
class FirstRunCheck;
class HostTestPanel;
class HostTests;
class Inspector;
class LiveForecast;
class LivePreview;
class LiveRehearsal;
class LiveProblems;
class ProblemBar;
class ProblemPanel;
class RehearsalActions;
class ReportBook;
class StartStrip;
class TopologyScene;
class TopologyView;

/// Where an experiment is drawn: palette, canvas, inspector.
class DesignPage : public QWidget {
    Q_OBJECT
public:
    /// Both outlive it.
    DesignPage(ExperimentDocument& document, ReportBook& reports, QWidget* parent = nullptr);

    TopologyScene& scene() { return *m_scene; }
    TopologyView& view() { return *m_view; }
    Inspector& inspector() { return *m_inspector; }
    CanvasActions& canvasActions() { return *m_canvasActions; }
    /// REQUIRES: showRehearsal() was called.
    RehearsalActions& rehearsalActions() { return *m_rehearsalActions; }
    /// Shows or puts away the list of all elements below the palette.
    void showElementList(bool isShown);
    LiveProblems& problems() { return *m_live; }
    LivePreview& preview() { return *m_preview; }

    /// Whether the document can run. If not, says why above the canvas and goes to the field to mend.
    bool isReadyToRun();
    /// The same for a rehearsal, in which all hosts are this computer.
    bool isReadyToRehearse();
    QString problemText() const;
    /// Says above the canvas what went wrong.
    void say(const QString& problem);
    /// Selects what the key of an error is about and goes to its field.
    void goTo(const std::string& key);
    /// Shows or puts away the list of all problems below the canvas.
    void showProblemList(bool isShown);
    bool showsProblemList() const;
    QByteArray saveLayout() const;
    void restoreLayout(const QByteArray& layout);

    /// Shows these tests below the canvas from now on; they outlive it.
    void showTests(HostTests& tests);
    /// Shows on the canvas what this rehearsal does to hosts and links from now on, and offers to do it
    /// there. It outlives this.
    void showRehearsal(LiveRehearsal& rehearsal);
    /// Tests the selected hosts, or all where none is. REQUIRES: showTests() was called.
    void testHosts();
    /// Whether a run has to wait for the test of hosts that it is the first on; begins it, and says so.
    /// runWanted() follows when all is well. REQUIRES: showTests() was called.
    bool testsFirst();

    /// Offers other templates than this one below the canvas, until the document changes.
    void showStart(const QString& shownTemplate);
    /// Puts that offer away.
    void endStart();
    /// Puts what is offered below the canvas.
    void addStrip(QWidget& strip);

signals:
    void templateWanted(const QString& path);
    void galleryWanted();
    void runWanted();
    void problemListShown(bool isShown);

private:
    QWidget* makePaletteColumn();
    QWidget* makeCanvasColumn();
    void showSelection();
    void showProblems();
    void showMeasuredLinks();
    void followFirstRun();
    void forecast();
    std::map<std::string, QString> noticesByNode() const;
    void forgetMendedProblem();
    bool isReady(const std::vector<Error>& errors);
    void goToAll(const QStringList& keys);
    void mend(Remedy remedy);

    ExperimentDocument& m_document;
    TopologyScene* m_scene;
    TopologyView* m_view;
    Inspector* m_inspector;
    ProblemBar* m_problems;
    LiveProblems* m_live;
    LiveForecast* m_forecast;
    ProblemPanel* m_problemPanel;
    QSplitter* m_splitter;
    LivePreview* m_preview; ///< after what shows it, for children go in this order
    HostTests* m_tests = nullptr;
    HostTestPanel* m_testPanel = nullptr;
    FirstRunCheck* m_firstRun = nullptr;
    QSplitter* m_canvasSplitter = nullptr;
    CanvasActions* m_canvasActions = nullptr;
    RehearsalActions* m_rehearsalActions = nullptr;
    QSplitter* m_leftColumn = nullptr;
    ElementList* m_elementList = nullptr; ///< made when it is first asked for
    QWidget* m_canvasColumn = nullptr;
    FillInStrip* m_fillIn = nullptr;
    StartStrip* m_start = nullptr;
};

} // namespace lockstep
