// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inspector/experiment_panel.h"

#include "app/inspector/costs_label.h"
#include "app/inspector/fields/bound_fields.h"
#include "app/inspector/fields/experiment_fields.h"
#include "app/inspector/form/document_form.h"
#include "app/inspector/strategy_comparison.h"
#include "app/preview/preview_strip.h"
#include "app/preview/preview_texts.h"
#include "app/problems/local_files.h"
#include "app/text/error_text.h"
#include "app/text/list_text.h"
#include "app/text/number_text.h"
#include "engine/protocol/experiment_member.h"
#include "engine/protocol/process_placement.h"
#include "engine/protocol/shares.h"

#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

namespace lockstep {

namespace {

/// Rows that are no fields.
constexpr QLatin1String kAdviceKey("strategy-advice");
constexpr QLatin1String kTakeKey("strategy-take");
constexpr QLatin1String kComparisonKey("strategies");

} // namespace

ExperimentPanel::ExperimentPanel(ExperimentDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_form(new DocumentForm(document, this)),
      m_costs(new CostsLabel(this)), m_preview(new QWidget(this)), m_advice(new FactLabel(this)),
      m_take(new QPushButton(this)), m_strategies(new StrategyComparison(this)), m_ranks(new FactLabel(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_form);
    addModel();
    addData();
    addTraining();
    addStrategy();
    addRanks();
    connect(&m_document, &ExperimentDocument::changed, this, &ExperimentPanel::refresh);
    connect(&m_document, &ExperimentDocument::titleChanged, this, &ExperimentPanel::refresh);
    refresh();
}

void ExperimentPanel::addModel()
{
    m_form->addHeading(tr("Experiment"));
    m_form->addFields(boundFields(ExperimentFields::model));
    m_form->addWidget(
        QStringLiteral("costs"),
        tr("Parameters are the numbers that are learned. FLOP: the additions and multiplications of one "
           "forward pass; backward takes about twice as many. Memory holds the weights, their gradients, "
           "what the optimiser remembers, and every layer's output for the whole batch."),
        *m_costs);
    m_form->addFields(boundFields(ExperimentFields::weights));
    addPathButton(
        "model.weights", tr("Choose the weights on this computer"), [] { return tr("Choose the weights"); },
        [this] {
            // A checkpoint is a folder; the file in it serves as well.
            return PathButton::Question{tr("Choose the weights to start from"),
                                        tr("Weights (*.safetensors *.pth *.pt *.th);;All files (*)"),
                                        QString::fromStdString(m_document.forRunning().model.weights)};
        });
}

void ExperimentPanel::addData()
{
    m_form->addFields(boundFields(ExperimentFields::data));
    addPathButtons();
    auto* preview = new QVBoxLayout(m_preview);
    preview->setContentsMargins(0, 0, 0, 0);
    m_form->addWidget(QStringLiteral("preview"),
                      tr("What the model will learn from. Classes with far fewer samples than others are "
                         "learned worse, and pictures under a wrong name teach mistakes."),
                      *m_preview);
    m_form->setRowShown(QStringLiteral("preview"), false);
    m_form->addFold(tr("More about the data"));
    m_form->addFields(boundFields(ExperimentFields::moreAboutData));
}

void ExperimentPanel::addPathButton(const char* key, const QString& purpose, const StepName& step,
                                    std::function<PathButton::Question()> question)
{
    auto* button = new PathButton(purpose, std::move(question), m_form);
    m_form->addButton(QLatin1String(key), *button);
    connect(button, &PathButton::pathChosen, this, [this, key, step](const QString& chosen) {
        Experiment next = m_document.experiment();
        if (setMember(next, key, chosen.toStdString()))
            m_document.edit(step, next);
    });
}

void ExperimentPanel::addPathButtons()
{
    addPathButton(
        "data.path", tr("Choose the data on this computer"), [] { return tr("Choose the data"); },
        [this] { return dataQuestion(); });
    addPathButton(
        "data.test_list", tr("Choose the test list on this computer"),
        [] { return tr("Choose the test list"); },
        [this] {
            return PathButton::Question{tr("Choose the test list"), dataFileFilter(DataKind::Clips),
                                        QString::fromStdString(m_document.forRunning().data.testList)};
        });
}

PathButton::Question ExperimentPanel::dataQuestion() const
{
    const DataSpec chosen = m_document.forRunning().data;
    const QString now = QString::fromStdString(chosen.path);
    const QString files = dataFileFilter(chosen.kind);
    return {files.isEmpty() ? tr("Choose the folder with the data") : tr("Choose the data file"), files, now};
}

void ExperimentPanel::addTraining()
{
    m_form->addHeading(tr("Training"));
    m_form->addFields(boundFields(ExperimentFields::training));
    m_form->addFold(tr("Optimiser and schedule"));
    m_form->addFields(boundFields(ExperimentFields::optimizer));
    m_form->addFold(tr("Loss and gradients"));
    m_form->addFields(boundFields(ExperimentFields::gradients));
    m_form->addFold(tr("Checkpoints and the end"));
    m_form->addFields(boundFields(ExperimentFields::checkpoints));
}

void ExperimentPanel::addStrategy()
{
    m_form->addHeading(tr("Strategy"));
    m_form->addFields(boundFields(ExperimentFields::strategy));
    m_form->addWidget(kAdviceKey,
                      tr("What the drawn links, the model and the devices make of a step, and which strategy "
                         "to choose for them."),
                      *m_advice);
    m_take->setObjectName(QStringLiteral("takeAdvice"));
    m_take->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    m_form->addWidget(kTakeKey, tr("Chooses what is advised above. One step of undo."), *m_take);
    connect(m_take, &QPushButton::clicked, this, [this] { choose(m_advised); });
    m_form->addFold(tr("Compare strategies"));
    m_form->addWidget(
        kComparisonKey,
        tr("How long a step and an epoch take with each strategy, what crosses the slowest part "
           "of the network, and what accuracy it may cost."),
        *m_strategies);
    connect(m_strategies, &StrategyComparison::chosen, this, &ExperimentPanel::choose);
    m_form->setRowShown(kAdviceKey, false);
    m_form->setRowShown(kTakeKey, false);
}

void ExperimentPanel::choose(const StrategySettings& settings)
{
    Experiment next = m_document.experiment();
    next.training = withSettings(next.training, settings);
    m_document.edit([] { return tr("Choose the strategy"); }, next);
}

void ExperimentPanel::addRanks()
{
    m_form->addHeading(tr("Ranks"));
    m_form->addWidget(
        QStringLiteral("topology.hosts"),
        tr("Each chosen device of each host is one rank. It holds the whole network and computes on samples "
           "of its own; the strategy says how the ranks stay in step."),
        *m_ranks);
}

QString ExperimentPanel::ranksText() const
{
    const Experiment& experiment = m_document.experiment();
    const auto ranks = static_cast<int>(placeRanks(experiment).size());
    if (ranks == 0)
        return tr("No rank yet.");
    const QString text = tr("%Ln rank(s). Global batch: %1 samples in every step.", nullptr, ranks)
                             .arg(countText(static_cast<qint64>(ranks) * experiment.training.batch));
    const QString dealt = dealtText(experiment.training, ranks);
    return dealt.isEmpty() ? text : text + u' ' + dealt;
}

/// How the global batch is dealt out, unless in equal parts.
QString ExperimentPanel::dealtText(const TrainingSpec& training, int ranks)
{
    constexpr std::size_t kMostNamed = 16;
    const std::vector<int>& parts = training.shares.byRank;
    if (training.shares.kind == ShareKind::Auto && ranks > 1)
        return tr("Their shares follow their speed.");
    if (parts.size() != static_cast<std::size_t>(ranks) || parts.size() > kMostNamed)
        return {};
    QStringList samples;
    const BatchShares shares = BatchShares::inProportion(parts, training.batch * ranks);
    for (const int batch : shares.batches())
        samples << countText(batch);
    return tr("Their shares: %1.").arg(listText(samples));
}

void ExperimentPanel::refresh()
{
    m_ranks->setText(ranksText());
    m_form->refresh();
    refreshProblems();
}

void ExperimentPanel::showPreview(LivePreview& preview)
{
    m_preview->layout()->addWidget(new PreviewStrip(preview, m_preview));
    m_form->setRowShown(QStringLiteral("preview"), true);
}

void ExperimentPanel::showCosts(const std::optional<Result<ModelCosts>>& costs)
{
    m_costs->showCosts(costs);
}

void ExperimentPanel::showForecast(const StrategyTable& table)
{
    m_advice->setText(sentenceText(table.advice.text));
    m_strategies->showTable(table);
    m_form->setRowShown(kAdviceKey, table.rows.size() > 1);
    m_advised = table.advice.settings;
    m_take->setText(tr("Use %1").arg(sentenceText(nameOf(m_advised))));
    m_form->setRowShown(kTakeKey, std::ranges::any_of(table.rows, [this](const StrategyForecast& row) {
                            return row.settings == m_advised && !row.isChosen && !row.refusal;
                        }));
}

void ExperimentPanel::showProblems(const Problems& problems)
{
    m_problems = problems;
    refreshProblems();
}

/// What the document itself tells is said at once; the rest follows a little later.
void ExperimentPanel::refreshProblems()
{
    std::map<QString, QString> errors;
    std::map<QString, QString> warnings;
    const auto add = [](std::map<QString, QString>& texts, const Error& error) {
        texts.emplace(QString::fromStdString(error.key), errorSentence(error));
    };
    for (const Error& error : m_document.problems())
        add(errors, error);
    for (const Error& error : missingFiles(m_document.forRunning()))
        add(errors, error);
    for (const Problem& problem : m_problems)
        add(problem.severity == Severity::Error ? errors : warnings, problem.error);
    m_form->setProblems(errors, warnings);
}

} // namespace lockstep
