#include "app/state/link_address.h"

namespace warplens::link {

std::string address_of(const std::string& link) { return link; }

}  // namespace warplens::link
