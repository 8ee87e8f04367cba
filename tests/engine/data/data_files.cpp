// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/data/data_files.h"

#include "engine/core/error.h"
#include "tests/engine/support/sanitizer_price.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include <unistd.h>

namespace lockstep::testing {

ScratchFolder::ScratchFolder()
{
    std::string name = (std::filesystem::temp_directory_path() / "lockstep-data-XXXXXX").string();
    if (!::mkdtemp(name.data()))
        throw std::runtime_error("cannot make a scratch folder");
    m_path = name;
}

ScratchFolder::~ScratchFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

std::string ScratchFolder::path(const std::string& name) const
{
    return name.empty() ? m_path : m_path + "/" + name;
}

std::string ScratchFolder::write(const std::string& name, const std::string& content) const
{
    std::ofstream file(path(name), std::ios::binary);
    file << content;
    if (!file.flush())
        throw std::runtime_error("cannot write " + path(name));
    return path(name);
}

namespace {

class Deflater {
public:
    explicit Deflater(const std::string& name = {})
    {
        deflateInit2(&m_stream, 6, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY);
        if (!name.empty()) {
            m_name.assign(name.begin(), name.end());
            m_name.push_back(0);
            m_header.name = m_name.data();
            deflateSetHeader(&m_stream, &m_header);
        }
    }
    ~Deflater() { deflateEnd(&m_stream); }
    Deflater(const Deflater&) = delete;
    Deflater& operator=(const Deflater&) = delete;

    void add(const std::string& content, int flush, std::string& out)
    {
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
        m_stream.avail_in = static_cast<uInt>(content.size());
        std::array<char, 65536> piece{};
        do {
            m_stream.next_out = reinterpret_cast<Bytef*>(piece.data());
            m_stream.avail_out = piece.size();
            deflate(&m_stream, flush);
            out.append(piece.data(), piece.size() - m_stream.avail_out);
        } while (m_stream.avail_out == 0);
    }

private:
    z_stream m_stream{};
    gz_header m_header{};
    std::vector<Bytef> m_name;
};

std::int64_t statusKilobytes(const std::string& key)
{
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(key))
            return std::stoll(line.substr(key.size()));
    throw std::runtime_error("no " + key);
}

} // namespace

std::string fileContent(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string gzip(const std::string& content, const std::string& name)
{
    std::string out;
    Deflater(name).add(content, Z_FINISH, out);
    return out;
}

std::string gzipOfZeros(const std::string& head, std::uint64_t bytes)
{
    std::string out;
    Deflater deflater;
    deflater.add(head, Z_NO_FLUSH, out);
    const std::string zeros(1u << 20, '\0');
    for (; bytes >= zeros.size(); bytes -= zeros.size())
        deflater.add(zeros, Z_NO_FLUSH, out);
    deflater.add(std::string(bytes, '\0'), Z_FINISH, out);
    return out;
}

std::string bigEndian(const std::vector<std::uint32_t>& numbers)
{
    std::string out;
    for (const std::uint32_t number : numbers)
        for (int shift = 24; shift >= 0; shift -= 8)
            out.push_back(static_cast<char>(number >> shift & 255));
    return out;
}

std::string idxImages(std::uint32_t count, std::uint32_t rows, std::uint32_t columns)
{
    std::string out = bigEndian({0x803, count, rows, columns});
    for (std::uint32_t i = 0; i < count * rows * columns; ++i)
        out.push_back(static_cast<char>(i * 7 % 256));
    return out;
}

std::string idxLabels(const std::vector<std::uint8_t>& labels)
{
    std::string out = bigEndian({0x801, static_cast<std::uint32_t>(labels.size())});
    out.append(labels.begin(), labels.end());
    return out;
}

std::string dataErrorOf(const std::function<void()>& action)
{
    try {
        action();
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::DataError);
        return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

std::vector<std::string> englishOf(const std::vector<Sentence>& sentences)
{
    std::vector<std::string> texts;
    for (const Sentence& sentence : sentences)
        texts.push_back(sentence.english());
    return texts;
}

std::int64_t peakGrowth(const std::function<void()>& action)
{
    // Writing 5 sets the peak back to what is resident now (proc(5), clear_refs).
    std::ofstream("/proc/self/clear_refs") << "5";
    const std::int64_t before = statusKilobytes("VmRSS:");
    action();
    return (statusKilobytes("VmHWM:") - before) * 1024 / kBytesOfMemoryPerByte;
}

} // namespace lockstep::testing
