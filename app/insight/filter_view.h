// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/insight/filter_pictures.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QListWidget;
class QSlider;

namespace lockstep {

/// The first convolution's kernels as a grid of pictures; of clips' kernels one frame at a time.
class FilterView : public QWidget {
    Q_OBJECT
public:
    explicit FilterView(QWidget* parent = nullptr);

    void setFilters(FilterBank bank);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showPictures();
    void showFrame();
    void retranslate();
    QString caption() const;
    QPixmap pixmap(int filter) const;

    FilterBank m_bank; ///< without the weights, which the pictures have
    FilterPictures m_pictures;
    QLabel* m_caption;
    QLabel* m_frameText;
    QSlider* m_frame;
    QCheckBox* m_each;
    QListWidget* m_grid;
};

} // namespace lockstep
