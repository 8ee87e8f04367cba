// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"

#include <QWidget>
#include <functional>
#include <optional>

class QLabel;
class QPushButton;

namespace lockstep {

class DocumentForm;

/// What is no host: a switch, or a network.
class PlacePanel : public QWidget {
    Q_OBJECT
public:
    explicit PlacePanel(ExperimentDocument& document, QWidget* parent = nullptr);
    void showPlace(const std::string& id);
    DocumentForm& form() { return *m_form; }

signals:
    void removeWanted();

private:
    void addFields();
    /// "topology.switches.0." or "topology.networks.0."; nothing when there is no such node.
    std::optional<QString> prefix(const Experiment& experiment) const;
    Result<Experiment> write(const Experiment& experiment, const char* key, const QString& value) const;
    Result<Experiment> writeBandwidth(const Experiment& experiment, const QString& text) const;
    void addSide(const char* key, const QString& label, double Network::*side);
    void refresh();

    ExperimentDocument& m_document;
    DocumentForm* m_form;
    QLabel* m_heading;
    QLabel* m_members;
    QPushButton* m_remove;
    std::string m_id;
};

} // namespace lockstep
