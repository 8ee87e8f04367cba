// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace lockstep {

class LivePreview;
class PreviewDialog;
class PictureRow;

/// The preview of the data in the experiment panel: some pictures, how many samples and classes, and the way
/// to more.
class PreviewStrip : public QWidget {
    Q_OBJECT
public:
    /// `preview` outlives it.
    explicit PreviewStrip(LivePreview& preview, QWidget* parent = nullptr);
    ~PreviewStrip() override;
    /// Shows the dialog, which there is once.
    void openDialog();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();

    LivePreview& m_preview;
    PictureRow* m_pictures;
    QLabel* m_text;
    QProgressBar* m_busy;
    QPushButton* m_more;
    QPushButton* m_stop;
    QPushButton* m_onHost;
    QTimer m_second; ///< while it is previewing
    QPointer<PreviewDialog> m_dialog;
};

} // namespace lockstep
