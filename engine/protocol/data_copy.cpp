// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/protocol/data_copy.h"

#include "engine/protocol/message_descriptions.h"

namespace lockstep {
namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 62;
constexpr std::size_t kDigestDigits = 64;

bool isDigest(std::string_view text)
{
    return text.size() == kDigestDigits && text.find_first_not_of("0123456789abcdef") == text.npos;
}

} // namespace

template <typename Visitor>
void describe(Visitor& visitor, Describes<DataCopyRequest> auto& request)
{
    visitor.text("id", request.id, kRunIdRule);
    visitor.text("token", request.token, kTokenRule);
    visitor.text("data", request.data, kWordRule);
    visitor.integer("bytes", request.bytes, 0, kMaxBytes);
    visitor.text("address", request.address, kAddressRule);
    visitor.object("peer", request.peer);
    if (!visitor.reads())
        return;
    checkRun(visitor, "id", request.id);
    checkToken(visitor, "token", request.token);
    if (!isDigest(request.data)) // it becomes the name of a folder
        refuse(visitor, "data", LOCKSTEP_TEXT("found %1, expected 64 hexadecimal digits in lower case."),
               quotedText(request.data));
    if (request.peer.port == 0 && !isNumericAddress(request.address))
        refuse(visitor, "address", LOCKSTEP_TEXT("found %1, expected a numeric IPv4 or IPv6 address."),
               quotedText(request.address));
}

std::string toJson(const DataCopyRequest& request)
{
    return writeOneLine(request);
}

Result<DataCopyRequest> parseDataCopyRequest(std::string_view json)
{
    return readMessage<DataCopyRequest>(json, kMaxFramePayload);
}

} // namespace lockstep
