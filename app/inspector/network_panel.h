// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"

#include <QWidget>
#include <optional>

class QLabel;

namespace lockstep {

class DocumentForm;

/// A labelled area of the drawing: its name and size, and what stands on it.
class NetworkPanel : public QWidget {
    Q_OBJECT
public:
    explicit NetworkPanel(ExperimentDocument& document, QWidget* parent = nullptr);
    void showNetwork(const std::string& id);
    DocumentForm& form() { return *m_form; }

signals:
    void removeWanted();

private:
    void addName();
    void addSide(const char* key, const QString& label, double Network::*side);
    /// "topology.networks.0." and KEY; nothing when the network is gone.
    std::optional<QString> pathOf(const Experiment& experiment, const char* key) const;
    void refresh();

    ExperimentDocument& m_document;
    DocumentForm* m_form;
    QLabel* m_members;
    std::string m_id;
};

} // namespace lockstep
