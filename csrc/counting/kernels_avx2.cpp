#include "counting/kernels.hpp"
#if PAILI_X86
namespace paili::counting { 
const Kernels kAvx2{kPortable.shanten, kPortable.tiles, kPortable.spread}, kAvx512{kPortable.shanten, kPortable.tiles, kPortable.spread}; }
#endif
