// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// The pictures below FOLDER/CLASS/, as torchvision's ImageFolder finds and orders them: classes by name (by
/// bytes), in a class by folder and then file name, links followed. Pictures are the files whose names end in
/// .jpg, .jpeg or .png, in any case; all others are passed over.
class FolderListing {
public:
    /// Throws EngineError(DataError) for a folder that cannot be read, has no class folder, or has one
    /// without pictures, beyond 100,000 classes, 2^31 - 1 pictures or 16 folders below each other.
    explicit FolderListing(const std::string& folder);

    const std::string& folder() const { return m_folder; }
    const std::vector<std::string>& classes() const { return m_classes; }
    std::size_t size() const { return m_labels.size(); }
    std::int32_t label(std::size_t index) const { return m_labels[index]; }
    /// The whole path.
    std::string path(std::size_t index) const;

private:
    void addClass(const std::string& className);

    std::string m_folder;
    std::vector<std::string> m_classes;
    std::vector<std::int32_t> m_labels;
    std::vector<std::uint64_t> m_nameEnds; ///< in m_names, of each path below its class folder
    std::string m_names;                   ///< one after another: a million pictures take 30 MB
};

/// Throws EngineError(DataError) naming the first class that only one of the two has.
void requireSameClasses(const FolderListing& training, const FolderListing& validation);

} // namespace lockstep
