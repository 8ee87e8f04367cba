// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/kept_secrets.h"

#include "app/settings/settings.h"
#include "app/text/error_text.h"

namespace lockstep {

namespace {

/// "anna@gpu-1:22", or the key file.
QString nameOf(const SecretQuestion& question)
{
    return question.kind == SecretQuestion::Kind::Passphrase ? question.prompt : question.address;
}

void setKept(const QString& name, bool isKept)
{
    Settings settings = loadSettings();
    settings.keptSecrets.removeAll(name);
    if (isKept)
        settings.keptSecrets.append(name);
    saveSettings(settings);
}

} // namespace

bool KeptSecrets::isLasting(const SecretQuestion& question)
{
    return question.kind != SecretQuestion::Kind::Interactive;
}

void KeptSecrets::find(const SecretQuestion& question, const Keychain::Found& found)
{
    const QString name = nameOf(question);
    if (!isLasting(question) || !loadSettings().keptSecrets.contains(name))
        return found({});
    if (!question.retry)
        return m_keychain.read(name, found);
    setKept(name, false);
    m_keychain.remove(name);
    found({});
}

void KeptSecrets::keep(const SecretQuestion& question, const QByteArray& secret)
{
    const QString name = nameOf(question);
    m_keychain.write(name, secret, [this, name](const Result<void>& done) {
        if (done)
            setKept(name, true);
        else
            emit failed(errorSentence(done.error()));
    });
}

void KeptSecrets::forget(const QStringList& before, const QStringList& now)
{
    for (const QString& name : before) {
        if (!now.contains(name))
            m_keychain.remove(name);
    }
}

} // namespace lockstep
