#include "core/stack/stack.hpp"

namespace normlab {

template class Stack<float>;
template class Stack<double>;

}  // namespace normlab
