// Outcomes of deliveries in words. Pure.
import type { AlarmMethod } from '../../../contract/equipment-config.ts'
import { joinWords } from '../../../ui/punctuation.ts'
import type { Translate } from '../../../ui/words.ts'
import type { Delivery } from './contract.ts'
import type { deliveryText } from './text.ts'

type T = typeof deliveryText extends { t: Translate<infer W> } ? Translate<W> : never

const inText = { push: 'inPush', email: 'inEmail', sms: 'inSms', phone: 'inPhone' } as const

/** Names of channels within a sentence: `SMS, phone call`. */
export const methodWords = (t: T, methods: readonly AlarmMethod[]): string =>
  joinWords(methods.map((method) => t(inText[method])))

/** The result of a delivery as text: `sent`, or `waits: try 2 failed, next 08:46`. `clock` formats a time. */
export function outcomeWords(
  t: T,
  { method, state, reason, tries, dueAt, readAt }: Delivery,
  clock: (at: number) => string,
): string {
  if (state === 'sent' && method === 'push')
    return t('sentAnd', { what: readAt === null ? t('notOpened') : t('opened', { at: clock(readAt) }) })
  if (reason === null) return t(state)
  const count = tries
  const at = dueAt === null ? '' : clock(dueAt)
  const why = () => {
    if (reason === 'hours') return t('hours', { at })
    if (reason === 'retry') return t('retry', { count, at })
    return reason === 'notTaken' ? t('notTaken', { count }) : t(reason)
  }
  return t('because', { state: t(state), reason: why() })
}

/** Lines for one alarm: recipients with the same channel, outcome and minute share a line. */
export function toldLines(
  t: T,
  rows: readonly Delivery[],
  clock: (at: number) => string,
  named: (name: string) => string,
): { at: string; words: string; id: number }[] {
  const lines = new Map<string, { at: string; id: number; method: AlarmMethod; outcome: string; names: string[] }>()
  for (const row of rows) {
    const at = clock(row.endedAt ?? row.createdAt)
    const outcome = outcomeWords(t, row, clock)
    const key = [at, row.method, outcome].join(' ')
    const line = lines.get(key) ?? { at, id: row.id, method: row.method, outcome, names: [] }
    lines.set(key, line)
    line.names.push(named(row.accountName))
  }
  return [...lines.values()].map(({ at, id, method, outcome, names }) => ({
    ...{ at, id },
    words: t('line', { names: joinWords(names), method: t(inText[method]), outcome }),
  }))
}
