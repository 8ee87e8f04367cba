// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/compare/run_comparison.h"

#include "app/catalogue/compare/parallel_axes.h"
#include "app/catalogue/compare/parallel_plot.h"
#include "app/catalogue/compare/run_curves.h"
#include "app/catalogue/compare/run_names.h"
#include "app/catalogue/compare/runs_csv.h"
#include "app/catalogue/run_filter.h"
#include "app/comparison/comparison_model.h"
#include "app/settings/own_window.h"
#include "app/text/inert_text.h"
#include "app/theme/keyboard_ring.h"
#include "app/theme/reading_order.h"
#include "app/theme/table_look.h"

#include <QCheckBox>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSaveFile>
#include <QShortcut>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <algorithm>

namespace lockstep {

namespace {

constexpr QSize kFirstSize{1100, 720};

} // namespace

struct RunComparison::State {
    explicit State(QVector<CatalogueRun> chosen) : runs(std::move(chosen)) {}

    QVector<CatalogueRun> runs;
    std::vector<Experiment> experiments; ///< of those runs that have one that can be read
    ComparisonModel settings;
    RunListModel results;
    RunFilter sorted{results};
    QTabWidget* tabs = nullptr;
    RunCurves* curves = nullptr;
    ParallelPlot* parallel = nullptr;
    QTableView* settingsTable = nullptr;
    QTableView* resultsTable = nullptr;
    QCheckBox* differencesOnly = nullptr;
    QLabel* noDifference = nullptr;
    QPushButton* csv = nullptr;
    QLabel* said = nullptr;
};

RunComparison::RunComparison(QVector<CatalogueRun> runs, QWidget* parent)
    : QWidget(parent, Qt::Window), m_state(std::make_unique<State>(std::move(runs)))
{
    State& state = *m_state;
    QStringList titles;
    const QStringList names = distinctNames(state.runs);
    for (qsizetype i = 0; i < names.size(); ++i) {
        if (const Result<RunFolder> folder = RunFolder::open(state.runs[i].folder())) {
            state.experiments.push_back(folder->experiment());
            titles.append(names[i]);
        }
    }
    state.settings.setTitles(titles);
    QStringList results = differingFields(state.runs);
    results.removeIf([](const QString& name) { return !isResult(name); });
    // What matters most stands first; what was told last of the devices and the network stands last.
    std::ranges::stable_partition(results, [](const QString& name) { return !name.endsWith(field::kLast); });
    state.results.setFields(results);
    state.results.setColors(themeColors(palette()));
    state.results.setRuns(state.runs);
    build();
    retranslate();
    standAlone(*this, kFirstSize);
    // As a dialog; what has a use of its own for Esc, as a plot's crosshair has, takes it first.
    connect(new QShortcut(Qt::Key_Escape, this), &QShortcut::activated, this, &QWidget::close);
}

RunComparison::~RunComparison() = default;

void RunComparison::build()
{
    State& state = *m_state;
    state.tabs = new QTabWidget(this);
    state.tabs->setDocumentMode(true);
    state.tabs->tabBar()->setDrawBase(false);
    state.curves = new RunCurves(state.runs, this);
    state.parallel = new ParallelPlot(this);
    state.parallel->setAxes(parallelAxes(state.runs));
    state.tabs->addTab(state.curves, {});
    state.tabs->addTab(buildSettings(), {});
    state.tabs->addTab(buildResults(), {});
    state.tabs->addTab(state.parallel, {});
    state.said = new QLabel(this);
    state.said->setProperty("muted", true);
    state.said->setTextFormat(Qt::PlainText);
    state.csv = new QPushButton(this);
    auto* bar = new QHBoxLayout;
    bar->addWidget(state.said, 1);
    bar->addWidget(state.csv);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(state.tabs, 1);
    layout->addLayout(bar);
    makeTabBarApart(*state.tabs);
    setReadingOrder({state.tabs->tabBar(), state.curves, state.differencesOnly, state.settingsTable,
                     state.resultsTable, state.parallel, state.csv});
    connect(state.csv, &QPushButton::clicked, this, &RunComparison::exportCsv);
}

QWidget* RunComparison::buildSettings()
{
    State& state = *m_state;
    auto* page = new QWidget(this);
    state.settingsTable = new QTableView(page);
    showRows(*state.settingsTable);
    showKeyboardRing(*state.settingsTable);
    state.settingsTable->setModel(&state.settings);
    state.differencesOnly = new QCheckBox(page);
    state.differencesOnly->setChecked(true);
    state.noDifference = new QLabel(page);
    state.noDifference->setObjectName(QStringLiteral("noDifference"));
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->addWidget(state.differencesOnly);
    layout->addWidget(state.noDifference);
    layout->addWidget(state.settingsTable, 1);
    connect(state.differencesOnly, &QCheckBox::toggled, this, &RunComparison::compareSettings);
    return page;
}

QWidget* RunComparison::buildResults()
{
    State& state = *m_state;
    state.resultsTable = new QTableView(this);
    showRows(*state.resultsTable);
    state.resultsTable->setModel(&state.sorted);
    state.resultsTable->setSortingEnabled(true);
    state.resultsTable->sortByColumn(RunListModel::Date, Qt::AscendingOrder);
    return state.resultsTable;
}

void RunComparison::compareSettings()
{
    State& state = *m_state;
    std::vector<const Experiment*> experiments;
    for (const Experiment& experiment : state.experiments)
        experiments.push_back(&experiment);
    QVector<ComparedSetting> settings = compareExperiments(experiments);
    const bool isEqual = std::ranges::none_of(settings, &ComparedSetting::differs);
    state.noDifference->setVisible(isEqual && experiments.size() > 1);
    if (state.differencesOnly->isChecked())
        settings.removeIf([](const ComparedSetting& setting) { return !setting.differs(); });
    state.settings.setSettings(std::move(settings));
    state.settingsTable->resizeColumnsToContents();
}

void RunComparison::exportCsv()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export as CSV"), QStringLiteral("runs.csv"),
                                                      tr("Tables (*.csv)"));
    if (path.isEmpty())
        return;
    QSaveFile file(path);
    const QByteArray csv = runsCsv(m_state->runs);
    const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(csv) == csv.size() && file.commit();
    m_state->said->setText(isWritten
                               ? tr("Written: %1").arg(inertString(path))
                               : tr("%1 cannot be written: %2").arg(inertString(path), file.errorString()));
}

void RunComparison::retranslate()
{
    State& state = *m_state;
    setWindowTitle(tr("%Ln run(s) compared", nullptr, static_cast<int>(state.runs.size())));
    state.tabs->setTabText(0, tr("Curves"));
    state.tabs->setTabText(1, tr("Settings"));
    state.tabs->setTabText(2, tr("Results"));
    state.tabs->setTabText(3, tr("Parallel axes"));
    state.differencesOnly->setText(tr("Only what differs"));
    state.noDifference->setText(tr("These runs have the same settings. Their names tell when each began."));
    state.settingsTable->setAccessibleName(tr("Settings"));
    state.resultsTable->setAccessibleName(tr("Results"));
    state.csv->setText(tr("Export as CSV…"));
    state.results.retranslate();
    compareSettings();
    state.resultsTable->resizeColumnsToContents();
}

void RunComparison::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange && m_state)
        m_state->results.setColors(themeColors(palette()));
}

} // namespace lockstep
