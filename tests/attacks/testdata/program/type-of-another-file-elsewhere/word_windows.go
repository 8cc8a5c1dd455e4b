package p

type word = int8
