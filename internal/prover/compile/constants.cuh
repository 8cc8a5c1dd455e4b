// The constants of math_constants.h that sources commonly name, for a clang without the toolkit. No other header of the
// toolkit defines them.
#ifndef SHFLGEN_CONSTANTS
#define SHFLGEN_CONSTANTS

#define CUDART_INF_F __int_as_float(0x7f800000)
#define CUDART_NAN_F __int_as_float(0x7fffffff)
#define CUDART_NEG_ZERO_F __int_as_float((int)0x80000000)
#define CUDART_ZERO_F 0.0f
#define CUDART_ONE_F 1.0f
#define CUDART_INF __longlong_as_double(0x7ff0000000000000ll)
#define CUDART_NAN __longlong_as_double((long long)0xfff8000000000000ull)

#endif
