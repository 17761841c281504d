#include "app/features/occupancy/kernel_needs.h"

#include "app/session/kernel_result.h"

namespace warplens::ui {

namespace {

std::shared_ptr<session::KernelReports> reports_of(NeedsWork& work,
                                                   const run::Catalogue& catalogue) {
  if (!work.reports) work.reports = std::make_shared<session::KernelReports>(catalogue.assets());
  return work.reports;
}

}  // namespace

const std::vector<occupancy::CatalogueNeeds>* catalogue_needs(
    ViewCache& cache, const std::shared_ptr<const run::Catalogue>& catalogue) {
  cache.works.of<NeedsWork>().needs.want(
      {catalogue, {}},
      [catalogue, reports = reports_of(cache.works.of<NeedsWork>(), *catalogue)](
          const auto&) -> Result<std::vector<occupancy::CatalogueNeeds>> {
        return occupancy::catalogue_needs(*catalogue, *reports);
      });
  return cache.works.of<NeedsWork>().needs.value();
}

const Result<occupancy::AssembledEntry>* assembled_entry(ViewCache& cache, const std::string& ptx,
                                                         const std::string& entry) {
  auto& job = cache.works.of<NeedsWork>().assembled;
  const AssembledOf* asked = job.request();
  if (asked == nullptr || asked->entry != entry || asked->ptx != ptx) {
    job.start({ptx, entry}, [ptx, entry](const std::stop_token& stop) {
      return occupancy::assembled_entry(ptx, entry, stop);
    });
  }
  return job.result();
}

const std::vector<occupancy::ByArchitecture>* by_architecture(
    ViewCache& cache, const std::shared_ptr<const run::Catalogue>& catalogue,
    const std::vector<session::Selection>& kernels) {
  cache.works.of<NeedsWork>().architectures.want(
      kernels,
      [catalogue, kernels, reports = reports_of(cache.works.of<NeedsWork>(), *catalogue)](
          const auto&) -> Result<std::vector<occupancy::ByArchitecture>> {
        std::vector<occupancy::ByArchitecture> all;
        for (const session::Selection& each : kernels) {
          all.push_back(
              occupancy::on_architectures(*catalogue, *reports, each.kernel, each.parameters));
        }
        return all;
      });
  return cache.works.of<NeedsWork>().architectures.value();
}

}  // namespace warplens::ui
