// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <memory>

namespace lockstep {

/// Earlier runs of a runs folder, newest first; a double click or Enter opens one.
class RunList : public QWidget {
    Q_OBJECT
public:
    explicit RunList(QString runsFolder, QWidget* parent = nullptr);
    ~RunList() override;
    /// Reads the folder again, off the GUI thread.
    void refresh();
    /// Lists the runs of another folder; empty: the usual one.
    void setFolder(const QString& runsFolder);

signals:
    void openRequested(const QString& runFolder);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void retranslate();
    void sizeColumns();

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lockstep
