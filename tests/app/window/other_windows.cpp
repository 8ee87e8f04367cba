// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window/other_windows.h"

#include "app/catalogue/compare/run_comparison.h"
#include "app/catalogue/field_chooser.h"
#include "app/catalogue/index/run_digest.h"
#include "app/catalogue/run_deletion.h"
#include "app/catalogue/sweep/sweep_dialog.h"
#include "app/catalogue/sweep/sweep_window.h"
#include "app/checkpoints/checkpoint_questions.h"
#include "app/insight/difference_dialog.h"
#include "app/insight/evaluation_dialog.h"
#include "app/insight/inside_dialog.h"
#include "app/insight/insight_table.h"
#include "app/interchange/share/archive_dialog.h"
#include "app/interchange/share/run_export.h"
#include "app/inventory/inventory_dialog.h"
#include "app/plots/metric_plot.h"
#include "app/plots/plot_dialog.h"
#include "app/plots/plot_page.h"
#include "app/preview/live_preview.h"
#include "app/preview/preview_dialog.h"
#include "app/runs/connection_questions.h"
#include "app/runs/data_delivery_dialog.h"
#include "app/runs/foreign_page.h"
#include "app/runs/run_page.h"
#include "app/runs/train_longer_dialog.h"
#include "app/settings/remembered.h"
#include "app/topology/palette/host_list_dialog.h"
#include "app/window/arrivals.h"
#include "app/window/commands_dialog.h"
#include "tests/app/summary/recorded_run.h"

#include <QAction>
#include <QApplication>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <QTimer>

namespace lockstep {

namespace {

const QString kEngine = QStringLiteral(LOCKSTEP_ENGINE);
constexpr int kPatienceMs = 60'000;

bool write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

/// As PyTorch's example prints it.
QByteArray progressLines()
{
    QByteArray text;
    for (int step = 0; step < 60; ++step)
        text += QStringLiteral("Epoch: [0][%1/60]\tTime  0.312 ( 0.330)\tData  0.002 ( 0.004)\tLoss %2 (%2)\t"
                               "Acc@1 %3 (%3)\tAcc@5 %4 (%4)\n")
                    .arg(step)
                    .arg(6.9 - step * 0.05, 0, 'e', 4)
                    .arg(step * 0.8, 0, 'f', 2)
                    .arg(step * 1.4, 0, 'f', 2)
                    .toUtf8();
    return text;
}

CheckpointEntry savedEntry(std::int64_t step)
{
    CheckpointEntry entry;
    entry.saved.step = step;
    entry.saved.epoch = static_cast<int>(step / 600);
    entry.saved.bytes = 96'000'000;
    entry.isHere = true;
    return entry;
}

} // namespace

OtherWindows::OtherWindows(const QTemporaryDir& folder) : m_folder(folder)
{
    qputenv("LOCKSTEP_HOME", path(QStringLiteral("home")).toUtf8());
    const QString runs = path(QStringLiteral("runs"));
    const Result<RunFolder> run = writeRecordedRun(runs, {.hosts = 3, .ranksPerHost = 2});
    const Result<RunFolder> restarted = writeRestartedRun(runs);
    m_isReady = m_training.ok() && run.ok() && restarted.ok() &&
                write(path(QStringLiteral("resnet.log")), progressLines());
    if (!m_isReady)
        return;
    RunEntryReader reader({});
    m_run = digestRun(run->path(), reader, false);
    m_restarted = digestRun(restarted->path(), reader, false);
}

void OtherWindows::visit(MainWindow& main, const Look& look)
{
    m_main = &main;
    m_look = look;
    for (const auto part :
         {&OtherWindows::visitPlots, &OtherWindows::visitRuns, &OtherWindows::visitSweep,
          &OtherWindows::visitSharing, &OtherWindows::visitForeign, &OtherWindows::visitCheckpoints,
          &OtherWindows::visitEvaluation, &OtherWindows::visitHosts, &OtherWindows::visitQuestions,
          &OtherWindows::visitDataOfHosts, &OtherWindows::visitPreview, &OtherWindows::visitChoosers,
          &OtherWindows::visitKept, &OtherWindows::visitSettings, &OtherWindows::visitHostTests}) {
        (this->*part)();
        if (QTest::currentTestFailed())
            return;
    }
}

void OtherWindows::look(QWidget& window, const QString& name)
{
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    m_look(window, name);
}

void OtherWindows::lookAtPages(QWidget& window, QTabWidget& pages, const QString& name)
{
    window.show();
    for (int page = 0; page < pages.count(); ++page) {
        pages.setCurrentIndex(page);
        look(window, name + QStringLiteral("-%1").arg(page));
    }
}

void OtherWindows::whenAsked(const QString& name, const std::function<void()>& ask)
{
    bool wasAsked = false;
    QTimer asked;
    QObject::connect(&asked, &QTimer::timeout, m_main, [&] {
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        if (!dialog)
            return;
        asked.stop();
        look(*dialog, name);
        wasAsked = true;
        if (QWidget* still = QApplication::activeModalWidget())
            still->close();
    });
    asked.start(10);
    ask();
    QVERIFY2(wasAsked, qPrintable(name));
}

void OtherWindows::visitPlots()
{
    m_main->showPage(MainWindow::Page::Run);
    QVERIFY(m_main->runPage().open(m_run.folder()).ok());
    QTest::qWait(500);
    MetricPlot& plot = *m_main->findChild<PlotPage*>()->plots().first();
    plot.openDialog();
    const QPointer<QDialog> dialog = plot.findChild<PlotDialog*>();
    look(*dialog, QStringLiteral("plot"));
    delete dialog;
    for (QAction* action : plot.findChild<QMenu*>()->actions()) {
        if (plot.findChild<QInputDialog*>() == nullptr && action->text() == MetricPlot::tr("Note…"))
            action->trigger();
    }
    const QPointer<QDialog> note = plot.findChild<QInputDialog*>();
    QVERIFY(note);
    look(*note, QStringLiteral("note"));
    delete note;
}

void OtherWindows::visitRuns()
{
    QStringList known;
    for (const RunField& field : m_run.fields.all())
        known.append(field.name);
    FieldChooser columns(known, known.mid(3, 2), m_main);
    look(columns, QStringLiteral("columns"));
    auto comparison = std::make_unique<RunComparison>(QVector<CatalogueRun>{m_run, m_restarted}, m_main);
    lookAtPages(*comparison, *comparison->findChild<QTabWidget*>(), QStringLiteral("comparison"));
    comparison.reset();
    whenAsked(QStringLiteral("delete-run"), [&] { askWhatToDelete({m_run}, *m_main); });
    whenAsked(QStringLiteral("delete-runs"), [&] { askWhatToDelete({m_run, m_restarted}, *m_main); });
    const Result<RunFolder> folder = RunFolder::open(m_run.folder());
    RunSummary summary(folder->experiment());
    const RecordedRun recorded{.hosts = 3, .ranksPerHost = 2};
    for (int rank = 0; rank < recorded.hosts * recorded.ranksPerHost; ++rank)
        summary.take(rank, recordedJournal(recorded, rank));
    TrainLongerDialog longer(*folder, summary, m_main);
    look(longer, QStringLiteral("train-longer"));
}

void OtherWindows::visitSweep()
{
    const Experiment experiment = recordedExperiment({.hosts = 3});
    SweepDialog asking(experiment, m_main);
    asking.findChild<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly)
        ->setText(QStringLiteral("1e-4..0.1:4:log"));
    look(asking, QStringLiteral("sweep"));
    asking.findChild<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly)->setText(QStringLiteral("fast"));
    look(asking, QStringLiteral("sweep-wrong"));
    Sweep sweep;
    sweep.id = freshSweepId();
    sweep.experiment = experiment;
    sweep.axes = {*sweepAxisIn(QStringLiteral("training.seed=1,2,3")),
                  *sweepAxisIn(QStringLiteral("training.learning_rate=0.1,0.01"))};
    RemoteOptions options;
    options.runsFolder = path(QStringLiteral("swept"));
    options.engine = path(QStringLiteral("no-engine"));
    auto window = std::make_unique<SweepWindow>(options, sweep, m_main);
    QVERIFY(window->start().ok());
    look(*window, QStringLiteral("sweep-window"));
}

void OtherWindows::visitSharing()
{
    ArchiveDialog archive({.always = 52'000'000, .logs = 1'900'000, .checkpoints = 980'000'000}, m_main);
    look(archive, QStringLiteral("archive"));
    const QString events = path(QStringLiteral("events"));
    QDir(events).removeRecursively();
    lookAtTransfer(std::make_unique<RunExport>(*RunFolder::open(m_run.folder()), ShareFormat::Events, events),
                   TransferDialog::Offer::Folder, QStringLiteral("written"));
    lookAtTransfer(
        std::make_unique<RunImport>(path(QStringLiteral("resnet.log")), path(QStringLiteral("runs"))),
        TransferDialog::Offer::Nothing, QStringLiteral("refused"));
}

/// When it is over.
void OtherWindows::lookAtTransfer(std::unique_ptr<Transfer> transfer, TransferDialog::Offer offer,
                                  const QString& name)
{
    QSignalSpy succeeded(transfer.get(), &Transfer::succeeded);
    QSignalSpy failed(transfer.get(), &Transfer::failed);
    const QPointer<TransferDialog> dialog = new TransferDialog(
        std::move(transfer), QStringLiteral("Share"), path(QStringLiteral("a-run.file")), offer, m_main);
    dialog->begin();
    QTRY_VERIFY_WITH_TIMEOUT(succeeded.count() + failed.count() == 1, kPatienceMs);
    look(*dialog, name);
    delete dialog;
}

void OtherWindows::visitForeign()
{
    Arrivals arrivals(*m_main, [] { return QString(); });
    const auto shown = [this] { return m_main->findChild<ForeignPage*>(); };
    arrivals.openLogs({path(QStringLiteral("resnet.log"))});
    QTest::qWait(500);
    look(*shown(), QStringLiteral("foreign-log"));
    delete shown();
    arrivals.openEvents(path(QStringLiteral("events")));
    QTest::qWait(500);
    look(*shown(), QStringLiteral("foreign-events"));
    delete shown();
}

void OtherWindows::visitCheckpoints()
{
    const auto isAnswered = [](const QDialog& dialog, const char* table) {
        return dialog.findChild<InsightTable*>(QLatin1String(table))->model()->rowCount() > 0;
    };
    InsideDialog inside(kEngine, m_training.last(), m_main);
    fitScreen(inside); // as who opens it does
    QTRY_VERIFY_WITH_TIMEOUT(isAnswered(inside, "tensorTable"), kPatienceMs);
    lookAtPages(inside, *inside.findChild<QTabWidget*>(), QStringLiteral("inside"));
    DifferenceDialog difference(kEngine, m_training.earlier(), m_training.last(), m_main);
    fitScreen(difference);
    QTRY_VERIFY_WITH_TIMEOUT(isAnswered(difference, "differenceTable"), kPatienceMs);
    look(difference, QStringLiteral("difference"));
    const QString needed = QStringLiteral("The run goes on, and would have nothing to go on from.");
    whenAsked(QStringLiteral("delete-checkpoint"),
              [&] { askForDeletion(savedEntry(600), QStringLiteral("gpu-1"), {}, *m_main); });
    whenAsked(QStringLiteral("delete-needed-checkpoint"),
              [&] { askForDeletion(savedEntry(600), QStringLiteral("gpu-1"), needed, *m_main); });
    whenAsked(QStringLiteral("resume"), [&] {
        askForResume(savedEntry(600), {savedEntry(1800), savedEntry(1200)}, *m_main);
    });
}

void OtherWindows::visitEvaluation()
{
    DataSpec data;
    data.path = "/data/somewhere/far/away";
    EvaluationDialog dialog(kEngine, m_training.last(), m_training.experiment(), data, m_main);
    dialog.offerHost(QStringLiteral("gpu-1"));
    fitScreen(dialog);
    look(dialog, QStringLiteral("evaluation"));
    EvaluationDialog here(kEngine, m_training.last(), m_training.experiment(), {}, m_main);
    fitScreen(here);
    here.show();
    here.findChild<QPushButton*>(QStringLiteral("evaluationStart"))->click();
    const auto* result = here.findChild<QLabel*>(QStringLiteral("evaluationResult"));
    QTRY_VERIFY_WITH_TIMEOUT(result->isVisible(), kPatienceMs);
    lookAtPages(here, *here.findChild<QTabWidget*>(), QStringLiteral("evaluated"));
}

void OtherWindows::visitHosts()
{
    const Experiment experiment = recordedExperiment({.hosts = 3});
    HostListDialog list(
        experiment.topology,
        QStringLiteral("gpu-1 slots=4\nanna@gpu[2-5]:2222\n10.0.0.300\nno host at all, is it?\n"), m_main);
    look(list, QStringLiteral("host-list"));
    CommandsDialog commands(experiment, path(QStringLiteral("digits.lockstep.json")), m_main);
    look(commands, QStringLiteral("commands"));
    RemoteOptions options;
    options.runsFolder = path(QStringLiteral("runs"));
    options.engine = kEngine;
    InventoryDialog inventory(options, m_main);
    fitScreen(inventory);
    inventory.setHosts({experiment.topology.hosts[0]});
    QTRY_VERIFY_WITH_TIMEOUT(inventory.inventories().isOver(), kPatienceMs);
    look(inventory, QStringLiteral("inventory"));
}

void OtherWindows::lookAtQuestion(const QString& name)
{
    const auto shown = [this] {
        for (QDialog* dialog : m_main->findChildren<QDialog*>(QStringLiteral("connectionQuestion"))) {
            if (dialog->isVisible())
                return dialog;
        }
        return static_cast<QDialog*>(nullptr);
    };
    QTRY_VERIFY(shown());
    look(*shown(), name);
    if (shown())
        shown()->reject();
    QTRY_VERIFY(!shown());
}

void OtherWindows::visitQuestions()
{
    RunController controller({});
    const ConnectionQuestions questions(controller, m_main);
    emit controller.hostKeyUnknown({0, QStringLiteral("gpu-1.cluster.example.org:22"),
                                    QStringLiteral("ssh-ed25519"),
                                    QStringLiteral("SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU")});
    lookAtQuestion(QStringLiteral("host-key"));
    emit controller.secretNeeded({0, SecretQuestion::Kind::Passphrase, QStringLiteral("anna@gpu-1:22"),
                                  QStringLiteral("/home/anna/.ssh/id_ed25519"), true});
    lookAtQuestion(QStringLiteral("secret"));
    emit controller.librariesMissing(
        {0, QStringLiteral("gpu-1:22"), "cuDNN 9.14.0 (366 MiB), NCCL 2.28.9 (208 MiB)", 602'000'000, 64.2});
    lookAtQuestion(QStringLiteral("libraries"));
}

void OtherWindows::visitDataOfHosts()
{
    Experiment experiment = recordedExperiment({.hosts = 3});
    experiment.data.kind = DataKind::PaddleJson;
    experiment.data.path = path(QStringLiteral("resnet.log")).toStdString();
    DataDeliveryDialog dialog(experiment, {}, m_main);
    dialog.begin();
    QTest::qWait(300);
    look(dialog, QStringLiteral("data-delivery"));
}

void OtherWindows::visitPreview()
{
    ExperimentDocument document;
    document.reset(recordedExperiment({.hosts = 1}));
    RemoteOptions options;
    options.engine = kEngine;
    LivePreview preview(document, options);
    preview.begin();
    QTRY_COMPARE_WITH_TIMEOUT(preview.state(), LivePreview::State::Seen, kPatienceMs);
    PreviewDialog dialog(preview, m_main);
    look(dialog, QStringLiteral("preview"));
}

} // namespace lockstep
