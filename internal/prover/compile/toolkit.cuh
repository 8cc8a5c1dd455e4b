// What sources name of the toolkit's headers beside what the prelude defines, for a clang without the toolkit. Host code
// is compiled by nobody here: its types are names in declarations.
#ifndef SHFLGEN_TOOLKIT
#define SHFLGEN_TOOLKIT

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
enum cudaError : int { cudaSuccess = 0 };
typedef enum cudaError cudaError_t;
struct cudaDeviceProp;

// Of math_constants.h.
#define CUDART_INF_F __int_as_float(0x7f800000)
#define CUDART_NAN_F __int_as_float(0x7fffffff)
#define CUDART_NEG_ZERO_F __int_as_float((int)0x80000000)
#define CUDART_ZERO_F 0.0f
#define CUDART_ONE_F 1.0f
#define CUDART_INF __longlong_as_double(0x7ff0000000000000ll)
#define CUDART_NAN __longlong_as_double((long long)0xfff8000000000000ull)

#endif
