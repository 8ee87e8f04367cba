// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/help/manual_window.h"

#include "app/help/contents_tree.h"
#include "app/help/manual_view.h"
#include "app/settings/remembered.h"
#include "app/text/language.h"

#include <QCloseEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSettings>
#include <QShortcut>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockstep {

namespace {

const auto kGeometry = QLatin1String("manual/geometry");
const auto kZoom = QLatin1String("manual/zoom");
constexpr QSize kFirstSize{1040, 760};
constexpr QSize kLeastSize{560, 360};
constexpr int kContentsWidth = 230;

QString withKeys(const QString& text, const QKeySequence& keys)
{
    return QStringLiteral("%1 (%2)").arg(text, keys.toString(QKeySequence::NativeText));
}

} // namespace

ManualWindow::ManualWindow(const QString& folder, QWidget* parent)
    : QWidget(parent, Qt::Window), m_folder(folder), m_contents(new ContentsTree(this)),
      m_view(new ManualView(folder, this)), m_back(new QToolButton(this)), m_forward(new QToolButton(this)),
      m_smaller(new QToolButton(this)), m_larger(new QToolButton(this)), m_search(new QLineEdit(this)),
      m_notFound(new QLabel(this))
{
    setObjectName(QStringLiteral("manual"));
    setAttribute(Qt::WA_QuitOnClose, false); // the program ends with its own window
    auto* columns = new QSplitter(this);
    columns->addWidget(m_contents);
    columns->addWidget(m_view);
    columns->setStretchFactor(1, 1);
    columns->setSizes({kContentsWidth, kFirstSize.width() - kContentsWidth});
    columns->setChildrenCollapsible(false);
    rememberSizes(*columns, QStringLiteral("manual"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    layout->addWidget(columns, 1);
    connect(m_contents, &ContentsTree::chosen, this, [this](Topic topic, int section) {
        m_view->showPage(topic);
        m_view->showSection(section);
    });
    connect(m_view, &ManualView::pageShown, this, &ManualWindow::showPlace);
    addKeys();
    readPages();
    retranslate();
    setMinimumSize(kLeastSize);
    resize(kFirstSize);
    restoreGeometry(QSettings().value(kGeometry).toByteArray());
    fitScreen(*this);
    m_view->setZoom(QSettings().value(kZoom).toInt());
}

QWidget* ManualWindow::makeBar()
{
    auto* bar = new QWidget(this);
    auto* line = new QHBoxLayout(bar);
    line->setContentsMargins(8, 6, 8, 6);
    line->setSpacing(6);
    m_back->setArrowType(Qt::LeftArrow);
    m_back->setObjectName(QStringLiteral("manualBack"));
    m_forward->setArrowType(Qt::RightArrow);
    m_forward->setObjectName(QStringLiteral("manualForward"));
    m_smaller->setText(QStringLiteral("A−"));
    m_larger->setText(QStringLiteral("A+"));
    m_search->setObjectName(QStringLiteral("manualSearch"));
    m_search->setClearButtonEnabled(true);
    m_search->setMaximumWidth(300);
    m_notFound->setProperty("muted", true);
    m_notFound->hide();
    line->addWidget(m_back);
    line->addWidget(m_forward);
    line->addWidget(m_smaller);
    line->addWidget(m_larger);
    line->addStretch(1);
    line->addWidget(m_notFound);
    line->addWidget(m_search, 2);
    connect(m_back, &QToolButton::clicked, m_view, &ManualView::backward);
    connect(m_forward, &QToolButton::clicked, m_view, &ManualView::forward);
    connect(m_view, &ManualView::backwardAvailable, m_back, &QWidget::setEnabled);
    connect(m_view, &ManualView::forwardAvailable, m_forward, &QWidget::setEnabled);
    connect(m_smaller, &QToolButton::clicked, this, [this] { setZoom(m_view->zoom() - 1); });
    connect(m_larger, &QToolButton::clicked, this, [this] { setZoom(m_view->zoom() + 1); });
    connect(m_search, &QLineEdit::textChanged, this, &ManualWindow::search);
    connect(m_search, &QLineEdit::returnPressed, this, &ManualWindow::searchOn);
    m_back->setEnabled(false);
    m_forward->setEnabled(false);
    return bar;
}

void ManualWindow::addKeys()
{
    const auto add = [this](const QKeySequence& keys, auto act) {
        connect(new QShortcut(keys, this), &QShortcut::activated, this, act);
    };
    add(QKeySequence::Back, [this] { m_view->backward(); });
    add(QKeySequence::Forward, [this] { m_view->forward(); });
    add(QKeySequence(Qt::CTRL | Qt::Key_Minus), [this] { setZoom(m_view->zoom() - 1); });
    add(QKeySequence(Qt::CTRL | Qt::Key_Plus), [this] { setZoom(m_view->zoom() + 1); });
    add(QKeySequence(Qt::CTRL | Qt::Key_Equal), [this] { setZoom(m_view->zoom() + 1); });
    add(QKeySequence(Qt::CTRL | Qt::Key_0), [this] { setZoom(0); });
    add(QKeySequence::Find, [this] {
        m_search->setFocus();
        m_search->selectAll();
    });
    add(QKeySequence(Qt::Key_F3), [this] { searchOn(); });
    add(QKeySequence::Close, [this] { close(); });
    add(QKeySequence(Qt::Key_Escape), [this] { endSearchOrClose(); });
}

void ManualWindow::open(Topic topic)
{
    m_view->showPage(topic);
    show();
    raise();
    activateWindow();
    m_view->setFocus();
}

void ManualWindow::readPages()
{
    m_contents->setPages(readManual(m_folder, presentLanguage()));
    m_contents->setSearched(m_search->text());
    m_contents->setShown(m_view->topic());
}

void ManualWindow::retranslate()
{
    setWindowTitle(tr("Manual — Lockstep"));
    m_contents->setAccessibleName(tr("Contents"));
    m_view->setAccessibleName(tr("Page"));
    m_back->setToolTip(withKeys(tr("Back"), QKeySequence::Back));
    m_forward->setToolTip(withKeys(tr("Forward"), QKeySequence::Forward));
    m_smaller->setToolTip(withKeys(tr("Smaller type"), QKeySequence(Qt::CTRL | Qt::Key_Minus)));
    m_larger->setToolTip(withKeys(tr("Larger type"), QKeySequence(Qt::CTRL | Qt::Key_Plus)));
    m_search->setPlaceholderText(tr("Search the manual"));
    m_search->setToolTip(tr("Enter goes to the next place, on other pages too"));
    m_notFound->setText(tr("Not found"));
    for (QWidget* widget : {static_cast<QWidget*>(m_back), static_cast<QWidget*>(m_forward),
                            static_cast<QWidget*>(m_smaller), static_cast<QWidget*>(m_larger)})
        widget->setAccessibleName(widget->toolTip());
    m_search->setAccessibleName(m_search->placeholderText());
}

void ManualWindow::showPlace()
{
    m_contents->setShown(m_view->topic());
}

void ManualWindow::search(const QString& text)
{
    m_contents->setSearched(text);
    m_view->setHighlight(text);
    m_notFound->setVisible(!text.isEmpty() && !m_contents->nextMatch(m_view->topic()));
    // From the top of the page on, with each letter.
    m_view->moveCursor(QTextCursor::Start);
    m_view->showNextMatch();
}

void ManualWindow::searchOn()
{
    if (m_view->showNextMatch())
        return;
    const std::optional<Topic> next = m_contents->nextMatch(m_view->topic());
    if (!next)
        return;
    m_view->showPage(*next);
    m_view->moveCursor(QTextCursor::Start);
    m_view->showNextMatch();
}

void ManualWindow::setZoom(int steps)
{
    m_view->setZoom(steps);
    QSettings().setValue(kZoom, m_view->zoom());
}

void ManualWindow::endSearchOrClose()
{
    if (m_search->text().isEmpty())
        close();
    else
        m_search->clear();
}

void ManualWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        readPages();
    } else if (event->type() == QEvent::PaletteChange) {
        m_contents->setSearched(m_search->text());
    }
}

void ManualWindow::closeEvent(QCloseEvent* event)
{
    QSettings().setValue(kGeometry, saveGeometry());
    QWidget::closeEvent(event);
}

} // namespace lockstep
