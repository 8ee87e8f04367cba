// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/connection_questions.h"

#include "app/text/inert_text.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>

namespace lockstep {

namespace {

QLabel* plainLabel(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setText(text);
    return label;
}

QDialog* makeDialog(const QString& title, QWidget* parent)
{
    auto* dialog = new QDialog(parent);
    dialog->setObjectName(QStringLiteral("connectionQuestion"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setMinimumWidth(460);
    return dialog;
}

} // namespace

template <typename Asker>
void ConnectionQuestions::follow(Asker& asker)
{
    connect(&asker, &Asker::hostKeyUnknown, this, [this](const HostKeyQuestion& question) {
        ask({true, question, {}});
    });
    connect(&asker, &Asker::secretNeeded, this, [this](const SecretQuestion& question) {
        ask({false, {}, question});
    });
    const QPointer<Asker> present(&asker);
    m_answerHostKey = [present](int host, bool trust) {
        if (present)
            present->answerHostKey(host, trust);
    };
    m_answerSecret = [present](int host, const QByteArray& secret) {
        if (present)
            present->answerSecret(host, secret);
    };
}

ConnectionQuestions::ConnectionQuestions(RunController& controller, QWidget* parent)
    : QObject(parent), m_parent(parent)
{
    follow(controller);
}

ConnectionQuestions::ConnectionQuestions(HostPreviewer& previewer, QWidget* parent)
    : QObject(parent), m_parent(parent)
{
    follow(previewer);
}

ConnectionQuestions::ConnectionQuestions(Preflight& preflight, QWidget* parent)
    : QObject(parent), m_parent(parent)
{
    follow(preflight);
}

void ConnectionQuestions::ask(const Question& question)
{
    m_waiting.append(question);
    askNext();
}

void ConnectionQuestions::askNext()
{
    if (m_asking || m_waiting.isEmpty())
        return;
    m_asking = true;
    const Question question = m_waiting.takeFirst();
    if (question.isKey)
        askHostKey(question.key);
    else
        askSecret(question.secret);
}

void ConnectionQuestions::askHostKey(const HostKeyQuestion& question)
{
    QDialog* dialog = makeDialog(tr("Unknown host key"), m_parent);
    auto* layout = new QVBoxLayout(dialog);
    layout->setSpacing(12);
    const QString address = inertString(question.address);
    layout->addWidget(
        plainLabel(tr("%1 has not been reached from here before. It shows this key:").arg(address), dialog));
    auto* key = plainLabel(inertString(question.keyType) + u'\n' + inertString(question.fingerprint), dialog);
    key->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    key->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(key);
    layout->addWidget(plainLabel(tr("Compare it with what ssh-keygen -lf prints on that host, or ask its "
                                    "administrator. Trust it only when both are the same."),
                                 dialog));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, dialog);
    QPushButton* trust = buttons->addButton(tr("Trust this key"), QDialogButtonBox::AcceptRole);
    trust->setAutoDefault(false);
    QPushButton* cancel = buttons->button(QDialogButtonBox::Cancel);
    cancel->setDefault(true);
    cancel->setFocus();
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, dialog, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    connect(dialog, &QDialog::finished, this, [this, host = question.host](int result) {
        m_answerHostKey(host, result == QDialog::Accepted);
        m_asking = false;
        askNext();
    });
    dialog->open();
}

void ConnectionQuestions::askSecret(const SecretQuestion& question)
{
    const bool passphrase = question.kind == SecretQuestion::Kind::Passphrase;
    QDialog* dialog = makeDialog(passphrase ? tr("Passphrase") : tr("Password"), m_parent);
    auto* layout = new QVBoxLayout(dialog);
    layout->setSpacing(12);
    const QString prompt = inertString(question.prompt);
    QString text = tr("%1 asks for a password.").arg(inertString(question.address));
    if (passphrase)
        text = tr("The key file %1 is protected by a passphrase.").arg(prompt);
    else if (question.kind == SecretQuestion::Kind::Interactive)
        text = tr("%1 asks: %2").arg(inertString(question.address), prompt);
    if (question.retry) {
        QLabel* wrong = plainLabel(tr("The last answer was refused. Try again."), dialog);
        wrong->setProperty("errorText", true);
        layout->addWidget(wrong);
    }
    layout->addWidget(plainLabel(text, dialog));
    auto* field = new QLineEdit(dialog);
    field->setEchoMode(QLineEdit::Password);
    layout->addWidget(field);
    QLabel* promise =
        plainLabel(tr("It is kept in memory until Lockstep is closed, and written nowhere."), dialog);
    promise->setProperty("muted", true);
    layout->addWidget(promise);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, dialog);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, dialog, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    connect(dialog, &QDialog::finished, this, [this, field, host = question.host](int result) {
        QByteArray secret = result == QDialog::Accepted ? field->text().toUtf8() : QByteArray();
        field->clear();
        m_answerSecret(host, secret);
        secret.fill('\0');
        m_asking = false;
        askNext();
    });
    field->setFocus();
    dialog->open();
}

} // namespace lockstep
