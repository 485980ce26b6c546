import type { Language } from '../../contract/errors.ts'
import { badField } from '../../contract/input-fault.ts'
import { limits } from '../../contract/limits.ts'
import { type RoomServer, serve } from '../serve.ts'
import { actWords, objectTypes } from './collected-acts.ts'
import { queryOperations, queryOperationsOfObject } from './contract.ts'
import { loadOperations } from './store.ts'

const dayMs = 24 * 3600_000

type Span = { from?: number | null | undefined; to?: number | null | undefined }

/** Checks that the end is not earlier than the start, and the range at most 30 days. [S5] */
function checkSpan({ from, to }: Span, language: Language): void {
  if (from == null || to == null) return
  if (to < from) throw badField('to', 'tooSmall', language)
  if (to - from > limits.querySpanDays * dayMs) throw badField('from', 'tooSmall', language)
}

export default [
  serve(queryOperationsOfObject, async (filter, { sight, language }) => {
    checkSpan(filter, language)
    if (!objectTypes.includes(filter.objectType)) throw badField('objectType', 'notAllowed', language)
    return loadOperations(sight, filter)
  }),
  serve(queryOperations, async (filter, { sight, language }) => {
    checkSpan(filter, language)
    if (filter.act && !Object.hasOwn(actWords, filter.act)) throw badField('act', 'notAllowed', language)
    return loadOperations(sight, filter)
  }),
] satisfies RoomServer
