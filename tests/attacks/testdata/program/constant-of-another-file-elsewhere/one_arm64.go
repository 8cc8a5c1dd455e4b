package p

const one = 2
