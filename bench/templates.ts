// The cost of a plan for many devices: a template of 500 variables with reports and alarm rules, followed by 800
// devices, each with a difference. Requested over HTTP, median of three.
//   npm run bench -- templates
import { call, setUpCalls } from '../contract/call.ts'
import { queryConfig } from '../features/device/config/contract.ts'
import { saveDriver } from '../features/device/driver/contract.ts'
import { planRollout } from '../features/device/rollout/contract.ts'
import { saveSignals } from '../features/device/signal/contract.ts'
import { addTemplate, asDevice, queryTemplatesForManage } from '../features/device/template/contract.ts'
import { login } from '../features/people/login/contract.ts'
import { machineLine } from './machine.ts'
import { startPlatform } from './platform.ts'

const [variables, devices] = [500, 800]
const platform = await startPlatform()
const origin = `http://127.0.0.1:${platform.port}`
const entry = { method: 'POST', headers: { 'content-type': 'application/json' } }
const account = { loginname: 'admin', password: platform.password }
const entered = await fetch(origin + login.path, { ...entry, body: JSON.stringify(account) })
setUpCalls({ origin, headers: { cookie: entered.headers.getSetCookie()[0]?.split(';')[0] ?? '' } })
const { pool } = platform.database
const { id: templateId } = await call(addTemplate, { name: 'Bench' })
const equipmentId = asDevice(templateId)
const driver = { name: 'PLC', type: 'modbus-tcp', params: { host: '192.0.2.1' } }
const { version, config } = await call(saveDriver, { equipmentId, version: 0, driver })
const driverId = config.drivers[0]!.id
const save = Array.from({ length: variables }, (_, i) => ({
  ...{ driverId, name: `V${i}`, title: `Variable ${i}`, address: `4${String(i * 2 + 1).padStart(4, '0')}` },
  ...{ dataType: 'float32' as const, unit: 'm', min: 0, max: 100, normalLow: 10, normalHigh: 90 },
}))
await call(saveSignals, { equipmentId, version, save, remove: [] })
const head = await call(queryConfig, { equipmentId })

/**
 * Inserts devices as they are after following the template, with one renamed variable: ids do not affect the
 * measurement.
 */
for (let at = 0; at < devices; at += 1) {
  const base = 10_000_000 + at * 1000
  const { rows } = await pool.query<{ id: number }>(
    'insert into equipment (org_id, name, created_at, created_by) values (1, $1, 1, 1) returning id',
    [`Machine ${at}`],
  )
  const { id } = rows[0]!
  const content = {
    ...head.config,
    drivers: head.config.drivers.map((each) => ({ ...each, id: base, origin: each.id })),
    signals: head.config.signals.map((each, i) => ({
      ...{ ...each, id: base + 1 + i, origin: each.id, driverId: base },
      ...(i === 0 ? { title: 'Otherwise' } : {}),
    })),
  }
  await pool.query(
    `insert into config_version (org_id, object_type, object_id, equipment_id, version, hash, content, author, created_at)
     values (1, 'equipment', $1, $1, 1, '', $2, 'bench', 1)`,
    [id, JSON.stringify(content)],
  )
  await pool.query(
    `insert into template_binding (org_id, equipment_id, template_id, version, bound_at, applied_at, author, device_hash)
     values (1, $1, $2, 1, 1, 1, 'bench', $3)`,
    [id, templateId, String(at)],
  )
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
const median = async (work: () => Promise<unknown>): Promise<number> => {
  const times = [await timed(work), await timed(work), await timed(work)]
  return times.sort((a, b) => a - b)[1]!
}

console.log(machineLine())
const before = platform.cpu()
const plan = await median(async () => {
  const answer = await call(planRollout, { templateId })
  if (answer.plans.length !== 1 || answer.plans[0]!.devices !== devices || answer.plans[0]!.changed !== 1)
    throw new Error('wrong plan')
})
const after = platform.cpu()
const cpu = (of: 'server' | 'postgres') => ((after[of] - before[of]) / 3).toFixed(2)
console.log(
  `plan of ${variables} variables × ${devices} devices: ${Math.round(plan)} ms; CPU of one: platform ${cpu('server')} s, database ${cpu('postgres')} s`,
)
const list = await median(() => call(queryTemplatesForManage, {}))
console.log(`list of templates with how many of ${devices} devices differ: ${Math.round(list)} ms`)
await platform.stop()
