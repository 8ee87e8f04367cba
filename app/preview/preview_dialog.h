// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/data_preview.h"

#include <QDialog>
#include <QTimer>
#include <optional>

class QComboBox;
class QLabel;
class QListView;
class QProgressBar;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace lockstep {

class ClassCountModel;
class LivePreview;
class PictureModel;

/// How many samples each class of the data has, with bars, and sample pictures of all classes or of one.
/// Follows the document.
class PreviewDialog : public QDialog {
    Q_OBJECT
public:
    /// `preview` outlives it.
    explicit PreviewDialog(LivePreview& preview, QWidget* parent = nullptr);
    ~PreviewDialog() override;

private:
    QWidget* makeCounts();
    QWidget* makePictures();
    QLayout* makeBottom();
    void refresh();
    void showState();
    void showCounts();
    void showPictures();
    void showParts();
    void showDetail();
    void chooseClass();
    void showOthers();
    void copyCounts();
    void copyPicture();

    LivePreview& m_preview;
    ClassCountModel* m_counts;
    QSortFilterProxyModel* m_sorted;
    PictureModel* m_pictures;
    QLabel* m_size;
    QLabel* m_balance;
    QLabel* m_state;
    QLabel* m_caption;
    QLabel* m_detail; ///< of the picture that has the keyboard
    QTableView* m_table;
    QListView* m_list;
    QComboBox* m_part;
    QPushButton* m_all;
    QPushButton* m_others;
    QPushButton* m_again;
    QPushButton* m_stop;
    QPushButton* m_onHost;
    QProgressBar* m_busy;
    QTimer m_second;           ///< while it is previewing
    DataPreview m_shownCounts; ///< what the table was filled with
};

} // namespace lockstep
