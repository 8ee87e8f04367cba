// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"

#include <QWidget>

class QLabel;
class QSpinBox;

namespace lockstep {

class DocumentForm;

/// One host: how it is reached, and its devices.
class HostPanel : public QWidget {
    Q_OBJECT
public:
    explicit HostPanel(ExperimentDocument& document, QWidget* parent = nullptr);
    void showHost(const std::string& id);
    DocumentForm& form() { return *m_form; }

signals:
    void removeWanted();

private:
    void addHostFields();
    void addDeviceFields();
    void addFactFields();
    void addTextField(const char* key, const QString& label, const QString& toolTip,
                      const QString& placeholder, std::function<QString(const Host&)> read);
    std::function<QString(const Experiment&)> reader(std::function<QString(const Host&)> read) const;
    Result<Experiment> write(const Experiment& experiment, const char* key, const QString& text) const;
    Result<Experiment> writeGpus(const Experiment& experiment, const QString& text) const;
    void setCpuRanks(int count);
    void refresh();

    ExperimentDocument& m_document;
    DocumentForm* m_form;
    QSpinBox* m_cpuRanks = nullptr;
    QLabel* m_ranks;
    std::string m_id;
};

} // namespace lockstep
