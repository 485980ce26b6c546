import type { Ahead } from '../../../contract/ahead.ts'

/** Names are translated on every page behind the login. */
export default [{ path: '*', ask: (_params, _search, ask) => ask('/lfscada/translation/load', {}) }] satisfies Ahead[]
