// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/catalogue/index/catalogue_run.h"

#include <QWidget>
#include <memory>

namespace lockstep {

/// Several runs side by side, in a window of its own: their curves over one another, what their experiments
/// have otherwise, what they came to, and how both hang together. As it was when it was opened.
class RunComparison : public QWidget {
    Q_OBJECT
public:
    /// REQUIRES: at least two runs.
    explicit RunComparison(QVector<CatalogueRun> runs, QWidget* parent = nullptr);
    ~RunComparison() override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    QWidget* buildSettings();
    QWidget* buildResults();
    void retranslate();
    void compareSettings();
    void exportCsv();

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
