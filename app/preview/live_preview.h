// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/experiment_document.h"
#include "app/preview/previewer.h"
#include "remote/hosts/host_previewer.h"

#include <QElapsedTimer>
#include <QTimer>
#include <memory>
#include <optional>

namespace lockstep {

/// A preview of the data of a document, kept up while it changes. Lives on the GUI thread.
class LivePreview : public QObject {
    Q_OBJECT
public:
    enum class State {
        Nothing,    ///< no data are named yet
        Previewing, ///< `data` may still be those before
        Seen,
        Failed,
        Stopped,   ///< by the person
        Elsewhere, ///< not on this computer; perhaps on `host`
    };

    /// `options`: the engine of this computer, and how others are reached.
    LivePreview(ExperimentDocument& document, RemoteOptions options, QObject* parent = nullptr);
    ~LivePreview() override;

    /// Begins; before that the data are left alone.
    void begin();
    State state() const { return m_state; }
    /// Of the data as they are now; nothing: not seen yet.
    const std::optional<PreviewedData>& data() const { return m_data; }
    /// The pictures that were asked for last, else those of data().
    const std::optional<PreviewedData>& shown() const { return m_shown ? m_shown : m_data; }
    const std::optional<Error>& error() const { return m_error; }
    /// The host with rank 0 when it is not this computer; else empty.
    QString host() const;
    /// Whether the data on host() are others than those previewed: a built-in set is the same everywhere.
    bool hostMayHaveOthers() const;
    /// Where data() were previewed: the name of a host, or empty for this computer.
    QString place() const { return m_place; }
    /// What it does while it is previewing; may be empty.
    QString progress() const { return m_progress; }
    /// Since it began to preview.
    int secondsSpent() const { return static_cast<int>(m_spent.elapsed() / 1000); }

    /// Shows pictures of one class alone (-1: of all), past the first `skip` of each class.
    void showPictures(int onlyClass, int skip);
    int onlyClass() const { return m_onlyClass; }
    int skip() const { return m_skip; }

    /// Previews on host(). REQUIRES: there is one.
    void previewOnHost();
    void cancel();
    /// Previews anew: the files may be others now.
    void previewAgain();

signals:
    void changed();
    /// A host is about to be reached: it may have questions.
    void hostAsked(lockstep::HostPreviewer* previewer);

private:
    struct Question {
        DataSpec data;
        std::uint64_t seed = 1;
        Host host; ///< of rank 0
        bool operator==(const Question&) const = default;
    };
    Question question() const;
    void documentChanged();
    void previewNow();
    void startAfresh(const QString& place);
    void use(std::unique_ptr<Previewer> previewer);
    void ask(int onlyClass, int skip);
    void take(const PreviewResult& result);
    void setState(State state);

    ExperimentDocument& m_document;
    RemoteOptions m_options;
    std::unique_ptr<Previewer> m_previewer;
    QTimer m_delay;
    QElapsedTimer m_spent;
    bool m_hasBegun = false;
    Question m_question; ///< what data() answer, or will
    State m_state = State::Nothing;
    std::optional<PreviewedData> m_data;
    std::optional<PreviewedData> m_shown;
    std::optional<Error> m_error;
    QString m_place;
    QString m_progress;
    int m_onlyClass = -1;
    int m_skip = 0;
    bool m_asksForPictures = false; ///< the preview that goes on is for m_shown
};

} // namespace lockstep
