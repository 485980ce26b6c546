// Invitations of the demonstration: for two operators of the next shift, and for a customer. Their links are discarded.
import type { Demo, Seed } from '../../frame/seeding.ts'
import { externalCalls, internalCalls } from '../account/contract.ts'
import { addInvitation, queryInvitations } from './contract.ts'

async function run({ call }: Demo): Promise<void> {
  if ((await call(queryInvitations, {})).total > 0) return
  for (const [roleType, calls, uses] of [
    ['internal', internalCalls, 2],
    ['external', externalCalls, 1],
  ] as const) {
    const { rows } = await call(calls.query, {})
    const [one] = rows.filter(({ roleId, disabled }) => roleId !== null && !disabled)
    const placed = { roleId: one?.roleId ?? null, departmentId: one?.departmentId ?? null }
    await call(addInvitation, { roleType, ...placed, days: 14, uses })
  }
}

export default { place: 25, run } satisfies Seed
