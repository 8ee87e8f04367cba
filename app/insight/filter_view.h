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

    void setFilters(const FilterBank& bank);

private:
    void showPictures();
    void showFrame();
    QPixmap pixmap(int filter) const;

    FilterPictures m_pictures;
    QLabel* m_caption;
    QLabel* m_frameText;
    QSlider* m_frame;
    QCheckBox* m_each;
    QListWidget* m_grid;
};

} // namespace lockstep
