#include "app/lessons/course_map.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace warplens::lessons {
namespace {

constexpr float kPassing = 0.35f;  // the height of a line that passes, in lessons

// A lesson, or a line that passes a column.
struct MapNode {
  std::size_t column = 0;
  float height = 1;
  float y = 0;
  std::vector<std::size_t> before{}, after{};
};

using Needs = std::vector<std::vector<std::size_t>>;

Needs needs_of(std::span<const MapLesson> lessons) {
  Needs needs(lessons.size());
  for (std::size_t i = 0; i < lessons.size(); ++i) {
    for (const int number : lessons[i].needs) {
      const auto at = std::ranges::find(lessons, number, &MapLesson::number);
      if (at == lessons.end()) continue;
      const auto need = static_cast<std::size_t>(at - lessons.begin());
      const bool is_new = std::ranges::find(needs[i], need) == needs[i].end();
      if (need != i && is_new) needs[i].push_back(need);
    }
  }
  return needs;
}

// Without those that close a circle.
void open_circles(Needs& needs) {
  enum class State : std::uint8_t { unknown, under_way, done };
  std::vector<State> states(needs.size());
  const std::function<void(std::size_t)> visit = [&](std::size_t i) {
    states[i] = State::under_way;
    std::erase_if(needs[i], [&](std::size_t need) {
      if (states[need] == State::unknown) visit(need);
      return states[need] == State::under_way;
    });
    states[i] = State::done;
  };
  for (std::size_t i = needs.size(); i-- > 0;) {
    if (states[i] == State::unknown) visit(i);
  }
}

std::vector<std::size_t> columns_of(const Needs& needs) {
  std::vector<std::size_t> columns(needs.size());
  for (std::size_t round = 0; round < needs.size(); ++round) {
    for (std::size_t i = 0; i < needs.size(); ++i) {
      for (const std::size_t need : needs[i]) columns[i] = std::max(columns[i], columns[need] + 1);
    }
  }
  return columns;
}

// All that `lesson` needs, and what that needs.
std::vector<bool> all_before(const Needs& needs, std::size_t lesson) {
  std::vector<bool> before(needs.size());
  std::vector<std::size_t> open{lesson};
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    for (const std::size_t need : needs[at]) {
      if (!before[need]) open.push_back(need);
      before[need] = true;
    }
  }
  return before;
}

Needs without_implied(const Needs& needs) {
  Needs kept = needs;
  for (std::size_t i = 0; i < needs.size(); ++i) {
    for (const std::size_t need : needs[i]) {
      const std::vector<bool> implied = all_before(needs, need);
      std::erase_if(kept[i], [&](std::size_t other) { return implied[other]; });
    }
  }
  return kept;
}

class MapMaker {
 public:
  MapMaker(const Needs& needs, const std::vector<std::size_t>& columns) : nodes_(needs.size()) {
    for (std::size_t i = 0; i < needs.size(); ++i) nodes_[i].column = columns[i];
    for (std::size_t i = 0; i < needs.size(); ++i) {
      for (const std::size_t need : needs[i]) add_line(need, i);
    }
    order();
  }

  [[nodiscard]] CourseMap map(std::size_t lessons) const {
    CourseMap map;
    map.columns = columns_.size();
    map.row = unit_;
    for (std::size_t i = 0; i < lessons; ++i) {
      map.places.push_back({nodes_[i].column, nodes_[i].y});
    }
    for (const Passing& line : lines_) {
      map.lines.push_back({line.from, line.to, {}});
      for (const std::size_t node : line.nodes) map.lines.back().between.push_back(nodes_[node].y);
    }
    return map;
  }

 private:
  struct Passing {
    std::size_t from = 0, to = 0;
    std::vector<std::size_t> nodes;
  };

  void join(std::size_t left, std::size_t right) {
    nodes_[left].after.push_back(right);
    nodes_[right].before.push_back(left);
  }

  void add_line(std::size_t from, std::size_t to) {
    Passing line{from, to, {}};
    std::size_t last = from;
    for (std::size_t column = nodes_[from].column + 1; column < nodes_[to].column; ++column) {
      line.nodes.push_back(nodes_.size());
      nodes_.push_back({.column = column, .height = kPassing});
      join(last, line.nodes.back());
      last = line.nodes.back();
    }
    join(last, to);
    lines_.push_back(std::move(line));
  }

  // Each column by the middle of what its nodes are joined to, from left to right and back: so few
  // lines cross.
  void order() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      columns_.resize(std::max(columns_.size(), nodes_[i].column + 1));
      columns_[nodes_[i].column].push_back(i);
    }
    float highest = 1;
    for (const auto& column : columns_) highest = std::max(highest, height_of(column));
    unit_ = 1 / highest;
    for (auto& column : columns_) place(column);
    constexpr int kSweeps = 4;
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
      for (auto& column : columns_) sort(column, &MapNode::before);
      for (auto column = columns_.rbegin(); column != columns_.rend(); ++column) {
        sort(*column, &MapNode::after);
      }
    }
  }

  [[nodiscard]] float height_of(const std::vector<std::size_t>& column) const {
    float height = 0;
    for (const std::size_t node : column) height += nodes_[node].height;
    return height;
  }

  void place(const std::vector<std::size_t>& column) {
    // What a column has to spare goes between its nodes.
    const float spare = (1 - height_of(column) * unit_) / static_cast<float>(column.size());
    float y = 0;
    for (const std::size_t node : column) {
      const float height = nodes_[node].height * unit_ + spare;
      nodes_[node].y = y + height / 2;
      y += height;
    }
  }

  void sort(std::vector<std::size_t>& column, std::vector<std::size_t> MapNode::*joined) {
    const auto middle = [&](std::size_t node) {
      const auto& others = nodes_[node].*joined;
      if (others.empty()) return nodes_[node].y;
      float sum = 0;
      for (const std::size_t other : others) sum += nodes_[other].y;
      return sum / static_cast<float>(others.size());
    };
    std::ranges::stable_sort(column, {}, middle);
    place(column);
  }

  std::vector<MapNode> nodes_;  // the lessons first
  std::vector<Passing> lines_;
  std::vector<std::vector<std::size_t>> columns_;
  float unit_ = 1;
};

}  // namespace

CourseMap course_map(std::span<const MapLesson> lessons) {
  if (lessons.empty()) return {};
  Needs needs = needs_of(lessons);
  open_circles(needs);
  return MapMaker(without_implied(needs), columns_of(needs)).map(lessons.size());
}

std::size_t neighbour_on(const CourseMap& map, std::size_t from, MapWay way) {
  const MapPlace& here = map.places[from];
  const bool is_along = way == MapWay::up || way == MapWay::down;
  const bool is_back = way == MapWay::left || way == MapWay::up;
  const auto is_joined = [&](std::size_t i) {
    return std::ranges::any_of(map.lines, [&](const MapLine& line) {
      return is_back ? line.from == i && line.to == from : line.from == from && line.to == i;
    });
  };
  const auto is_there = [&](std::size_t i) {
    const MapPlace& there = map.places[i];
    if (is_along) return there.column == here.column && (there.y < here.y) == is_back && i != from;
    return there.column + (is_back ? 1 : 0) == here.column + (is_back ? 0 : 1);
  };
  // What a line leads to goes before all others.
  const auto distance = [&](std::size_t i) {
    const bool is_first = !is_along && is_joined(i);
    return (is_first ? 0.0f : 1.0f) + std::abs(map.places[i].y - here.y);
  };
  std::size_t best = from;
  for (std::size_t i = 0; i < map.places.size(); ++i) {
    if (!is_there(i) && (is_along || !is_joined(i))) continue;
    if (best == from || distance(i) < distance(best)) best = i;
  }
  return best;
}

std::vector<bool> on_the_way(const CourseMap& map, std::size_t lesson) {
  Needs before(map.places.size()), after(map.places.size());
  for (const MapLine& line : map.lines) {
    before[line.to].push_back(line.from);
    after[line.from].push_back(line.to);
  }
  std::vector<bool> all = all_before(before, lesson);
  const std::vector<bool> later = all_before(after, lesson);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] || later[i] || i == lesson;
  return all;
}

}  // namespace warplens::lessons
