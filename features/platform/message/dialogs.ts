// The dialogs for an account, and the reminders that it has put off for a while.
import { keep, keepHere, readKept, readKeptHere } from '../../../ui/kept.ts'
import type { Me } from '../../../ui/me.ts'
import type { Message } from './contract.ts'
import type { Dialog } from './dialog-queue.ts'

/** The dialog for an expiry or an announcement. */
export function dialogOf(message: Message): Dialog {
  const { id, type, equipType } = message
  const isExpiring = type === 'expire' && (equipType === 'api' || equipType === 'project' || equipType === 'card')
  return { key: `message ${id}`, kind: isExpiring ? equipType : 'notice', message }
}

const weak = 'weak-password'
const phone = 'phone-reminded'
const phoneAgainMs = 7 * 24 * 3600_000
const resources = 'resources-reminded'
const mostKept = 50

type Resource = NonNullable<Me['resources']>[number]

/** The state of a resource for an account: near its limit, or at it. A new limit is a new state. */
const stateOf = (userId: number, { kind, used, limit }: Resource): string =>
  `${userId}:${kind}:${limit}:${used >= limit ? 'full' : 'near'}`
const toldStates = (): string[] => (readKept(resources) ?? '').split(' ').filter(Boolean)

function resourceDialog({ userId, resources: all = [] }: Me): Dialog[] {
  const told = new Set(toldStates())
  const due = all.filter((each) => !told.has(stateOf(userId, each)))
  if (due.length === 0) return []
  return [{ key: `resource ${due.map((each) => stateOf(userId, each)).join(' ')}`, kind: 'resource', resources: due }]
}

/** Reminders for the account: a weak password noted at login, a missing phone number, and full resources. */
export function remindersOf(me: Me | null): Dialog[] {
  if (!me || me.isVisitor) return []
  const reminded = Number(readKept(phone) ?? 0)
  return [
    ...(readKeptHere(weak) === '1' ? [{ key: 'password', kind: 'password' } as const] : []),
    ...(me.remindPhone && Date.now() - reminded > phoneAgainMs ? [{ key: 'phone', kind: 'phone' } as const] : []),
    ...resourceDialog(me),
  ]
}

export function forgetReminder({ kind, key }: Pick<Dialog, 'kind' | 'key'>): void {
  if (kind === 'password') keepHere(weak, '')
  if (kind === 'phone') keep(phone, String(Date.now()))
  if (kind === 'resource') keep(resources, [...toldStates(), ...key.split(' ').slice(1)].slice(-mostKept).join(' '))
}
