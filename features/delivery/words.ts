// What became of a delivery, in words. Pure.
import type { Translate } from '../../ui/words.ts'
import type { Delivery } from './contract.ts'
import type { deliveryText } from './text.ts'

type T = typeof deliveryText extends { t: Translate<infer W> } ? Translate<W> : never

/** `Sent`, `Waits: try 2 failed, next 08:46`; `clock` tells a moment. */
export function outcomeWords(
  t: T,
  { method, state, reason, tries, dueAt, readAt }: Delivery,
  clock: (at: number) => string,
): string {
  if (state === 'sent' && method === 'push')
    return `${t('sent')}, ${readAt === null ? t('notOpened') : t('opened', { at: clock(readAt) })}`
  if (reason === null) return t(state)
  const count = tries
  const at = dueAt === null ? '' : clock(dueAt)
  if (reason === 'hours') return `${t(state)}: ${t('hours', { at })}`
  if (reason === 'retry') return `${t(state)}: ${t('retry', { count, at })}`
  return `${t(state)}: ${reason === 'notTaken' ? t('notTaken', { count }) : t(reason)}`
}
