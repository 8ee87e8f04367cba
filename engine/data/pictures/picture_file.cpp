// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/pictures/picture_file.h"

#include "engine/data/dataset.h"
#include "engine/protocol/descriptor.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep {
namespace {

constexpr off_t kMaxPictureBytes = off_t{256} << 20;

[[noreturn]] void throwUnreadable(const std::string& path, int error)
{
    throw DamagedSample(
        Error{LOCKSTEP_TEXT("The image %1 cannot be read: %2."), {path, std::strerror(error)}, {}});
}

} // namespace

bool namesPicture(std::string_view name)
{
    for (const std::string_view ending : {".jpg", ".jpeg", ".png"}) {
        if (name.size() < ending.size())
            continue;
        const std::string_view tail = name.substr(name.size() - ending.size());
        if (std::equal(tail.begin(), tail.end(), ending.begin(), [](char a, char b) {
                return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
            }))
            return true;
    }
    return false;
}

void readPictureFile(const std::string& path, std::vector<std::uint8_t>& bytes)
{
    // Non-blocking, so that a named pipe in place of a picture is refused rather than waited for.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status {};
    if (!file || ::fstat(file.get(), &status) != 0)
        throwUnreadable(path, errno);
    if (!S_ISREG(status.st_mode) || status.st_size > kMaxPictureBytes)
        throw DamagedSample(
            Error{LOCKSTEP_TEXT("%1 is no regular file of at most %2 bytes; an image was expected."),
                  {path, std::to_string(kMaxPictureBytes)},
                  {}});
    bytes.resize(static_cast<std::size_t>(status.st_size));
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t got = ::read(file.get(), bytes.data() + done, bytes.size() - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            throwUnreadable(path, errno);
        if (got == 0)
            break;
        done += static_cast<std::size_t>(got);
    }
    bytes.resize(done); // it may have become shorter meanwhile
}

} // namespace lockstep
