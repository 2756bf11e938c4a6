#include "app/commands/csv_columns.hpp"
#include "app/commands/points_text.hpp"

namespace app {

ExactPoints parse_csv_points(std::string_view text, const std::string& name) {
    ExactPoints points;
    std::vector<std::size_t> columns;
    read_csv(text, name, {point_columns, reach_column, "x,y,z and, if each point has its own, reach", objection},
             {[&](const std::vector<bool>& there, std::size_t rows) {
                  for (std::size_t column = 0; column < there.size(); ++column)
                      if (there[column]) {
                          columns.push_back(column);
                          points[column].reserve(rows);
                      }
              },
              [&](std::span<const double> values, std::size_t) {
                  for (const std::size_t column : columns) points[column].push_back(values[column]);
              }});
    return points;
}

}  // namespace app
