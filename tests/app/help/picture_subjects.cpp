// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/help/picture_subjects.h"

#include "app/checkpoints/checkpoint_panel.h"
#include "app/headless/plot_command.h"
#include "app/inspector/inspector.h"
#include "app/preview/live_preview.h"
#include "app/preview/preview_strip.h"
#include "app/runs/run_page.h"
#include "app/settings/program_paths.h"
#include "app/start/start_gallery.h"
#include "app/start/templates.h"
#include "app/topology/topology_scene.h"
#include "app/topology/topology_view.h"
#include "app/window/design_page.h"
#include "app/window/document_actions.h"
#include "app/window/live_problems.h"
#include "app/window/problem_panel.h"
#include "tests/app/summary/recorded_run.h"

#include <QCoreApplication>
#include <QPixmap>
#include <QSplitter>
#include <QTabWidget>
#include <QTest>
#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr QSize kWindow{1000, 660};
constexpr QSize kWideWindow{1500, 660}; ///< in which a row of three hosts has its full size
constexpr QSize kHighWindow{1040, 860}; ///< in which plots and tables of a run have room
constexpr int kRowHeight = 240;         ///< of three hosts in a row
constexpr int kMoreProblems = 40;       ///< by which their list is higher, so that no sentence is cut
constexpr int kPatience = 30'000;       // ms, beside other tests
constexpr int kSettling = 400;          // ms, for layouts, plots and logs, which follow a few times a second

QString templatePath(const QString& name)
{
    return programPaths().templates + u'/' + name + QLatin1String(".lockstep.json");
}

/// The tabs that one of a page's parts lies in.
QTabWidget* tabsOf(const QWidget& part)
{
    QWidget* around = part.parentWidget();
    while (qobject_cast<QTabWidget*>(around) == nullptr)
        around = around->parentWidget();
    return static_cast<QTabWidget*>(around);
}

} // namespace

PictureSubjects::PictureSubjects(const QString& folder) : m_folder(folder)
{
    RemoteOptions options = defaultRemoteOptions();
    options.runsFolder = runs();
    m_window = std::make_unique<MainWindow>(options);
    m_window->show();
}

PictureSubjects::~PictureSubjects() = default;

QString PictureSubjects::runs() const
{
    return m_folder + QLatin1String("/runs");
}

const std::map<QString, QImage (PictureSubjects::*)()>& PictureSubjects::takers()
{
    static const std::map<QString, QImage (PictureSubjects::*)()> takers = {
        {QStringLiteral("first-run"), &PictureSubjects::firstRun},
        {QStringLiteral("first-run-done"), &PictureSubjects::firstRunDone},
        {QStringLiteral("drawing"), &PictureSubjects::drawing},
        {QStringLiteral("problems"), &PictureSubjects::problems},
        {QStringLiteral("host"), &PictureSubjects::hostPanel},
        {QStringLiteral("data"), &PictureSubjects::dataFields},
        {QStringLiteral("plots"), &PictureSubjects::plots},
        {QStringLiteral("failures"), &PictureSubjects::failures},
        {QStringLiteral("slow-links"), &PictureSubjects::slowLinks},
        {QStringLiteral("checkpoints"), &PictureSubjects::checkpoints},
        {QStringLiteral("recipes"), &PictureSubjects::recipes},
        {QStringLiteral("headless"), &PictureSubjects::curvesOfCommand},
    };
    return takers;
}

QStringList PictureSubjects::names()
{
    QStringList names;
    for (const auto& [name, taker] : takers())
        names.append(name);
    return names;
}

QImage PictureSubjects::take(const QString& name)
{
    return (this->*takers().at(name))();
}

bool PictureSubjects::openTemplate(const QString& name, QSize window)
{
    m_window->resize(window);
    m_window->showPage(MainWindow::Page::Design);
    DesignPage& design = m_window->designPage();
    design.showProblemList(false);
    if (!m_window->documentActions().openTemplate(templatePath(name)))
        return false;
    design.view().zoomToFit();
    QTest::qWait(kSettling);
    return true;
}

bool PictureSubjects::openCluster(QSize window)
{
    if (!openTemplate(QStringLiteral("ceni-resnet18"), window))
        return false;
    Experiment filledIn = m_window->document().experiment();
    int last = 20;
    for (Host& host : filledIn.topology.hosts) {
        host.address = "192.168.1." + std::to_string(last++);
        host.devices = {Device{}};
    }
    filledIn.data.path = "/data/imagenet";
    m_window->document().edit([] { return QString(); }, filledIn);
    m_window->designPage().view().zoomToFit();
    QTest::qWait(kSettling);
    return true;
}

bool PictureSubjects::showCosts()
{
    DesignPage& design = m_window->designPage();
    design.showProblemList(true);
    // What slow links cost is known once the engine has told of the model.
    const auto saysCosts = [&] {
        const Problems& problems = design.problems().problems();
        return std::any_of(problems.begin(), problems.end(), [](const Problem& problem) {
            return problem.error.key.find("bandwidth_mbps") != std::string::npos;
        });
    };
    const bool isKnown = QTest::qWaitFor(saysCosts, kPatience);
    QTest::qWait(kSettling);
    return isKnown;
}

bool PictureSubjects::openRun(int hosts, int ranksPerHost, int failingRank)
{
    if (!openTemplate(QStringLiteral("digits-local"), kHighWindow)) // which the button names
        return false;
    const Result<RunFolder> run =
        writeRecordedRun(runs(), {.hosts = hosts,
                                  .ranksPerHost = ranksPerHost,
                                  .failingRank = failingRank,
                                  .name = templateText("Digits on this computer").toStdString()});
    if (!run || !m_window->runPage().open(run->path()))
        return false;
    m_window->showPage(MainWindow::Page::Run);
    if (!QTest::qWaitFor([&] { return hasEnded(m_window->runPage().phase()); }, kPatience))
        return false;
    QTest::qWait(3 * kSettling); // the log is looked at twice a second
    return true;
}

QImage PictureSubjects::grabWindow()
{
    return m_window->grab().toImage();
}

QImage PictureSubjects::grab(const QWidget& part, int height)
{
    const QRect place(part.mapTo(m_window.get(), QPoint()), part.size());
    return m_window->grab(place.intersected({place.topLeft(), QSize(place.width(), height)})).toImage();
}

QImage PictureSubjects::firstRun()
{
    if (!openTemplate(QStringLiteral("digits-local"), kWindow))
        return {};
    m_window->designPage().showStart(templatePath(QStringLiteral("digits-local")));
    QTest::qWait(kSettling);
    QImage picture = grabWindow();
    m_window->designPage().endStart();
    return picture;
}

QImage PictureSubjects::firstRunDone()
{
    return openRun(1, 2) ? grabWindow() : QImage();
}

QImage PictureSubjects::drawing()
{
    if (!openCluster(kWideWindow))
        return {};
    const TopologyView& view = m_window->designPage().view();
    const QRect row(0, (view.height() - kRowHeight) / 2, view.width(), kRowHeight);
    return m_window->grab(row.translated(view.mapTo(m_window.get(), QPoint()))).toImage();
}

QImage PictureSubjects::problems()
{
    if (!openCluster(kWindow))
        return {};
    Experiment broken = m_window->document().experiment();
    broken.topology.hosts.back().address.clear();
    m_window->document().edit([] { return QString(); }, broken);
    if (!showCosts())
        return {};
    const auto& panel = *m_window->findChild<ProblemPanel*>();
    auto& column = *qobject_cast<QSplitter*>(panel.parentWidget());
    const QList<int> heights = column.sizes();
    column.setSizes(QList<int>{heights[0] - kMoreProblems, heights[1] + kMoreProblems} + heights.mid(2));
    QTest::qWait(kSettling);
    QImage picture = grab(panel);
    column.setSizes(heights);
    return picture;
}

QImage PictureSubjects::hostPanel()
{
    if (!openCluster(kWindow))
        return {};
    DesignPage& design = m_window->designPage();
    design.scene().select({{m_window->document().experiment().topology.hosts.front().id}, {}});
    QTest::qWait(kSettling);
    return grab(design.inspector());
}

QImage PictureSubjects::dataFields()
{
    if (!openTemplate(QStringLiteral("digits-local"), kWindow))
        return {};
    DesignPage& design = m_window->designPage();
    design.scene().select({});
    if (!QTest::qWaitFor([&] { return design.preview().state() == LivePreview::State::Seen; }, kPatience))
        return {};
    QTest::qWait(kSettling);
    const auto& strip = *design.inspector().findChild<PreviewStrip*>();
    const int end = strip.mapTo(&design.inspector(), QPoint(0, strip.height())).y();
    return grab(design.inspector(), end + 8);
}

QImage PictureSubjects::plots()
{
    if (!openRun(2, 2))
        return {};
    const auto& loss = *m_window->findChild<QWidget*>(QStringLiteral("training-loss"));
    const auto& accuracy = *m_window->findChild<QWidget*>(QStringLiteral("validation-accuracy-percent"));
    const auto place = [&](const QWidget& plot) {
        return QRect(plot.mapTo(m_window.get(), QPoint()), plot.size());
    };
    return m_window->grab(place(loss).united(place(accuracy))).toImage();
}

QImage PictureSubjects::failures()
{
    return openRun(3, 1, 2) ? grabWindow() : QImage();
}

QImage PictureSubjects::slowLinks()
{
    if (!openCluster(kWindow) || !showCosts())
        return {};
    DesignPage& design = m_window->designPage();
    design.scene().select({{}, {linkKeys(m_window->document().experiment().topology).front()}});
    QTest::qWait(kSettling);
    return grabWindow();
}

QImage PictureSubjects::checkpoints()
{
    if (!openRun(1, 2))
        return {};
    auto* panel = m_window->findChild<CheckpointPanel*>();
    auto* tabs = tabsOf(*panel);
    tabs->setCurrentWidget(panel);
    QTest::qWait(kSettling);
    QImage picture = grab(*tabs);
    tabs->setCurrentIndex(0);
    return picture;
}

QImage PictureSubjects::recipes()
{
    StartGallery gallery(programPaths().templates, {}, m_window.get());
    gallery.show();
    QTest::qWait(kSettling);
    return gallery.grab().toImage();
}

QImage PictureSubjects::curvesOfCommand()
{
    const Result<RunFolder> run = writeRecordedRun(
        runs(), {.ranksPerHost = 4, .name = templateText("Digits on this computer").toStdString()});
    const QString file = m_folder + QLatin1String("/curves.png");
    if (!run || !drawCurves(*run, file))
        return {};
    return QImage(file).scaledToWidth(kWindow.width(), Qt::SmoothTransformation);
}

} // namespace lockstep
