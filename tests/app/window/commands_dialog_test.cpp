// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/commands_dialog.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

using namespace lockstep;

namespace {

QPushButton* copyButton(const CommandsDialog& dialog)
{
    for (auto* button : dialog.findChildren<QPushButton*>())
        if (button->text() == CommandsDialog::tr("&Copy"))
            return button;
    return nullptr;
}

Experiment oneHost()
{
    Experiment experiment;
    Host host;
    host.id = host.name = "gpu-a";
    host.address = "gpu-a.lab";
    host.devices.resize(2);
    experiment.topology.hosts.push_back(host);
    return experiment;
}

} // namespace

class CommandsDialogTest : public QObject {
    Q_OBJECT
private slots:
    void showsWhatWouldBeTyped()
    {
        const CommandsDialog dialog(oneHost(), QStringLiteral("/home/anna/net.lockstep.json"), nullptr);
        const QString script = dialog.findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY(script.contains(QStringLiteral("ssh -p 22 -- gpu-a.lab 'cd .lockstep/by-hand/")));
        QVERIFY(script.contains(QStringLiteral("mpirun -np 2 ")));
        QVERIFY(script.contains(QStringLiteral("/home/anna/net.lockstep.json")));
    }

    void copiesAllOrWhatIsSelected()
    {
        const CommandsDialog dialog(oneHost(), {}, nullptr);
        auto* script = dialog.findChild<QPlainTextEdit*>();
        copyButton(dialog)->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), script->toPlainText());
        QTextCursor cursor = script->textCursor();
        cursor.movePosition(QTextCursor::EndOfLine, QTextCursor::KeepAnchor);
        script->setTextCursor(cursor);
        copyButton(dialog)->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), script->toPlainText().section(u'\n', 0, 0));
    }

    void saysThatThereIsNothingToStart()
    {
        const CommandsDialog dialog({}, {}, nullptr);
        QVERIFY(!dialog.findChild<QPlainTextEdit*>()->toPlainText().isEmpty());
        QVERIFY(!copyButton(dialog)->isEnabled());
    }
};

QTEST_MAIN(CommandsDialogTest)
#include "commands_dialog_test.moc"
