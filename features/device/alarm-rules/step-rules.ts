// Rules for the recipients of a notification step: permitted ones, and unreachable ones. Pure.
import { type AlarmMethod, type AlarmRule, type AlarmStep, alarmMethods } from '../../../contract/equipment-config.ts'
import type { Receivers } from '../../notify/delivery/contract.ts'
import { withoutEmpty } from '../open/config-fault.ts'
import type { AlarmRuleDraft } from './contract.ts'
import { type AlarmFault, bad } from './faults.ts'

/** Splits the keys of a combined list: `r7` is a role, `a12` an account. */
export function whoOf(chosen: readonly string[]): { accountIds: number[]; roleIds: number[] } {
  const of = (key: string) => chosen.flatMap((each) => (each.startsWith(key) ? [Number(each.slice(1))] : []))
  return { accountIds: of('a'), roleIds: of('r') }
}

type Way = Exclude<AlarmMethod, 'push'>

/** Recipients of a step who have no address for one of its methods; a message on the screen reaches every account. */
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

export function stepFaults({ steps = [] }: AlarmRuleDraft): AlarmFault[] {
  return steps.flatMap(({ accountIds = [], roleIds = [], methods }, index) => [
    ...(accountIds.length + roleIds.length === 0 ? [bad('steps', 'nobody', index + 1)] : []),
    ...(methods.length === 0 ? [bad('steps', 'noWay', index + 1)] : []),
  ])
}

/** Faults a step that newly names an account or role which may not be notified; recipients in `before` stay. */
export function strangersIn(
  { steps = [] }: AlarmRuleDraft,
  before: AlarmRule | undefined,
  may: { accountIds: ReadonlySet<number>; roleIds: ReadonlySet<number> },
): AlarmFault | undefined {
  const named = (key: 'accountIds' | 'roleIds') =>
    new Set((before?.steps ?? []).flatMap((step): number[] => step[key] ?? []))
  const [accounts, roles] = [named('accountIds'), named('roleIds')]
  const at = steps.findIndex(
    ({ accountIds = [], roleIds = [] }) =>
      accountIds.some((id) => !may.accountIds.has(id) && !accounts.has(id)) ||
      roleIds.some((id) => !may.roleIds.has(id) && !roles.has(id)),
  )
  return at < 0 ? undefined : bad('steps', 'strangers', at + 1)
}

/** A step without empty or duplicate recipients. */
export const tidyStep = ({ accountIds = [], roleIds = [], methods, hours, ...rest }: AlarmStep): AlarmStep =>
  withoutEmpty({
    ...rest,
    accountIds: accountIds.length > 0 ? [...new Set(accountIds)] : undefined,
    roleIds: roleIds.length > 0 ? [...new Set(roleIds)] : undefined,
    methods: alarmMethods.filter((method) => methods.includes(method)),
    hours: hours && hours.from !== hours.to ? hours : undefined,
  }) as unknown as AlarmStep
