package assume

const scale = 2
