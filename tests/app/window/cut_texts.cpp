// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/window/cut_texts.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QMenuBar>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QTest>
#include <QTextDocument>

namespace lockstep {

namespace {

QString nameOf(const QWidget& widget)
{
    QString name = QString::fromLatin1(widget.metaObject()->className());
    if (!widget.objectName().isEmpty())
        name += u' ' + widget.objectName();
    return name;
}

QString sizeText(QSize size)
{
    return QStringLiteral("%1x%2").arg(size.width()).arg(size.height());
}

class Finder {
public:
    void walk(const QWidget& widget)
    {
        if (const auto* label = qobject_cast<const QLabel*>(&widget))
            checkLabel(*label);
        else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
            checkButton(*button);
        else if (const auto* box = qobject_cast<const QComboBox*>(&widget))
            checkBox(*box);
        else if (const auto* edit = qobject_cast<const QLineEdit*>(&widget))
            checkEdit(*edit);
        else if (const auto* head = qobject_cast<const QHeaderView*>(&widget))
            checkHead(*head);
        else if (const auto* tabs = qobject_cast<const QTabBar*>(&widget))
            checkTabs(*tabs);
        if (widget.layout())
            checkNeighbours(widget);
        for (const QObject* child : widget.children()) {
            const auto* below = qobject_cast<const QWidget*>(child);
            if (below && below->isVisible() && !below->isWindow())
                walk(*below);
        }
    }

    QStringList take() { return std::move(m_found); }

private:
    void say(const QWidget& widget, const QString& text, QSize wanted)
    {
        m_found.append(QStringLiteral("%1 “%2” has %3 and needs %4")
                           .arg(nameOf(widget), text, sizeText(widget.size()), sizeText(wanted)));
    }

    static bool isTold(const QWidget& widget, const QString& text)
    {
        QTextDocument tip;
        tip.setHtml(widget.toolTip());
        return !text.isEmpty() && (tip.toPlainText().contains(text) || widget.toolTip().contains(text));
    }

    void checkLabel(const QLabel& label)
    {
        if (label.text().isEmpty())
            return;
        const QSize wanted =
            label.wordWrap() ? QSize(0, label.heightForWidth(label.width())) : label.sizeHint();
        if ((wanted.width() > label.width() || wanted.height() > label.height()) &&
            !isTold(label, label.text()))
            say(label, label.text(), wanted);
    }

    void checkButton(const QAbstractButton& button)
    {
        const QSize wanted = button.sizeHint();
        // A style's button may stand closer round its text than it would like to.
        const int text = button.fontMetrics().size(Qt::TextShowMnemonic, button.text()).width();
        const int icon = button.icon().isNull() ? 0 : button.iconSize().width() + 4;
        if (button.text().isEmpty() || isTold(button, button.text()))
            return;
        if (text + icon > button.width() ||
            button.height() < qMin(wanted.height(), button.fontMetrics().height()))
            say(button, button.text(), {text + icon, wanted.height()});
    }

    void checkBox(const QComboBox& box)
    {
        QStyleOptionComboBox option;
        option.initFrom(&box);
        option.editable = box.isEditable();
        const QRect room =
            box.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box);
        const int wanted = box.fontMetrics().horizontalAdvance(box.currentText());
        if (wanted > room.width() && !isTold(box, box.currentText()))
            say(box, box.currentText(), {wanted + box.width() - room.width(), box.height()});
    }

    void checkEdit(const QLineEdit& edit)
    {
        if (edit.height() < edit.fontMetrics().height())
            say(edit, edit.text(), {0, edit.fontMetrics().height()});
        // What a person typed may be longer than its field; what the program says there may not.
        const int frame = edit.isClearButtonEnabled() ? 40 : 12;
        const int hint =
            edit.text().isEmpty() ? edit.fontMetrics().horizontalAdvance(edit.placeholderText()) : 0;
        if (hint + frame > edit.width() && !isTold(edit, edit.placeholderText()))
            say(edit, edit.placeholderText(), {hint + frame, edit.height()});
    }

    void checkHead(const QHeaderView& head)
    {
        for (int i = 0; i < head.count(); ++i) {
            const QString text = head.model()->headerData(i, head.orientation()).toString();
            if (head.orientation() == Qt::Vertical || head.isSectionHidden(i))
                continue;
            const int wanted = head.fontMetrics().horizontalAdvance(text) + 6;
            if (head.sectionSize(i) < wanted)
                m_found.append(QStringLiteral("column “%1” has %2 and needs %3")
                                   .arg(text)
                                   .arg(head.sectionSize(i))
                                   .arg(wanted));
        }
    }

    void checkTabs(const QTabBar& tabs)
    {
        for (int i = 0; i < tabs.count(); ++i) {
            const int wanted = tabs.fontMetrics().horizontalAdvance(tabs.tabText(i));
            if (tabs.tabRect(i).width() < wanted || tabs.tabRect(i).right() > tabs.width())
                say(tabs, tabs.tabText(i), {wanted, tabs.height()});
        }
    }

    /// What a layout put beside each other is to stand beside each other, inside.
    void checkNeighbours(const QWidget& parent)
    {
        QList<const QWidget*> shown;
        for (const QObject* child : parent.children()) {
            const auto* widget = qobject_cast<const QWidget*>(child);
            if (widget && widget->isVisible() && !widget->isWindow() && parent.layout()->indexOf(widget) >= 0)
                shown.append(widget);
        }
        for (qsizetype i = 0; i < shown.size(); ++i) {
            if (!parent.rect().contains(shown[i]->geometry()) && !shown[i]->geometry().isEmpty())
                m_found.append(QStringLiteral("%1 reaches out of %2: %3")
                                   .arg(nameOf(*shown[i]), nameOf(parent), sizeText(shown[i]->size())));
            for (qsizetype j = 0; j < i; ++j) {
                if (shown[i]->geometry().intersects(shown[j]->geometry()))
                    m_found.append(QStringLiteral("%1 lies over %2 in %3")
                                       .arg(nameOf(*shown[i]), nameOf(*shown[j]), nameOf(parent)));
            }
        }
    }

    QStringList m_found;
};

} // namespace

QStringList cutTexts(const QWidget& root)
{
    Finder finder;
    finder.walk(root);
    return finder.take();
}

QStringList cutTextsAtRest(const QWidget& root)
{
    QTest::qWait(100);
    QStringList faults = cutTexts(root);
    for (int i = 0; i < 50 && !faults.isEmpty(); ++i) { // a machine that is busy takes longer
        QTest::qWait(100);
        faults = cutTexts(root);
    }
    return faults;
}

} // namespace lockstep
