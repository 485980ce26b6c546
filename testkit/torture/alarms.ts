// Alarms under torture, over HTTP like a user: a rule for each fault of the PLC, accounts that are notified, and the
// alarms and messages of each at the end.
import { saveAlarmRules } from '../../features/device/alarm-rules/contract.ts'
import { staffCalls } from '../../features/people/account/contract.ts'
import { saveNewPassword } from '../../features/people/security/contract.ts'
import { queryMessages } from '../../features/platform/message/contract.ts'
import { queryAlarms } from '../../features/watch/alarm/contract.ts'
import {
  type AlarmVerdict,
  alarmVerdictOf,
  type FoundAlarm,
  type FoundMessage,
  isAlarmsClean,
  messageFaults,
  type Track,
} from './alarm-check.ts'
import { type Call, signIn, sleep } from './calls.ts'
import type { FaultRules } from './device.ts'
import type { Tortured } from './gateway.ts'
import { waves } from './plc.ts'

type Signals = Record<'count' | Track, number>

/**
 * Adds one alarm rule for each fault of the variable `wave`, which notifies all accounts, and one for `slow` without
 * notifications.
 */
export async function addFaultRules(
  call: Call,
  at: { equipmentId: number; version: number },
  { count, wave, slow }: Signals,
): Promise<FaultRules> {
  // The text of an alarm contains the number of the reading that raised it.
  const common = { level: 'important' as const, content: `Read {${count}}` }
  const state = (signalId: number, value: number) => ({ kind: 'state' as const, signalId, is: 'equal' as const, value })
  const save = Array.from({ length: waves }, (_, i) => ({
    ...{ name: `Wave ${i + 1}`, ...common, condition: state(wave, i + 1), methods: ['push' as const] },
  }))
  const rules = [...save, { name: 'Slow', ...common, condition: state(slow, 1), methods: [] }]
  const { config } = await call(saveAlarmRules, { ...at, save: rules as never, remove: [] })
  const byName = new Map(config.alarms.map(({ id, name }) => [name, id as number]))
  return { idOf: (track, fault) => byName.get(track === 'wave' ? `Wave ${fault}` : 'Slow') }
}

/** An account that is notified of alarms. */
export type Reader = { name: string; call: Call }

/** Adds two accounts; returns them with the administrator. */
export async function addReaders(admin: Call, url: string, password: string): Promise<Reader[]> {
  const readers: Reader[] = [{ name: 'admin', call: admin }]
  for (const name of ['reader_1', 'reader_2']) {
    const first = `${password}a`
    const person = { phone: null, email: null, company: null, address: null }
    const kept = { customerLevel: null, securityZone: null, remark: null }
    const account = { loginname: name, name, password: first, isAdmin: true, ...person, ...kept }
    await admin(staffCalls.add, account as never)
    const call = await signIn(url, first, name)
    await call(saveNewPassword, { oldPassword: first, password: `${password}b` })
    readers.push({ name, call })
  }
  return readers
}

export type AlarmOutcome = { verdicts: AlarmVerdict[]; messages: number; readers: number; messageFaults: string[] }

const pageSize = 200

async function allPages<Row>(page: (pageNo: number) => Promise<{ total: number; rows: Row[] }>): Promise<Row[]> {
  const all: Row[] = []
  for (let pageNo = 1; ; pageNo += 1) {
    const { total, rows } = await page(pageNo)
    all.push(...rows)
    if (all.length >= total || rows.length === 0) return all
  }
}

/** The alarms of all devices that a gateway ever served. */
export async function alarmsOf(call: Call, { devices }: Tortured): Promise<(FoundAlarm & { name: string })[]> {
  const all: (FoundAlarm & { name: string })[] = []
  for (const { equipmentId } of devices) {
    const filter = { view: 'history' as const, equipmentId: equipmentId as never, pageSize }
    const rows = await allPages((pageNo) => call(queryAlarms, { ...filter, pageNo }))
    for (const { id, ruleId, content, name, raisedAt, clearedAt, state } of rows) {
      const n = /^Read (\d+)$/.exec(content)?.[1]
      all.push({ id, equipmentId, ruleId, n: n === undefined ? null : Number(n), raisedAt, clearedAt, state, name })
    }
  }
  return all
}

/** A message about one alarm, or one that starts with the number of alarms it represents. */
async function messagesOf({ call }: Reader): Promise<FoundMessage[]> {
  const rows = await allPages((pageNo) => call(queryMessages, { type: 'alarm', pageNo, pageSize }))
  return rows.map(({ alarmId, title }) => ({ alarmId: alarmId ?? 0, count: Number(/^(\d+) /.exec(title)?.[1] ?? 1) }))
}

async function look(call: Call, readers: readonly Reader[], gateways: readonly Tortured[]): Promise<AlarmOutcome> {
  const verdicts: AlarmVerdict[] = []
  const told = new Set<number>()
  for (const gateway of gateways.filter(({ judges }) => judges)) {
    const found = await alarmsOf(call, gateway)
    for (const { id, name } of found) if (name.startsWith('Wave')) told.add(id)
    verdicts.push(alarmVerdictOf(gateway.alarmLedger(), found))
  }
  const messages = await Promise.all(readers.map(messagesOf))
  const faults = readers.flatMap(({ name }, i) => messageFaults(name, messages[i]!, told))
  return { verdicts, messages: messages.flat().length, readers: readers.length, messageFaults: faults }
}

/** The time after which all alarms are expected to be in the list. */
const settleMs = 60_000

/** The alarms and messages once they are right, or after the time limit. */
export async function alarmOutcome(
  call: Call,
  readers: readonly Reader[],
  gateways: readonly Tortured[],
): Promise<AlarmOutcome> {
  const end = Date.now() + settleMs
  for (;;) {
    const outcome = await look(call, readers, gateways)
    const isRight = outcome.verdicts.every(isAlarmsClean) && outcome.messageFaults.length === 0
    if (isRight || Date.now() > end) return outcome
    await sleep(2000)
  }
}
