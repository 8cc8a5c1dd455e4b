package ptxsim

// specials are the special registers that are read ("Special Registers"), each a
// .u32.
var specials = map[string]func(t *thread) uint64{
	"%laneid":      func(t *thread) uint64 { return uint64(t.lane) },
	"%tid.x":       func(t *thread) uint64 { return uint64(t.tid[0]) },
	"%tid.y":       func(t *thread) uint64 { return uint64(t.tid[1]) },
	"%tid.z":       func(t *thread) uint64 { return uint64(t.tid[2]) },
	"%ntid.x":      func(t *thread) uint64 { return uint64(t.m.launch.X) },
	"%ntid.y":      func(t *thread) uint64 { return uint64(t.m.launch.Y) },
	"%ntid.z":      func(t *thread) uint64 { return uint64(t.m.launch.Z) },
	"%ctaid.x":     func(t *thread) uint64 { return uint64(t.m.block[0]) },
	"%ctaid.y":     func(t *thread) uint64 { return uint64(t.m.block[1]) },
	"%ctaid.z":     func(t *thread) uint64 { return uint64(t.m.block[2]) },
	"%nctaid.x":    func(t *thread) uint64 { return uint64(t.m.grid[0]) },
	"%nctaid.y":    func(t *thread) uint64 { return uint64(t.m.grid[1]) },
	"%nctaid.z":    func(t *thread) uint64 { return uint64(t.m.grid[2]) },
	"%lanemask_eq": func(t *thread) uint64 { return 1 << t.lane },
	"%lanemask_lt": func(t *thread) uint64 { return 1<<t.lane - 1 },
	"%lanemask_le": func(t *thread) uint64 { return 2<<t.lane - 1 },
	"%lanemask_gt": func(t *thread) uint64 { return ^uint64(0) << t.lane << 1 & ones(32) },
	"%lanemask_ge": func(t *thread) uint64 { return ^uint64(0) << t.lane & ones(32) },
}
