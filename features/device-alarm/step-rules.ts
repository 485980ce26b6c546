// Whom a step of telling names, and whom of them it cannot reach. Pure.
import type { AlarmMethod, AlarmStep } from '../../contract/equipment-config.ts'
import type { Receivers } from '../delivery/contract.ts'

/** `r7` is a role, `a12` an account: one list chooses among both. */
export function whoOf(chosen: readonly string[]): { accountIds: number[]; roleIds: number[] } {
  const of = (key: string) => chosen.flatMap((each) => (each.startsWith(key) ? [Number(each.slice(1))] : []))
  return { accountIds: of('a'), roleIds: of('r') }
}

type Way = Exclude<AlarmMethod, 'push'>

/** People of a step without an address for one of its ways; a message on the screen reaches everybody. */
export function unreachedBy(
  { accountIds = [], roleIds = [], methods }: Pick<AlarmStep, 'accountIds' | 'roleIds' | 'methods'>,
  { accounts }: Receivers,
): { method: Way; names: string[] }[] {
  const named = accounts.filter(
    ({ id, roleId }) => accountIds.includes(id) || (roleId !== null && roleIds.includes(roleId)),
  )
  const ways = methods.filter((method): method is Way => method !== 'push')
  return ways.flatMap((method) => {
    const names = named.flatMap(({ name, hasEmail, hasPhone }) =>
      (method === 'email' ? hasEmail : hasPhone) ? [] : [name],
    )
    return names.length > 0 ? [{ method, names }] : []
  })
}
