// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/connection_questions.h"

#include "app/runs/library_dialog.h"
#include "app/runs/question_dialog.h"
#include "app/runs/secret_dialog.h"
#include "app/settings/settings.h"
#include "app/text/inert_text.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QTimer>
#include <chrono>

namespace lockstep {

template <typename Asker>
void ConnectionQuestions::follow(Asker& asker)
{
    connect(&asker, &Asker::hostKeyUnknown, this, [this](const HostKeyQuestion& question) { ask(question); });
    connect(&asker, &Asker::secretNeeded, this, [this](const SecretQuestion& question) { ask(question); });
    connect(&m_kept, &KeptSecrets::failed, this, [this](const QString& sentence) {
        auto* box =
            new QMessageBox(QMessageBox::Warning, tr("Keychain"), sentence, QMessageBox::Ok, m_parent);
        box->setAttribute(Qt::WA_DeleteOnClose);
        box->setTextFormat(Qt::PlainText);
        box->open();
    });
    const QPointer<Asker> present(&asker);
    m_answerHostKey = [present](int host, bool trust) {
        if (present)
            present->answerHostKey(host, trust);
    };
    if constexpr (requires { &Asker::librariesMissing; }) { // whoever only looks sends nothing
        connect(&asker, &Asker::librariesMissing, this,
                [this](const LibraryQuestion& question) { ask(question); });
        m_answerLibraries = [present](int host, bool send) {
            if (present)
                present->answerLibraries(host, send);
        };
    }
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

ConnectionQuestions::ConnectionQuestions(DataDelivery& delivery, QWidget* parent)
    : QObject(parent), m_parent(parent)
{
    follow(delivery);
}

ConnectionQuestions::ConnectionQuestions(HostInventories& inventories, QWidget* parent)
    : QObject(parent), m_parent(parent)
{
    follow(inventories);
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
    std::visit([this](const auto& question) { put(question); }, m_waiting.takeFirst());
}

void ConnectionQuestions::answered()
{
    m_asking = false;
    askNext();
}

void ConnectionQuestions::put(const HostKeyQuestion& question)
{
    QDialog* dialog = questionDialog(tr("Unknown host key"), m_parent);
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
        answered();
    });
    dialog->open();
}

void ConnectionQuestions::put(const SecretQuestion& question)
{
    constexpr std::chrono::seconds kPatience{2};
    QTimer::singleShot(kPatience, this, [this, question, turn = m_turn] {
        if (turn != m_turn || m_secretDialog)
            return;
        askForSecret(question);
        m_secretDialog->setKeychainAwaited(true);
    });
    m_kept.find(question, [this, question, turn = m_turn](const QByteArray& secret) {
        if (turn == m_turn)
            keychainAnswered(question, secret);
    });
}

void ConnectionQuestions::keychainAnswered(const SecretQuestion& question, const QByteArray& secret)
{
    if (secret.isEmpty() && m_secretDialog)
        return m_secretDialog->setKeychainAwaited(false);
    if (secret.isEmpty())
        return askForSecret(question);
    if (m_secretDialog) {
        m_secretDialog->disconnect(this);
        m_secretDialog->takeSecret(); // what may have been typed so far
        m_secretDialog->reject();
    }
    answer(question, secret);
}

void ConnectionQuestions::askForSecret(const SecretQuestion& question)
{
    auto* dialog = new SecretDialog(question, KeptSecrets::isLasting(question), m_parent);
    connect(dialog, &QDialog::finished, this, [this, dialog, question](int result) {
        QByteArray secret = dialog->takeSecret();
        if (result != QDialog::Accepted)
            secret.clear();
        if (!secret.isEmpty() && dialog->isToBeKept())
            m_kept.keep(question, secret);
        answer(question, secret);
        secret.fill('\0');
    });
    m_secretDialog = dialog;
    dialog->open();
}

void ConnectionQuestions::answer(const SecretQuestion& question, const QByteArray& secret)
{
    ++m_turn;
    m_secretDialog.clear();
    m_answerSecret(question.host, secret);
    answered();
}

void ConnectionQuestions::put(const LibraryQuestion& question)
{
    if (loadSettings().libraryHosts.contains(question.address)) {
        m_answerLibraries(question.host, true);
        return answered();
    }
    auto* dialog = new LibraryDialog(question, m_parent);
    connect(dialog, &QDialog::finished, this, [this, dialog, question](int result) {
        const bool send = result == QDialog::Accepted;
        if (send && dialog->isToBeRemembered()) {
            Settings now = loadSettings();
            now.libraryHosts.append(question.address);
            saveSettings(now);
        }
        m_answerLibraries(question.host, send);
        answered();
    });
    dialog->open();
}

} // namespace lockstep
