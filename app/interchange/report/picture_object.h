// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/interchange/report/run_report.h"

#include <QObject>
#include <QTextObjectInterface>

namespace lockstep {

/// Draws the pictures of a report in a QTextDocument, as wide as its page, which has no margin of its own,
/// and no larger than they are; lines stay lines. An image of the document is named by the number of its
/// picture.
class PictureObject : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)
public:
    explicit PictureObject(const RunReport& report);

    QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override;
    void drawObject(QPainter* painter, const QRectF& place, QTextDocument* document, int position,
                    const QTextFormat& format) override;

private:
    ReportPicture pictureOf(const QTextFormat& format) const;

    QVector<ReportPicture> m_pictures;
};

} // namespace lockstep
