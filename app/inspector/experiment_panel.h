// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"
#include "app/forecast/strategy_forecast.h"
#include "app/inspector/path_button.h"
#include "app/problems/model_costs.h"
#include "app/problems/problem.h"

#include <QWidget>
#include <optional>

class QLabel;
class QPushButton;

namespace lockstep {

class CostsLabel;
class DocumentForm;
class LivePreview;
class StrategyComparison;

/// Model, data and training of the document. Keys of its fields are those of the document.
class ExperimentPanel : public QWidget {
    Q_OBJECT
public:
    explicit ExperimentPanel(ExperimentDocument& document, QWidget* parent = nullptr);
    DocumentForm& form() const { return *m_form; }
    /// Says below the model what it costs; nothing: the engine has not answered yet.
    void showCosts(const std::optional<Result<ModelCosts>>& costs);
    /// Says below the strategy which one to choose; without rows, nothing.
    void showForecast(const StrategyTable& table);
    /// Shows a preview of the data beneath their fields. `preview` outlives the panel.
    void showPreview(LivePreview& preview);
    /// Says beside each field what is wrong with it.
    void showProblems(const Problems& problems);

private:
    void addModel();
    void addData();
    /// Chooses the text of a field, `purpose` in words.
    void addPathButton(const char* key, const QString& purpose, const StepName& step,
                       std::function<PathButton::Question()> question);
    void addPathButtons();
    PathButton::Question dataQuestion() const;
    void addTraining();
    void addStrategy();
    void addRanks();
    void choose(const StrategySettings& settings);
    void refresh();
    void refreshProblems();
    QString ranksText() const;
    static QString dealtText(const TrainingSpec& training, int ranks);

    ExperimentDocument& m_document;
    DocumentForm* m_form;
    Problems m_problems;
    CostsLabel* m_costs;
    QWidget* m_preview;  ///< where it stands
    QLabel* m_advice;    ///< which strategy to choose
    QPushButton* m_take; ///< chooses it
    StrategySettings m_advised;
    StrategyComparison* m_strategies;
    QLabel* m_ranks;
};

} // namespace lockstep
