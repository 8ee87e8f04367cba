// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/secret_dialog.h"

#include "app/runs/question_dialog.h"
#include "app/text/inert_text.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QVBoxLayout>

namespace lockstep {

SecretDialog::SecretDialog(const SecretQuestion& question, bool mayBeKept, QWidget* parent)
    : QDialog(parent), m_field(new QLineEdit(this)),
      m_keep(new QCheckBox(tr("&Keep it in the keychain of this computer"), this)),
      m_promise(plainLabel({}, this))
{
    const bool isPassphrase = question.kind == SecretQuestion::Kind::Passphrase;
    becomeQuestion(*this, isPassphrase ? tr("Passphrase") : tr("Password"));
    const QString prompt = inertString(question.prompt);
    const QString address = inertString(question.address);
    QString text = tr("%1 asks for a password.").arg(address);
    if (isPassphrase)
        text = tr("The key file %1 is protected by a passphrase.").arg(prompt);
    else if (question.kind == SecretQuestion::Kind::Interactive)
        text = tr("%1 asks: %2").arg(address, prompt);
    auto* layout = new QVBoxLayout(this);
    constexpr int kSpacing = 12;
    layout->setSpacing(kSpacing);
    if (question.retry) {
        QLabel* wrong = plainLabel(tr("The last answer was refused. Try again."), this);
        wrong->setProperty("errorText", true);
        layout->addWidget(wrong);
    }
    layout->addWidget(plainLabel(text, this));
    m_field->setEchoMode(QLineEdit::Password);
    m_field->setAccessibleName(text);
    layout->addWidget(m_field);
    m_keep->setVisible(mayBeKept);
    layout->addWidget(m_keep);
    m_promise->setProperty("muted", true);
    m_promise->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_promise->setMinimumHeight(2 *
                                m_promise->fontMetrics().lineSpacing()); // nothing moves when it is another
    layout->addWidget(m_promise);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_keep, &QCheckBox::toggled, this, &SecretDialog::promise);
    promise();
    m_field->setFocus();
}

void SecretDialog::promise()
{
    if (m_isKeychainAwaited)
        m_promise->setText(
            tr("The keychain has not answered yet: it may be waiting to be unlocked. What it gives "
               "is taken at once."));
    else if (isToBeKept())
        m_promise->setText(tr("The keychain keeps it encrypted, and Lockstep asks no more. The settings list "
                              "what is kept."));
    else
        m_promise->setText(tr("It is kept in memory until Lockstep is closed, and written nowhere."));
}

void SecretDialog::setKeychainAwaited(bool isAwaited)
{
    m_isKeychainAwaited = isAwaited;
    promise();
}

QByteArray SecretDialog::takeSecret()
{
    QByteArray secret = m_field->text().toUtf8();
    m_field->clear();
    return secret;
}

bool SecretDialog::isToBeKept() const
{
    return m_keep->isChecked();
}

} // namespace lockstep
