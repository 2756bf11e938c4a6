#include "app/recording/probes_writer.hpp"

#include "app/recording/csv_row.hpp"
#include "sim/probes.hpp"

namespace app {

ProbesWriter::ProbesWriter(const std::filesystem::path& target, std::span<const sim::Probe> probes) : file_(target) {
    CsvRow row;
    row << "time_s";
    for (const sim::ProbeColumn& column : sim::probe_columns(probes)) row << column.name;
    file_.write(row.finish());
}

void ProbesWriter::add(double time, std::span<const double> values) {
    CsvRow row;
    row << time;
    for (const double value : values) row << value;
    file_.write(row.finish());
    ++samples_;
}

}  // namespace app
