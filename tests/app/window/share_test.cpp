// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs go to other people and programs, and come from them, by the window.
#include "app/interchange/share/archive_dialog.h"
#include "app/interchange/share/share_menu.h"
#include "app/interchange/share/transfer_dialog.h"
#include "app/interchange/tensorboard/event_reader.h"
#include "app/plots/metric_plot.h"
#include "app/plots/plot_page.h"
#include "app/runs/foreign_page.h"
#include "app/runs/run_page.h"
#include "app/window/arrivals.h"
#include "app/window/main_window.h"
#include "tests/app/interchange/exchanged_files.h"
#include "tests/app/private_settings.h"
#include "tests/app/summary/recorded_run.h"

#include <QCheckBox>
#include <QDropEvent>
#include <QFileDialog>
#include <QLabel>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QUrl>
#include <memory>

using namespace lockstep;

namespace {

constexpr int kPatience = 60'000;
const QString kEvents = QStringLiteral(LOCKSTEP_SHARED_DATA "/tb-events");

QStringList textsIn(const QWidget& widget)
{
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>())
        if (!label->isHidden())
            texts.append(label->text());
    return texts;
}

/// Copies the event files of a folder, the last one only this far.
void copyEvents(const QString& from, const QString& to, double part = 1)
{
    const QDir folder(from);
    for (const QString& name : folder.entryList(QDir::Files)) {
        const QByteArray bytes = contents(folder.filePath(name));
        put(to + u'/' + name, bytes.left(static_cast<qsizetype>(static_cast<double>(bytes.size()) * part)));
    }
}

std::size_t pointsShown(const ForeignPage& page)
{
    const auto* plots = page.findChild<PlotPage*>();
    return plots && !plots->plots().isEmpty() ? pointsOf(plots->plots().first()->table()) : 0;
}

} // namespace

class ShareTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::unique_ptr<QTemporaryDir> m_runs;
    std::unique_ptr<MainWindow> m_window;

    Arrivals& arrivals() const { return *m_window->findChild<Arrivals*>(); }

    ShareMenu& menuOf(const QString& run)
    {
        m_window->showPage(MainWindow::Page::Run);
        if (!m_window->runPage().open(run).ok())
            qFatal("The run cannot be opened.");
        return *m_window->runPage().findChild<ShareMenu*>();
    }

    /// Chooses an entry by its text, answers where to, and waits for the end. What was said then.
    QString written(ShareMenu& menu, const char* entry, const QString& path)
    {
        for (QAction* action : menu.actions())
            if (action->text().remove(u'&').startsWith(QLatin1String(entry)))
                action->trigger();
        if (auto* contents = m_window->findChild<ArchiveDialog*>()) {
            contents->findChildren<QCheckBox*>().last()->setChecked(true);
            contents->accept();
        }
        auto* where = m_window->findChild<QFileDialog*>();
        if (!where)
            return QStringLiteral("nobody asked where to");
        emit where->fileSelected(path);
        delete where;
        auto* dialog = m_window->findChild<TransferDialog*>();
        const auto isOver = [dialog] { return dialog->findChild<QProgressBar*>()->isHidden(); };
        if (!dialog || !QTest::qWaitFor(isOver, kPatience))
            return QStringLiteral("it never ended");
        const QString said = textsIn(*dialog).join(u' ');
        delete dialog;
        return said;
    }

    bool drop(const QString& path)
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter({40, 40}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_window.get(), &enter);
        QDropEvent event({40, 40}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        event.ignore();
        QCoreApplication::sendEvent(m_window.get(), &event);
        return event.isAccepted();
    }

private slots:
    void initTestCase() { usePrivateSettings(m_folder); }

    void init()
    {
        m_runs = std::make_unique<QTemporaryDir>();
        RemoteOptions options;
        options.runsFolder = m_runs->filePath(QStringLiteral("runs"));
        options.engine = m_folder.filePath(QStringLiteral("no-engine"));
        m_window = std::make_unique<MainWindow>(options);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void cleanup() { m_window.reset(); }

    void everyEntryWritesWhatItSays()
    {
        const Result<RunFolder> run =
            writeRecordedRun(m_runs->filePath(QStringLiteral("runs")), {.epochs = 2, .stepsPerEpoch = 10});
        put(run->path() + QStringLiteral("/checkpoints/step-00000020/manifest.json"), "{}");
        const std::size_t points = pointsOf(loadRun(*run).metrics);
        ShareMenu& menu = menuOf(run->path());
        const auto path = [this](const char* name) { return m_runs->filePath(QLatin1String(name)); };

        QVERIFY(written(menu, "Report as a web", path("a.html")).contains(QStringLiteral("Written: ")));
        QVERIFY(contents(path("a.html")).contains("Digits on this computer"));
        QVERIFY(written(menu, "Report as a PDF", path("a.pdf")).contains(path("a.pdf")));
        QVERIFY(contents(path("a.pdf")).startsWith("%PDF-"));
        QVERIFY(written(menu, "Numbers as CSV", path("a.csv")).contains(path("a.csv")));
        QCOMPARE(contents(path("a.csv")).count('\n'), static_cast<qsizetype>(points) + 1);
        QVERIFY(written(menu, "Numbers as JSON", path("a.jsonl")).contains(path("a.jsonl")));
        QCOMPARE(contents(path("a.jsonl")).count('\n'), static_cast<qsizetype>(points));
        QVERIFY(written(menu, "Numbers for", path("events")).contains(path("events")));
        QVERIFY(QFileInfo(path("events/rank-1")).isDir());
        QVERIFY(written(menu, "The run as one", path("a.lockstep-run")).contains(path("a.lockstep-run")));
        TransferProgress progress;
        const Result<QString> again = unpackRun(path("a.lockstep-run"), path("others"), progress);
        QVERIFY(bool(again));
        QVERIFY(QFileInfo::exists(*again + QStringLiteral("/checkpoints/step-00000020/manifest.json")));
        // What cannot be written is told, in place of a result.
        const QString refused = written(menu, "Numbers as CSV", path("no/where.csv"));
        QVERIFY2(refused.contains(QStringLiteral("no/where.csv")) &&
                     !refused.contains(QStringLiteral("Written")),
                 qPrintable(refused));
    }

    void theSizeOfTheFileIsToldBefore()
    {
        ArchiveDialog dialog({.always = 1'000'000, .logs = 2'000'000, .checkpoints = 30'000'000});
        const QList<QCheckBox*> boxes = dialog.findChildren<QCheckBox*>();
        QCOMPARE(boxes.size(), 2);
        QVERIFY(textsIn(dialog).contains(QStringLiteral("About 2.86 MiB in all, before compression")));
        boxes[0]->click();
        boxes[1]->click();
        QVERIFY(textsIn(dialog).contains(QStringLiteral("About 29.6 MiB in all, before compression")));
        QVERIFY(!dialog.contents().logs && dialog.contents().checkpoints);
    }

    /// Closing the dialog is the way to cancel.
    void whatIsCancelledLeavesNothing()
    {
        const Result<RunFolder> run =
            writeRecordedRun(m_runs->filePath(QStringLiteral("runs")), {.epochs = 1, .stepsPerEpoch = 10});
        const QString file = m_runs->filePath(QStringLiteral("a.csv"));
        auto* dialog = new TransferDialog(std::make_unique<RunExport>(*run, ShareFormat::Csv, file),
                                          QStringLiteral("Share"), QStringLiteral("Writing…"),
                                          TransferDialog::Offer::Folder, m_window.get());
        dialog->begin();
        dialog->findChild<QPushButton*>()->click();
        QTRY_VERIFY(!m_window->findChild<TransferDialog*>());
        QVERIFY(!QFileInfo::exists(file));
        QCOMPARE(QDir(m_runs->path()).entryList(QDir::Files | QDir::Hidden), QStringList());
    }

    void aRunThatIsDroppedIsAmongOnesOwnAndShown()
    {
        const QString elsewhere = m_runs->filePath(QStringLiteral("elsewhere"));
        const Result<RunFolder> run = writeRecordedRun(elsewhere, {.epochs = 1, .stepsPerEpoch = 10});
        const QString file = m_runs->filePath(QStringLiteral("digits.lockstep-run"));
        TransferProgress progress;
        QVERIFY(bool(packRun(run->path(), file, {}, progress)));
        QVERIFY(drop(file));
        QTRY_COMPARE_WITH_TIMEOUT(m_window->page(), MainWindow::Page::Run, kPatience);
        QCOMPARE(m_window->runPage().title(), QStringLiteral("Digits on this computer"));
        QCOMPARE(RunFolder::list(m_runs->filePath(QStringLiteral("runs"))).size(), 1);
        QTRY_VERIFY(!m_window->findChild<TransferDialog*>());
    }

    void aDamagedFileIsRefusedInASentence()
    {
        const QString file = m_runs->filePath(QStringLiteral("bad.lockstep-run"));
        put(file, "PK not at all");
        arrivals().open(file);
        auto* dialog = m_window->findChild<TransferDialog*>();
        QVERIFY(dialog);
        QTRY_VERIFY_WITH_TIMEOUT(dialog->findChild<QProgressBar*>()->isHidden(), kPatience);
        QVERIFY(textsIn(*dialog).join(u' ').contains(QStringLiteral("bad.lockstep-run")));
        QCOMPARE(m_window->page(), MainWindow::Page::Design);
        QCOMPARE(RunFolder::list(m_runs->filePath(QStringLiteral("runs"))).size(), 0);
    }

    void whatIsBroughtIsKnownByItsName()
    {
        const Result<RunFolder> run = writeRecordedRun(m_runs->path(), {.epochs = 1, .stepsPerEpoch = 5});
        QCOMPARE(arrivalKind(run->path()), ArrivalKind::Run);
        QCOMPARE(arrivalKind(m_runs->path()), ArrivalKind::Events);
        QCOMPARE(arrivalKind(QStringLiteral("/x/events.out.tfevents.17.host.v2")), ArrivalKind::Events);
        QCOMPARE(arrivalKind(QStringLiteral("/x/a.lockstep-run")), ArrivalKind::Archive);
        QCOMPARE(arrivalKind(QStringLiteral("/x/a.lockstep.json")), ArrivalKind::Experiment);
        QCOMPARE(arrivalKind(QStringLiteral("/x/worklog.0")), ArrivalKind::Log);
    }

    /// Of the runs of a real folder, and of what a program adds to them.
    void aFolderOfEventsIsShownAndFollowed()
    {
        const QString folder = m_runs->filePath(QStringLiteral("strict"));
        const QString strict = kEvents + QStringLiteral("/tensorboard-reducer/strict");
        copyEvents(strict + QStringLiteral("/run_1"), folder + QStringLiteral("/run_1"));
        copyEvents(strict + QStringLiteral("/run_2"), folder + QStringLiteral("/run_2"), 0.5);
        QVERIFY(drop(folder));
        QTRY_VERIFY(m_window->findChild<ForeignPage*>());
        const auto& page = *m_window->findChild<ForeignPage*>();
        QCOMPARE(page.windowTitle(), QStringLiteral("strict"));
        QTRY_VERIFY_WITH_TIMEOUT(pointsShown(page) > 0, kPatience);
        const PlotPage& plots = *page.findChild<PlotPage*>();
        const MetricPlot& first = *plots.plots().first();
        QCOMPARE(static_cast<qsizetype>(plots.plots().size()), first.table().metrics().size());
        QCOMPARE(first.spec().curveName(0), QStringLiteral("run_1"));
        QCOMPARE(first.spec().curveName(1), QStringLiteral("run_2"));
        QVERIFY(first.table().knows(XAxis::WallTime));
        const std::size_t half = pointsShown(page);
        copyEvents(strict + QStringLiteral("/run_2"), folder + QStringLiteral("/run_2"));
        QTRY_VERIFY_WITH_TIMEOUT(pointsShown(page) > half, kPatience);
        TransferProgress progress;
        const Result<ForeignCurves> whole = tensorboard::readEvents(folder, progress);
        QTRY_COMPARE_WITH_TIMEOUT(pointsShown(page), pointsOf(whole->metrics), kPatience);
    }

    void theEventsOfKerasAreShown()
    {
        arrivals().open(kEvents + QStringLiteral("/keras-mnist"));
        const auto* page = m_window->findChild<ForeignPage*>();
        QVERIFY(page);
        QTRY_VERIFY_WITH_TIMEOUT(pointsShown(*page) > 10, kPatience);
        QStringList titles;
        for (const MetricPlot* plot : page->findChild<PlotPage*>()->plots())
            titles.append(plot->spec().title);
        QVERIFY2(titles.contains(QStringLiteral("epoch_loss")), qPrintable(titles.join(u' ')));
    }

    void aFolderWithoutEventsSaysSo()
    {
        const QString folder = m_runs->filePath(QStringLiteral("empty"));
        QDir().mkpath(folder);
        arrivals().open(folder);
        const auto* page = m_window->findChild<ForeignPage*>();
        QTRY_VERIFY_WITH_TIMEOUT(textsIn(*page).join(u' ').contains(QStringLiteral("tfevents")), kPatience);
    }
};

QTEST_MAIN(ShareTest)
#include "share_test.moc"
