#include "app/state/link_address.h"

#include <cstdlib>

namespace warplens::link {

std::string address_of(const std::string& link) {
  const char* page = std::getenv("WARPLENS_PAGE");
  return page == nullptr ? link : std::string(page) + '#' + link;
}

}  // namespace warplens::link
