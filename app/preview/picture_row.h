// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/preview/previewed_data.h"

#include <QWidget>
#include <vector>

namespace lockstep {

/// A sample drawn into a square: small ones enlarged by whole factors without blurring, large ones shrunk; a
/// sign for a damaged one.
void paintSample(QPainter& painter, const QRect& square, const QImage& image, const QPalette& palette);

/// As many sample pictures beside each other as there is room for.
class PictureRow : public QWidget {
    Q_OBJECT
public:
    explicit PictureRow(QWidget* parent = nullptr);
    /// Those of the first part, in the order of the preview.
    void setPictures(const PreviewedData& seen);
    void clear();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void clicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    int visibleCount() const;
    QRect square(int index) const;

    struct Entry {
        QImage image;
        QString name;
    };
    std::vector<Entry> m_entries;
};

} // namespace lockstep
