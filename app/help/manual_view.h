// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/help/topic.h"

#include <QTextBrowser>

namespace lockstep {

/// Shows a page of the manual in the language and the colours of now, and remembers which were shown before.
/// Addresses in the world outside are opened by the desktop.
class ManualView : public QTextBrowser {
    Q_OBJECT
public:
    /// `folder` as pagePath() takes it.
    explicit ManualView(QString folder, QWidget* parent = nullptr);

    Topic topic() const;
    void showPage(Topic topic);
    /// Scrolls to one of the page's sections, as ManualPage counts them; below 0: to the page's title.
    void showSection(int section);

    /// Steps of zoomIn() from the usual size of type.
    int zoom() const { return m_zoom; }
    void setZoom(int steps);

    /// Marks all places where this text stands; empty: none.
    void setHighlight(const QString& text);
    /// Selects the next of these places and scrolls there; false: there is none any more.
    bool showNextMatch();

signals:
    void pageShown();

protected:
    QVariant loadResource(int type, const QUrl& name) override;
    void doSetSource(const QUrl& url, QTextDocument::ResourceType type) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void follow(const QUrl& link);
    /// Says the page again, at the same place.
    void renew();
    void format();
    void layOut();
    void markMatches();
    QPixmap picture(const QString& file) const;

    QString m_folder;
    QString m_language;
    QString m_highlight;
    int m_zoom = 0;
    int m_lane = 0; ///< width that pictures may take, in pixels
};

} // namespace lockstep
