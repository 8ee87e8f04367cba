// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/cli/subcommand.h"
#include "engine/core/error.h"
#include "engine/data/data_preview.h"
#include "engine/protocol/attach_messages.h"

#include <iostream>

namespace lockstep {
namespace {

std::string readRequest()
{
    // One byte more than may come, so that a longer one is refused and never cut.
    std::string text(kMaxPreviewRequestBytes + 1, '\0');
    std::cin.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::cin.gcount()));
    return text;
}

DataPreview preview()
{
    const Result<PreviewRequest> request = parsePreviewRequest(readRequest());
    if (!request.ok())
        throw EngineError(ExitCode::InvalidExperiment, request.error());
    return previewData(*request);
}

ExitCode runPreview(const Arguments&)
{
    try {
        const std::string answer = toJson(preview());
        if (answer.size() > kMaxPreviewBytes)
            throw EngineError(
                ExitCode::DataError,
                {LOCKSTEP_TEXT("What there is to say of these data has %1 bytes, expected at most %2: "
                               "they have too many classes."),
                 {std::to_string(answer.size()), std::to_string(kMaxPreviewBytes)},
                 {}});
        std::cout << answer << std::endl;
        return ExitCode::Success;
    } catch (const EngineError& error) {
        // Whoever reads this output says it in the reader's language; the sentence on standard error is for
        // people.
        std::cout << toJson(error.error()) << std::endl;
        throw;
    }
}

} // namespace

Subcommand previewCommand()
{
    return {"preview",
            "Counts the samples of data and shows some of them: reads {\"data\": ...}, the data of an "
            "experiment, from "
            "standard input and prints one JSON object.",
            {},
            {},
            {},
            runPreview};
}

} // namespace lockstep
