// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/topology/viewport/find_bar.h"

#include "app/theme/icons.h"
#include "app/theme/theme.h"
#include "app/topology/viewport/find_elements.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace lockstep {

FindBar::FindBar(ExperimentDocument& document, QWidget* parent)
    : QFrame(parent), m_document(document), m_text(new QLineEdit(this)), m_count(new QLabel(this)),
      m_previous(makeStep(tr("Previous (Shift+Enter)"), -1)), m_next(makeStep(tr("Next (Enter)"), 1))
{
    setObjectName(QStringLiteral("findBar"));
    setAutoFillBackground(true);
    setFrameShape(StyledPanel);
    m_text->setPlaceholderText(tr("Name, address, facts …"));
    m_text->setAccessibleName(tr("Find hosts and links"));
    m_text->setMinimumWidth(190);
    m_text->setClearButtonEnabled(true);
    m_text->installEventFilter(this);
    m_count->setProperty("muted", true);
    m_count->setMinimumWidth(m_count->fontMetrics().horizontalAdvance(QStringLiteral("000/000")));
    auto* away = new QToolButton(this);
    away->setText(QStringLiteral("✕"));
    away->setAutoRaise(true);
    away->setToolTip(tr("Put away (Esc)"));
    away->setAccessibleName(tr("Put the search away"));
    away->setFocusPolicy(Qt::NoFocus);
    connect(away, &QToolButton::clicked, this, &FindBar::close);
    connect(m_text, &QLineEdit::textChanged, this, &FindBar::search);
    tintIcons();
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 6, 6, 6);
    layout->addWidget(m_text);
    layout->addWidget(m_count);
    layout->addWidget(m_previous);
    layout->addWidget(m_next);
    layout->addWidget(away);
    hide();
}

QToolButton* FindBar::makeStep(const QString& name, int way)
{
    auto* button = new QToolButton(this);
    button->setAutoRaise(true);
    button->setToolTip(name);
    button->setAccessibleName(name);
    button->setFocusPolicy(Qt::NoFocus);
    connect(button, &QToolButton::clicked, this, [this, way] { step(way); });
    return button;
}

void FindBar::tintIcons()
{
    const QColor color = themeColors(palette()).mutedText;
    m_previous->setIcon(tintedIcon(QStringLiteral("chevron-up"), color));
    m_next->setIcon(tintedIcon(QStringLiteral("chevron-down"), color));
}

void FindBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        tintIcons();
    QFrame::changeEvent(event);
}

void FindBar::open()
{
    show();
    raise();
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
    search();
}

void FindBar::close()
{
    emit closed(); // first: a line that is hidden with the keyboard in it passes that on to the next element
    hide();
}

void FindBar::search()
{
    m_found = findElements(m_document.experiment().topology, m_text->text());
    m_current = 0;
    showCount();
    if (!m_found.empty())
        emit found(m_found.front());
}

void FindBar::step(int way)
{
    // The document may be another one since.
    const std::vector<ElementSet> now = findElements(m_document.experiment().topology, m_text->text());
    const auto count = static_cast<int>(now.size());
    m_found = now;
    if (count > 0) {
        m_current = static_cast<std::size_t>((static_cast<int>(m_current) + way + count) % count);
        emit found(m_found[m_current]);
    }
    showCount();
}

void FindBar::showCount()
{
    m_previous->setEnabled(m_found.size() > 1);
    m_next->setEnabled(m_found.size() > 1);
    if (m_text->text().trimmed().isEmpty())
        m_count->clear();
    else if (m_found.empty())
        m_count->setText(tr("none"));
    else
        m_count->setText(QStringLiteral("%1/%2").arg(m_current + 1).arg(m_found.size()));
}

bool FindBar::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Escape) {
            close();
            return true;
        }
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            step(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
            return true;
        }
    }
    return QFrame::eventFilter(object, event);
}

} // namespace lockstep
