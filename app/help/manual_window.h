// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/help/topic.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace lockstep {

class ContentsTree;
class ManualView;

/// The manual in a window of its own: contents, search, back and forward, size of type. Follows the language
/// and the theme at once; keeps its place and size of type for the next time.
class ManualWindow : public QWidget {
    Q_OBJECT
public:
    /// `folder` as pagePath() takes it. A parent is a dialog that it is to be read beside.
    explicit ManualWindow(const QString& folder, QWidget* parent = nullptr);

    /// Shows a page, and the window in front of others.
    void open(Topic topic);

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    QWidget* makeBar();
    void addKeys();
    void readPages();
    void retranslate();
    void showPlace();
    void search(const QString& text);
    void searchOn();
    void setZoom(int steps);
    void endSearchOrClose();

    QString m_folder;
    ContentsTree* m_contents;
    ManualView* m_view;
    QToolButton* m_back;
    QToolButton* m_forward;
    QToolButton* m_smaller;
    QToolButton* m_larger;
    QLineEdit* m_search;
    QLabel* m_notFound;
};

} // namespace lockstep
