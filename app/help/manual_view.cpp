// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/help/manual_view.h"

#include "app/help/manual.h"
#include "app/help/page_format.h"
#include "app/text/language.h"
#include "app/theme/theme.h"

#include <QDesktopServices>
#include <QEvent>
#include <QFile>
#include <QFileInfo>
#include <QPixmap>
#include <QScrollBar>
#include <QTextBlock>
#include <QUrl>
#include <QWheelEvent>
#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

/// Of pages and pictures, which lie beside them. It names no language, so that going back after a change of
/// it shows the page in the one of now.
const auto kScheme = QLatin1String("manual");
constexpr int kLeastZoom = -4;
constexpr int kMostZoom = 12;

QUrl addressOf(Topic topic)
{
    return QUrl(kScheme + QLatin1String(":/") + pageFile(topic));
}

/// "pictures/canvas-dark.png" for "pictures/canvas.png".
QString darkForm(const QString& file)
{
    const QFileInfo info(file);
    return info.path() + u'/' + info.completeBaseName() + QLatin1String("-dark.") + info.suffix();
}

} // namespace

ManualView::ManualView(QString folder, QWidget* parent)
    : QTextBrowser(parent), m_folder(std::move(folder)), m_language(presentLanguage())
{
    setObjectName(QStringLiteral("manualView"));
    setOpenLinks(false);
    setFrameShape(QFrame::NoFrame);
    connect(this, &QTextBrowser::anchorClicked, this, &ManualView::follow);
}

Topic ManualView::topic() const
{
    return topicOfFile(source().fileName()).value_or(Topic::FirstRun);
}

void ManualView::showPage(Topic topic)
{
    setSource(addressOf(topic), QTextDocument::MarkdownResource);
}

void ManualView::showSection(int section)
{
    if (section < 0)
        return verticalScrollBar()->setValue(0);
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() < 2 || section-- > 0)
            continue;
        setTextCursor(QTextCursor(block));
        const int top = cursorRect().top() - static_cast<int>(block.blockFormat().topMargin());
        verticalScrollBar()->setValue(verticalScrollBar()->value() + top);
        return;
    }
}

void ManualView::follow(const QUrl& link)
{
    if (link.scheme() == kScheme)
        setSource(link, QTextDocument::MarkdownResource);
    else
        QDesktopServices::openUrl(link);
}

void ManualView::doSetSource(const QUrl& url, QTextDocument::ResourceType type)
{
    QTextBrowser::doSetSource(url, type);
    format();
    emit pageShown();
}

QVariant ManualView::loadResource(int type, const QUrl& name)
{
    const QString file = m_folder + u'/' + m_language + u'/' +
                         (name.path().startsWith(u'/') ? name.path().mid(1) : name.path());
    if (type == QTextDocument::ImageResource)
        return picture(file);
    QFile page(file);
    return page.open(QIODevice::ReadOnly) ? QVariant(QString::fromUtf8(page.readAll())) : QVariant();
}

QPixmap ManualView::picture(const QString& file) const
{
    const QString dark = darkForm(file);
    const bool isDark = themeKind(palette()) == ThemeKind::Dark && QFileInfo::exists(dark);
    QPixmap picture(isDark ? dark : file);
    // Made smaller here, for painting would do so without smoothing.
    const qreal ratio = devicePixelRatioF();
    const int room = static_cast<int>(m_lane * ratio);
    if (m_lane > 0 && picture.width() > m_lane)
        picture = picture.scaledToWidth(std::min(room, picture.width()), Qt::SmoothTransformation);
    picture.setDevicePixelRatio(picture.width() > m_lane ? static_cast<qreal>(picture.width()) / m_lane : 1);
    return picture;
}

void ManualView::format()
{
    formatPage(*document(), palette());
    layOut();
    markMatches();
}

void ManualView::layOut()
{
    m_lane = layOutPage(*document(), viewport()->width());
    // Pictures as wide as the lane is now.
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        for (auto part = block.begin(); !part.atEnd(); ++part) {
            const QTextImageFormat image = part.fragment().charFormat().toImageFormat();
            if (!image.isValid())
                continue;
            const QUrl name = document()->baseUrl().resolved(QUrl(image.name()));
            document()->addResource(QTextDocument::ImageResource, name,
                                    loadResource(QTextDocument::ImageResource, name));
            document()->markContentsDirty(part.fragment().position(), part.fragment().length());
        }
    }
}

void ManualView::setZoom(int steps)
{
    steps = std::clamp(steps, kLeastZoom, kMostZoom);
    zoomIn(steps - std::exchange(m_zoom, steps));
}

void ManualView::setHighlight(const QString& text)
{
    m_highlight = text;
    markMatches();
}

void ManualView::markMatches()
{
    QList<QTextEdit::ExtraSelection> marks;
    QTextCharFormat look;
    QColor color = themeColors(palette()).warning;
    color.setAlphaF(0.35F);
    look.setBackground(color);
    if (!m_highlight.isEmpty()) {
        for (QTextCursor place = document()->find(m_highlight); !place.isNull();
             place = document()->find(m_highlight, place))
            marks.append({place, look});
    }
    setExtraSelections(marks);
}

bool ManualView::showNextMatch()
{
    return !m_highlight.isEmpty() && find(m_highlight);
}

void ManualView::renew()
{
    const QScrollBar& bar = *verticalScrollBar();
    const double part = bar.maximum() > 0 ? static_cast<double>(bar.value()) / bar.maximum() : 0;
    reload();
    format();
    verticalScrollBar()->setValue(static_cast<int>(part * verticalScrollBar()->maximum()));
    emit pageShown();
}

void ManualView::changeEvent(QEvent* event)
{
    QTextBrowser::changeEvent(event);
    const bool speaksAnother = event->type() == QEvent::LanguageChange &&
                               std::exchange(m_language, presentLanguage()) != presentLanguage();
    if ((speaksAnother || event->type() == QEvent::PaletteChange) && !source().isEmpty())
        renew();
}

void ManualView::resizeEvent(QResizeEvent* event)
{
    QTextBrowser::resizeEvent(event);
    layOut();
}

void ManualView::wheelEvent(QWheelEvent* event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier)) {
        QTextBrowser::wheelEvent(event);
        return;
    }
    setZoom(m_zoom + (event->angleDelta().y() > 0 ? 1 : -1));
    event->accept();
}

} // namespace lockstep
