// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/insight/engine_call.h"
#include "app/insight/evaluated_data.h"
#include "app/insight/host_call.h"
#include "engine/protocol/experiment.h"

#include <QDialog>
#include <QPointer>
#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lockstep {

class CallBar;
class EvaluationPages;

/// Measures a checkpoint on the data of its run, on this computer or on the host that has them: which classes
/// are taken for which, the worst mistakes, and some samples.
class EvaluationDialog : public QDialog {
    Q_OBJECT
public:
    /// `checkpoint`: a folder on this computer. `experiment`: the document of its run. `dataOfRun`:
    /// without a path they have no place.
    EvaluationDialog(const QString& engine, const QString& checkpoint, const QString& experiment,
                     const DataSpec& dataOfRun, QWidget* parent = nullptr);
    ~EvaluationDialog() override;

    /// Offers to have it measured by the host of this name, on the data that are there; chosen at once where
    /// they are not here. Returns what the host is asked by, which goes with the window.
    HostCall& offerHost(const QString& name);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Measuring {
        bool isOnHost = false;
        int set = 0; ///< the part of the data, by its place in the choice
    };

    QLayout* makeChoices();
    void connectCall();
    void browse();
    void evaluate();
    void read(const QByteArray& json);
    void showResult(const Result<EvaluatedData>& evaluated);
    void updateChoices();
    bool isOnHost() const;
    QString hint() const;
    QString measured() const;
    void retranslate();

    QString m_checkpoint;
    QString m_experiment;
    EngineCall m_call;
    HostCall m_hostCall;
    QString m_host; ///< empty: none is offered
    CallBar* m_bar;
    QLabel* m_result;
    QLabel* m_hint; ///< until there is a result
    QLabel* m_pathLabel;
    QLineEdit* m_path;
    QPushButton* m_choose;
    QComboBox* m_where;
    QComboBox* m_set;
    QPushButton* m_start;
    EvaluationPages* m_pages;
    std::optional<EvaluationReport> m_report; ///< nothing: not measured yet
    Measuring m_asked;                        ///< the last that was begun
    Measuring m_measured;                     ///< that of m_report
    QPointer<QWidget> m_keyboard;             ///< what had it when it was asked
    DataKind m_kind;                          ///< of the data
    bool m_hasPlace;                          ///< the data have one
    bool m_isPlaceWrong = false;              ///< there was nothing at the place when it was asked for
};

} // namespace lockstep
