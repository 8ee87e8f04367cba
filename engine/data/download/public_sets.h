// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

struct PublicFile {
    std::string name;
    std::uint64_t bytes = 0;
    std::string sha256; ///< 64 hexadecimal digits
};

/// A data set that anyone may download.
struct PublicSet {
    std::string name; ///< "mnist"
    std::string kind; ///< of DataSpec, as in the experiment document
    std::vector<PublicFile> files;
    std::vector<std::string>
        mirrors;               ///< addresses of the folders that hold them, in the order in which to try
    std::string archiveFolder; ///< the one file is a .tar.gz with this folder, else empty
    std::vector<PublicFile> unpacked; ///< what is taken out of it; digests are not known, sizes are
};

/// mnist, fashion-mnist and cifar10. Digests: MNIST's are those of the files whose MD5 sums torchvision
/// publishes (f68b3c2d..., d53e105e..., 9fb629c4..., ec29112d...); Fashion-MNIST's and CIFAR-10's are the
/// ones that TensorFlow Datasets publishes in its url_checksums.
const std::vector<PublicSet>& publicSets();

} // namespace lockstep
