import type { Ahead } from '../../../contract/ahead.ts'

/** Who is signed in. */
export default [{ path: '*', ask: (_params, _search, ask) => ask('/lfscada/user/info') }] satisfies Ahead[]
