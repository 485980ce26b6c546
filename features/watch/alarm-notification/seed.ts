// Notification steps of the demonstration: operators after two minutes of a severe alarm, an engineer after ten.
import type { AlarmStep } from '../../../contract/equipment-config.ts'
import { saveAlarmRules } from '../../device/alarm-rules/contract.ts'
import { queryConfig } from '../../device/config/contract.ts'
import type { Demo, Seed } from '../../frame/seeding.ts'
import { queryReceivers } from '../../notify/delivery/contract.ts'
import { internalCalls } from '../../people/account/contract.ts'

async function run({ call, devices }: Demo): Promise<void> {
  const { rows } = await call(internalCalls.query, { pageSize: 200 })
  const operators = rows.find(({ loginname }) => loginname === 'li_wei' || loginname === 'liwei')?.roleId
  const engineer = rows.find(({ loginname }) => loginname === 'zhangmin')?.id
  for (const { equipmentId } of devices) {
    // A user may have removed these accounts or roles: only possible recipients are used.
    const { accounts, roles } = await call(queryReceivers, { equipmentId })
    const roleIds = roles.flatMap(({ id }) => (id === operators ? [id] : []))
    const accountIds = accounts.flatMap(({ id }) => (id === engineer ? [id] : []))
    const steps: readonly Partial<AlarmStep>[] = [
      ...(roleIds.length > 0 ? [{ afterMin: 2, roleIds, methods: ['push' as const, 'sms' as const] }] : []),
      ...(accountIds.length > 0
        ? [{ afterMin: 10, accountIds, methods: ['phone' as const], hours: { from: 6 * 60, to: 22 * 60 } }]
        : []),
    ]
    if (steps.length === 0) continue
    const { version, config } = await call(queryConfig, { equipmentId })
    // Existing steps may have been edited by a user and stay.
    if (config.alarms.some((rule) => rule.steps)) continue
    const save = config.alarms.filter(({ level }) => level === 'severe').map((rule) => ({ ...rule, steps }))
    if (save.length > 0) await call(saveAlarmRules, { equipmentId, version, save, remove: [] })
  }
}

export default { place: 25, run } satisfies Seed
