import type { Ahead } from '../../../contract/ahead.ts'

/** Translations are needed on every page after login. */
export default [{ path: '*', ask: (_params, _search, ask) => ask('/lfscada/translation/load', {}) }] satisfies Ahead[]
