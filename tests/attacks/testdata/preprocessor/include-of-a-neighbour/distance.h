#define DISTANCE 1
