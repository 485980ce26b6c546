import type { Ahead } from '../../../contract/ahead.ts'

/** Requests the signed-in account before the page opens. */
export default [{ path: '*', ask: (_params, _search, ask) => ask('/lfscada/user/info') }] satisfies Ahead[]
