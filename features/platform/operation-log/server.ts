import { fail } from '../../../contract/errors.ts'
import { badField } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import { tableAnswer } from '../../../core/table-file.ts'
import { formatDate } from '../../../ui/format.ts'
import { actWords, objectWords } from '../../frame/acts.ts'
import { type Call, type RoomServer, serve, type User } from '../../frame/serve.ts'
import { checkLast } from './chain-store.ts'
import {
  exportOperations,
  queryLogAccounts,
  queryOperations,
  queryOperationsOfObject,
  queryOwnOperations,
  verifyOperations,
} from './contract.ts'
import { logTable } from './export-rows.ts'
import { logWords } from './log-words.ts'
import { loadAccounts, loadOperations, streamOperations } from './store.ts'

const dayMs = 24 * 3600_000

type Asked = {
  from?: number | null | undefined
  to?: number | null | undefined
  act?: string | null | undefined
  objectType?: string | null | undefined
}

/**
 * Checks a query: the end is not before the start; a range from the start to the end, or to now, is at most 30 days;
 * the names exist. [S5]
 */
function check({ from, to, act, objectType }: Asked, { language, now }: Pick<Call, 'language' | 'now'>): void {
  if (from != null) {
    if (to != null && to < from) throw fail('endBeforeStart', {}, { field: 'to' })
    if ((to ?? now()) - from > limits.querySpanDays * dayMs)
      throw fail('spanTooLong', { days: limits.querySpanDays }, { field: 'from' })
  }
  if (act && !Object.hasOwn(actWords, act)) throw badField('act', 'notAllowed', language)
  if (objectType && !Object.hasOwn(objectWords, objectType)) throw badField('objectType', 'notAllowed', language)
}

/** The part of the organisation's log that a user may see: all, or the lines of visible devices. */
const seenBy = ({ accountId, devices }: User) => (devices === 'all' ? undefined : { accountId, devices })

export default [
  serve(queryOperationsOfObject, async (filter, { sight, user, ...call }) => {
    check(filter, call)
    return loadOperations(sight, { ...filter, seen: seenBy(user) })
  }),

  serve(queryOperations, async (filter, { sight, user, ...call }) => {
    check(filter, call)
    return loadOperations(sight, { ...filter, seen: seenBy(user) })
  }),

  serve(queryOwnOperations, async (filter, { sight, user, ...call }) => {
    check(filter, call)
    return loadOperations(sight, { ...filter, accountId: user.accountId })
  }),

  serve(
    exportOperations,
    { kind: 'stream' },
    async ({ format, zone: wanted, ...filter }, { sight, user, language, now }) => {
      check(filter, { language, now })
      const zone = wanted ?? user.zone
      const lines = streamOperations(sight, { ...filter, seen: seenBy(user) })
      const name = `${logWords[language].exportName} ${formatDate(now(), zone)}`
      return tableAnswer(format, name, logTable(lines, { language, zone }))
    },
  ),

  serve(queryLogAccounts, async (_, { sight, user }) =>
    user.devices === 'all' ? loadAccounts(sight, limits.accountsListed) : [user.loginname],
  ),

  serve(verifyOperations, async (_, { sight, now }) => {
    const { faults, ...checked } = await checkLast(sight, limits.entriesVerified)
    return { ...checked, at: now(), faults: faults.slice(0, limits.chainFaultsShown) }
  }),
] satisfies RoomServer
