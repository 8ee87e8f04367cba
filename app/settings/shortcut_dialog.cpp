// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/shortcut_dialog.h"

#include "app/settings/shortcuts.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr QSize kFirstSize{520, 480};

} // namespace

ShortcutDialog::ShortcutDialog(const QList<QAction*>& actions, QWidget* parent)
    : QDialog(parent), m_actions(actions), m_list(new QTreeWidget(this)), m_keys(new QKeySequenceEdit(this)),
      m_error(new QLabel(this)), m_reset(new QPushButton(tr("Usual keys"), this))
{
    setWindowTitle(tr("Keyboard shortcuts"));
    m_list->setAccessibleName(windowTitle());
    m_list->setHeaderLabels({tr("Action"), tr("Keys")});
    m_list->setRootIsDecorated(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_list->header()->setStretchLastSection(false);
    for (const QAction* action : m_actions)
        new QTreeWidgetItem(m_list, {plainActionText(*action), QString()});
    m_keys->setAccessibleName(tr("Keys"));
    m_error->setProperty("errorText", true);
    m_error->setWordWrap(true);
    m_error->hide();
    m_reset->setAutoDefault(false);
    auto* line = new QHBoxLayout;
    line->addWidget(new QLabel(tr("New keys:"), this));
    line->addWidget(m_keys, 1);
    line->addWidget(m_reset);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton* all = buttons->addButton(tr("All usual keys"), QDialogButtonBox::ResetRole);
    all->setAutoDefault(false);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_list, 1);
    layout->addLayout(line);
    layout->addWidget(m_error);
    layout->addWidget(buttons);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &ShortcutDialog::showCurrent);
    connect(m_keys, &QKeySequenceEdit::keySequenceChanged, this, &ShortcutDialog::take);
    connect(m_reset, &QPushButton::clicked, this, [this] { assign(usualShortcuts(*current())); });
    connect(all, &QPushButton::clicked, this, &ShortcutDialog::resetAll);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    refresh();
    m_list->setCurrentItem(m_list->topLevelItem(0));
    resize(kFirstSize);
}

QAction* ShortcutDialog::current() const
{
    return m_actions.value(m_list->indexOfTopLevelItem(m_list->currentItem()));
}

void ShortcutDialog::showCurrent()
{
    const QAction* action = current();
    const QSignalBlocker quiet(m_keys);
    m_keys->setKeySequence(action ? action->shortcut() : QKeySequence());
    m_keys->setEnabled(action);
    m_reset->setEnabled(action && action->shortcuts() != usualShortcuts(*action));
    m_error->hide();
}

void ShortcutDialog::take(const QKeySequence& keys)
{
    QAction* action = current();
    if (!action)
        return;
    const QAction* other = keys.isEmpty() ? nullptr : actionWithKeys(m_actions, keys, action);
    if (other) {
        m_error->setText(tr("%1 belongs to “%2” already. Choose other keys, or change those first.")
                             .arg(keys.toString(QKeySequence::NativeText), plainActionText(*other)));
        m_error->show();
        return;
    }
    assign(keys.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{keys});
}

void ShortcutDialog::assign(const QList<QKeySequence>& keys)
{
    if (QAction* action = current())
        action->setShortcuts(keys);
    saveShortcuts(m_actions);
    refresh();
    showCurrent();
}

void ShortcutDialog::resetAll()
{
    for (QAction* action : m_actions)
        action->setShortcuts(usualShortcuts(*action));
    saveShortcuts(m_actions);
    refresh();
    showCurrent();
}

void ShortcutDialog::refresh()
{
    for (qsizetype i = 0; i < m_actions.size(); ++i)
        m_list->topLevelItem(static_cast<int>(i))
            ->setText(1, QKeySequence::listToString(m_actions[i]->shortcuts(), QKeySequence::NativeText));
}

} // namespace lockstep
