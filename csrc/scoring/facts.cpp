#include "scoring/facts.hpp"

namespace paili {

const std::array<FactInfo, kFacts>& fact_infos() {
    static const std::array<FactInfo, kFacts> infos = {{
#define TILE_FACT(name, expression) {#name, #expression, kTileFacts, -1},
#define TILE_COUNT(name, expression) {#name, #expression, kTileFacts, int(Count::name)},
#define WIN_FACT(name, expression) {#name, #expression, kWinFacts, -1},
#define WIN_COUNT(name, expression) {#name, #expression, kWinFacts, int(Count::name)},
#define SHAPE_FACT(name, expression) {#name, #expression, kShapeFacts, -1},
#define CHOW_FACT(name, expression) {#name, #expression, kChowFacts, -1},
#define CHOW_COUNT(name, expression) {#name, #expression, kChowFacts, int(Count::name)},
#define PUNG_FACT(name, expression) {#name, #expression, kPungFacts, -1},
#define PUNG_COUNT(name, expression) {#name, #expression, kPungFacts, int(Count::name)},
#define HONOR_FACT(name, expression) {#name, #expression, kHonorFacts, -1},
#define HONOR_COUNT(name, expression) {#name, #expression, kHonorFacts, int(Count::name)},
#define SET_FACT(name, expression) {#name, #expression, kSetFacts, -1},
#define SET_COUNT(name, expression) {#name, #expression, kSetFacts, int(Count::name)},
#define PLACE_FACT(name, expression) {#name, #expression, kPlaceFacts, -1},
#define PLACE_COUNT(name, expression) {#name, #expression, kPlaceFacts, int(Count::name)},
#include "scoring/facts.def"
    }};
    return infos;
}

}  // namespace paili
