// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "app/document/experiment_document.h"
#include "app/forecast/strategy_forecast.h"
#include "app/problems/model_costs.h"
#include "app/problems/problem.h"

#include <QScrollArea>
#include <array>
#include <optional>

namespace lockstep {

class DocumentForm;
class ElementPanel;
class ExperimentPanel;
class HostPanel;
class LivePreview;

/// The fields of what is selected; of the experiment when nothing is.
class Inspector : public QScrollArea {
    Q_OBJECT
public:
    explicit Inspector(ExperimentDocument& document, QWidget* parent = nullptr);

    void showElements(const ElementSet& elements);
    /// The panel that is shown.
    QWidget& panel() const;
    /// Gives the keyboard to the first thing one would edit: a host's name, a link's bandwidth.
    void focusFirstField();
    /// What must be selected to mend a field that holds no value; nothing: every field holds one.
    std::optional<ElementSet> firstDraft() const;
    /// What must be selected to see the field of this key of the document.
    ElementSet elementsOfKey(const std::string& key) const;
    void focusKey(const std::string& key);
    /// How people know the field of this key, when it is one of the experiment's own.
    QString nameOfKey(const std::string& key) const;
    /// The same for a field of an element too, without the element's name.
    QString labelOfKey(const std::string& key) const;
    /// What the model costs, once it is known.
    void showCosts(const std::optional<Result<ModelCosts>>& costs);
    /// Says which strategy to choose.
    void showForecast(const StrategyTable& table);
    /// Shows a preview of the data; it outlives the inspector.
    void showPreview(LivePreview& preview);
    /// Shows what is wrong with the fields.
    void showProblems(const Problems& problems);

signals:
    void removeWanted();
    /// Escape was pressed in a field that had nothing to undo.
    void leaveWanted();
    /// The selected host is to be tested.
    void testWanted();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    std::array<ElementPanel*, 5> elementPanels() const;
    ElementPanel& panelOf(const ElementSet& elements) const;
    /// Null: that of the experiment.
    void showPanel(ElementPanel* shown);

    ExperimentDocument& m_document;
    ExperimentPanel* m_experiment;
    HostPanel* m_host;
    ElementPanel* m_link;
    ElementPanel* m_switch;
    ElementPanel* m_network;
    ElementPanel* m_multiple;
    ElementPanel* m_shown = nullptr; ///< null: the experiment's panel is
};

} // namespace lockstep
