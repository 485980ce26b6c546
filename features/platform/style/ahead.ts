import type { Ahead } from '../../../contract/ahead.ts'

/** Prefetches the style of the session. */
export default [{ path: '*', ask: (_params, _search, ask) => ask('/lfscada/style/loadStyle', {}) }] satisfies Ahead[]
