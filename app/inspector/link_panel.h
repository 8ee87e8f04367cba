// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/elements.h"
#include "app/document/experiment_document.h"

#include <QWidget>

class QLabel;

namespace lockstep {

class DocumentForm;

/// One link: what crosses it, and how fast.
class LinkPanel : public QWidget {
    Q_OBJECT
public:
    explicit LinkPanel(ExperimentDocument& document, QWidget* parent = nullptr);
    void showLink(const LinkKey& key);
    /// The bandwidth is what a fresh link lacks.
    void focusBandwidth();
    DocumentForm& form() { return *m_form; }

signals:
    void removeWanted();

private:
    void addFields();
    std::function<QString(const Experiment&)> reader(std::function<QString(const Link&)> read) const;
    Result<Experiment> writeQuantity(const Experiment& experiment, const char* key, const QString& text,
                                     Result<double> (*parse)(const QString&)) const;
    Result<Experiment> writeNote(const Experiment& experiment, const QString& text) const;
    Result<Experiment> write(const Experiment& experiment, const char* key, const std::string& value) const;
    void refresh();

    ExperimentDocument& m_document;
    QLabel* m_ends;
    DocumentForm* m_form;
    LinkKey m_key;
};

} // namespace lockstep
