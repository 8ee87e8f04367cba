// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What one chooses and reads before anything is measured.
#include "app/insight/evaluation_dialog.h"
#include "app/text/language.h"
#include "tests/app/insight/insight_windows.h"

#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <optional>

using namespace lockstep;

class EvaluationDialogTest : public QObject {
    Q_OBJECT

private slots:
    void init() { installLanguage(*qApp, QStringLiteral("en")); }

    void theTitleSaysWhatIsEvaluated()
    {
        EvaluationDialog dialog(kEngine, QStringLiteral("/run/checkpoints/step-00012000"), {}, {});
        QCOMPARE(dialog.windowTitle(), QStringLiteral("Evaluate the checkpoint after step 12,000"));
        installLanguage(*qApp, QStringLiteral("zh_CN"));
        QTRY_COMPARE(dialog.windowTitle(), QStringLiteral("评估第 12,000 步后的检查点"));
    }

    /// Return asks again; it closed the window.
    void whoeverAskedGoesOnTyping()
    {
        EvaluationDialog dialog(kEngine, QStringLiteral("/no/checkpoint"), QStringLiteral("/no/document"),
                                farAway(DataKind::Mnist));
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        auto* path = dialog.findChild<QLineEdit*>(QStringLiteral("evaluationData"));
        path->setFocus();
        QTest::keyClick(path, Qt::Key_Return);
        QVERIFY(!path->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(path->isEnabled(), kAnswerMs);
        QCOMPARE(dialog.focusWidget(), path);
    }

    /// Some data are a folder, others a file.
    void whatTheDataAreCanBeChosen_data()
    {
        QTest::addColumn<DataKind>("kind");
        QTest::addColumn<QFileDialog::FileMode>("wanted");
        QTest::newRow("pictures") << DataKind::ImageFolder << QFileDialog::Directory;
        QTest::newRow("clips") << DataKind::Clips << QFileDialog::ExistingFile;
        QTest::newRow("Paddle") << DataKind::PaddleJson << QFileDialog::ExistingFile;
    }
    void whatTheDataAreCanBeChosen()
    {
        QFETCH(DataKind, kind);
        QFETCH(QFileDialog::FileMode, wanted);
        EvaluationDialog dialog(kEngine, QStringLiteral("/run/checkpoints/step-00000020"), {}, farAway(kind));
        dialog.show();
        std::optional<QFileDialog::FileMode> asked;
        QTimer answer;
        connect(&answer, &QTimer::timeout, this, [&] {
            if (auto* question = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
                asked = question->fileMode();
                question->reject();
            }
        });
        answer.start(20);
        const QList<QPushButton*> buttons = dialog.findChildren<QPushButton*>();
        const auto choose = std::ranges::find_if(
            buttons, [](const QPushButton* button) { return button->text() == QStringLiteral("Choose…"); });
        QVERIFY(choose != buttons.end());
        (*choose)->click();
        QVERIFY(asked == wanted);
    }
};

QTEST_MAIN(EvaluationDialogTest)
#include "evaluation_dialog_test.moc"
