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

class LiveLook;
class LookDialog;
class PictureRow;

/// The look at the data in the experiment panel: some pictures, how many samples and classes, and the way to
/// more.
class LookStrip : public QWidget {
    Q_OBJECT
public:
    /// `look` outlives it.
    explicit LookStrip(LiveLook& look, QWidget* parent = nullptr);
    ~LookStrip() override;
    /// Shows the dialog, which there is once.
    void openDialog();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();

    LiveLook& m_look;
    PictureRow* m_pictures;
    QLabel* m_text;
    QProgressBar* m_busy;
    QPushButton* m_more;
    QPushButton* m_stop;
    QPushButton* m_onHost;
    QTimer m_second; ///< while it is looking
    QPointer<LookDialog> m_dialog;
};

} // namespace lockstep
