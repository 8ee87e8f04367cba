// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/core/error.h"
#include "engine/data/clip_list.h"
#include "engine/data/idx.h"
#include "tests/fuzz/fuzz_target.h"

/// Files that say what a data set holds: lists of clips, and idx files (which begin with two zero bytes).
namespace lockstep::fuzz {

Verdict tryInput(std::string_view bytes)
{
    const MemoryFile file(bytes);
    try {
        if (bytes.starts_with(std::string_view("\0\0\x08\x03", 4))) {
            const IdxImages images = readIdxImages(file.path());
            require(images.pixels.size() % (static_cast<std::size_t>(images.rows) *
                                            static_cast<std::size_t>(images.columns)) ==
                        0,
                    "an idx file holds whole images");
        } else if (bytes.starts_with('\0')) {
            readIdxLabels(file.path());
        } else {
            const ClipList list = readClipList(file.path());
            for (const Clip& clip : list.clips)
                require(clip.label >= 0 && clip.label < list.classes, "a label is one of the classes");
        }
        return Verdict::Accepted;
    } catch (const EngineError& error) {
        require(error.code() == ExitCode::DataError, "a refusal is one of data");
        return Verdict::Refused;
    }
}

std::vector<std::string> seeds()
{
    using std::string_literals::operator""s;
    return {"v_ApplyEyeMakeup_g01_c01 jpegs_256/v_ApplyEyeMakeup_g01_c01 165 0\n"
            "v_Archery_g01_c01 jpegs_256/v_Archery_g01_c01 133 1\n",
            "a flow/{:s}/a 10 0\nb flow/{:s}/b 12 1\n",
            "\0\0\x08\x03\0\0\0\x02\0\0\0\x02\0\0\0\x03"s + "abcdefghijkl",
            "\0\0\x08\x01\0\0\0\x03\x01\x02\x03"s};
}

} // namespace lockstep::fuzz
