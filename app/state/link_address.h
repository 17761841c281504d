// A link as it is given to others: in a browser, the page's address with the link behind '#'.
#pragma once

#include <string>
#include <string_view>

namespace warplens::link {

[[nodiscard]] std::string address_of(const std::string& link);

// The link in an address, or the text itself where it is none.
[[nodiscard]] std::string_view link_in(std::string_view address);

}  // namespace warplens::link
