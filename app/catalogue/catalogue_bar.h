// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace lockstep {

/// What stands above the list of runs: the search, and what can be done with all of it.
class CatalogueBar : public QWidget {
    Q_OBJECT
public:
    explicit CatalogueBar(QWidget* parent = nullptr);

    void setCanCompare(bool can);

signals:
    void searchChanged(const QString& text);
    void columnsWanted();
    void comparisonWanted();
    void sweepWanted();
    void inquiryWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QLabel* m_heading;
    QLineEdit* m_search;
    QPushButton* m_columns;
    QPushButton* m_compare;
    QPushButton* m_sweep;
    QPushButton* m_inquire;
};

} // namespace lockstep
