// A driver of long ago.
extern "C" int cuInit(unsigned) { return 0; }
