package p

const one = two - 1
const two = int32(1 + 1&(^uint(0)>>63))
