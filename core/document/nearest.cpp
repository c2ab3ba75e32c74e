#include "core/document/nearest.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace normlab {
namespace {

// A name from a hostile document may be megabytes long; past this it is near to nothing anyway.
constexpr std::size_t kLongestName = 64;

std::string_view LastPart(std::string_view path) { return path.substr(path.rfind('.') + 1); }

template <typename Distance>
std::string Smallest(const std::vector<std::string>& names, Distance distance) {
  std::string best;
  std::size_t smallest = std::numeric_limits<std::size_t>::max();
  for (const std::string& name : names) {
    const std::size_t d = distance(name);
    if (d < smallest) {
      smallest = d;
      best = name;
    }
  }
  return best;
}

}  // namespace

std::size_t EditDistance(std::string_view a, std::string_view b) {
  a = a.substr(0, kLongestName);
  b = b.substr(0, kLongestName);
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before_last, last);
    std::swap(last, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitution = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, substitution});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

std::string Nearest(std::string_view name, const std::vector<std::string>& names) {
  return Smallest(names, [&](const std::string& other) { return EditDistance(name, other); });
}

std::string NearestPath(std::string_view path, const std::vector<std::string>& paths) {
  return Smallest(paths, [&](const std::string& other) {
    // Twice the distance, so that the last part alone can weigh a little more than the whole path.
    return std::min(2 * EditDistance(path, other),
                    2 * EditDistance(LastPart(path), LastPart(other)) + 1);
  });
}

}  // namespace normlab
