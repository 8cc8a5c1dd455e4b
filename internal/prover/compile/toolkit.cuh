// What sources name of the toolkit's headers beside what the prelude defines, for a clang without the toolkit. Host code
// is compiled by nobody here: its types are names in declarations.
#ifndef SHFLGEN_TOOLKIT
#define SHFLGEN_TOOLKIT

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
enum cudaError { cudaSuccess = 0, cudaErrorUnknown = 999, cudaErrorApiFailureBase = 10000 };
typedef enum cudaError cudaError_t;

// Its size is not known here. To ask for it is an error, which chooses no overload.
template <class T> struct shflgen_unknown {
    static_assert(sizeof(T) == 0, "a type of the toolkit whose size is not known here");
};
typedef shflgen_unknown<int> cudaDeviceProp;

#endif
