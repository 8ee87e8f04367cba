// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Usage: lockstep_error_texts OUTPUT FOLDER...
// Writes a C++ file that repeats every text marked LOCKSTEP_TEXT in the folders' sources as a text of the
// context "Error", for lupdate knows no macro that leaves the context out.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = "LOCKSTEP_TEXT(";

std::string readFile(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The string literals that begin at `at`, joined by what stands between them; empty when none begins there.
std::string literalsAt(const std::string& text, std::size_t at)
{
    const std::size_t begin = text.find_first_not_of(" \t\n", at);
    if (begin == std::string::npos || text[begin] != '"')
        return {};
    bool inside = false;
    for (std::size_t end = begin; end < text.size(); ++end) {
        if (text[end] == '\\' && inside)
            ++end;
        else if (text[end] == '"')
            inside = !inside;
        else if (text[end] == ')' && !inside)
            return text.substr(begin, end - begin);
    }
    return {};
}

bool isSource(const fs::path& path)
{
    return path.extension() == ".cpp" || path.extension() == ".h";
}

void collect(const fs::path& folder, std::set<std::string>& texts)
{
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file() || !isSource(entry.path()))
            continue;
        const std::string source = readFile(entry.path());
        for (std::size_t at = source.find(kMark); at != std::string::npos; at = source.find(kMark, at + 1)) {
            if (std::string literals = literalsAt(source, at + kMark.size()); !literals.empty())
                texts.insert(std::move(literals));
        }
    }
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 3) {
        std::cerr << "usage: lockstep_error_texts OUTPUT FOLDER...\n";
        return 2;
    }
    std::set<std::string> texts;
    for (int index = 2; index < argc; ++index)
        collect(argv[index], texts);
    std::ofstream output(argv[1], std::ios::binary);
    for (const std::string& text : texts)
        output << "QT_TRANSLATE_NOOP(\"Error\", " << text << ");\n";
    output.close();
    if (!output || texts.empty()) {
        std::cerr << "lockstep_error_texts: cannot write " << argv[1] << ", or no text was found\n";
        return 1;
    }
    return 0;
}
