// The allowed actions of a gateway in each state, and the changes of a synchronisation. Shared by page and server.
import type { z } from 'zod'
import type { PlainName } from '../../../contract/errors.ts'
import type {
  GatewayColumn,
  GatewayConfig,
  GatewayReport,
  GatewayRule,
  GatewayScript,
  Period,
} from '../../../contract/gateway-config.ts'
import type { GatewayState } from '../../../contract/sockets.ts'
import { areaText } from '../../../core/geo.ts'
import { isReference } from '../../../drivers/secret.ts'
import type { Consistency, SyncChange } from './contract.ts'

type Reachability = { state: GatewayState; vpn: boolean; mode: 'standard' | 'switch' | 'router' | 'download' }
type Change = z.output<typeof SyncChange>

/** Signal strength in percent while the gateway is online; an offline gateway's last report is outdated. */
export const strengthNow = ({ state, signalStrength }: { state: GatewayState; signalStrength: number | null }) =>
  state === 'online' ? signalStrength : null

/** Why a command is not possible now, or undefined; some are possible in remote download. [S4] [S8 1304, 1331, 1337] */
export function cannotCommand({ state, vpn, mode }: Reachability, isInDownload = false): PlainName | undefined {
  if (state === 'sleeping') return 'gatewaySleeping'
  if (state === 'offline') return 'gatewayOffline'
  return !isInDownload && (vpn || mode === 'download') ? 'remoteDownload' : undefined
}

/** Why a synchronisation cannot start, or undefined. A forced one may start although both match. */
export function cannotSync(
  gateway: Reachability & { consistency: z.output<typeof Consistency> },
  force: boolean,
): PlainName | undefined {
  if (gateway.consistency === 'unbound') return 'noBoundGateway'
  const refused = cannotCommand(gateway)
  if (refused) return refused
  return gateway.consistency === 'match' && !force ? 'alreadySynced' : undefined
}

type Reported = { configHash: string | null; configBindingId: number | null; lastSeenAt: number | null }
type Wanted = { hash: string; bindingId: number } | null

/** Compares the reported configuration of a gateway with the platform's. */
export function consistencyOf(reported: Reported, wanted: Wanted): z.output<typeof Consistency> {
  if (!wanted) return 'unbound'
  if (reported.lastSeenAt === null) return 'unknown'
  return reported.configHash === wanted.hash && reported.configBindingId === wanted.bindingId ? 'match' : 'mismatch'
}

const told = (value: unknown): string | null => {
  if (value === undefined || value === null) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Masks secrets: the plan shows only that they differ. */
const shown = (value: unknown): string | null =>
  isReference(value) ? `••••••${value.name ? ` ${value.name}` : ''}` : told(value)

/** Fields that differ between two objects; nested parameters with their path. */
function fieldChanges(from: object, to: object, prefix = ''): Change['fields'] {
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return keys.flatMap((key) => {
    const before = (from as Record<string, unknown>)[key]
    const after = (to as Record<string, unknown>)[key]
    if (key === 'params') return fieldChanges((before ?? {}) as object, (after ?? {}) as object, '')
    if (key === 'columns' || key === 'tell')
      return listChange(key, (before ?? []) as string[], (after ?? []) as string[])
    if (key === 'signals' || told(before) === told(after)) return []
    return [{ field: prefix + key, from: shown(before), to: shown(after) }]
  })
}

type Kind = 'driver' | 'signal' | 'report' | 'alarm' | 'script'
type NameOf = (kind: Kind, id: number) => string
type Named = { kind: Kind; id: number; name: string; value: object; driverType?: string }

function listOf(config: GatewayConfig | null, nameOf: NameOf): Map<string, Named> {
  const entry = (kind: Kind, value: object & { id: number }, more: Partial<Named> = {}): [string, Named] => [
    `${kind}:${value.id}`,
    { kind, id: value.id, name: nameOf(kind, value.id), value, ...more },
  ]
  return new Map([
    ...(config?.drivers ?? []).flatMap((driver) => [
      entry('driver', driver, { driverType: driver.type }),
      ...driver.signals.map((signal) => entry('signal', signal)),
    ]),
    ...(config?.reports ?? []).map((report) => entry('report', { ...reportView(report, nameOf), id: report.id })),
    ...(config?.alarms ?? []).map((rule) => entry('alarm', { ...alarmView(rule, nameOf), id: rule.id })),
    ...(config?.scripts ?? []).map((script) => entry('script', { ...scriptView(script, nameOf), id: script.id })),
  ])
}

const unitMarks: Record<Period['unit'], string> = {
  second: 's',
  minute: 'min',
  hour: 'h',
  day: 'd',
  week: 'w',
  month: 'mo',
}
const periodMark = ({ every, unit, offsetS }: Period): string =>
  `${every} ${unitMarks[unit]}${offsetS ? ` + ${offsetS} s` : ''}`

const columnMark = ({ signalId, aggregation }: GatewayColumn, nameOf: NameOf): string =>
  `${nameOf('signal', signalId)}${aggregation ? ` ${aggregation}` : ''}`

/** A report for comparison by users: names for ids, units for milliseconds, without defaults. */
function reportView(report: GatewayReport, nameOf: NameOf): object {
  const { mode, period, condition, fluctuation, isPercent, minIntervalMs, triggerSignalId, columns } = report
  return {
    mode,
    period: period && periodMark(period),
    condition: condition && formulaView(condition, nameOf),
    fluctuation: fluctuation ? `${fluctuation}${isPercent ? ' %' : ''}` : undefined,
    minInterval: minIntervalMs === undefined ? undefined : `${minIntervalMs} ms`,
    trigger: triggerSignalId === undefined ? undefined : nameOf('signal', triggerSignalId),
    columns: columns.map((column) => columnMark(column, nameOf)),
  }
}

/** A script for comparison by users. The names that it uses are visible in its source. */
const scriptView = ({ source, everyMs, onChange, atStart }: GatewayScript, nameOf: NameOf): object => ({
  trigger: atStart
    ? 'start'
    : everyMs === undefined
      ? onChange?.map((id) => nameOf('signal', id)).join(', ')
      : `${everyMs} ms`,
  source,
})

const formulaView = (formula: string, nameOf: NameOf): string =>
  formula.replace(/\$\{\d+\.(\d+)\}/g, (_, id: string) => nameOf('signal', Number(id)))

const secondsMark = (ms: number | undefined): string | undefined => (ms ? `${ms / 1000} s` : undefined)

const fenceView = ({ longitudeId, latitudeId, is, area, marginM }: NonNullable<GatewayRule['fence']>, nameOf: NameOf) =>
  [
    `${nameOf('signal', longitudeId)}, ${nameOf('signal', latitudeId)} ${is === 'outside' ? '∉' : '∈'} ${areaText(area)}`,
    ...(marginM ? [`± ${marginM} m`] : []),
  ].join(' ')

/** An alarm rule for comparison by users. */
function alarmView({ raise, stay, rate, fence, onMs, offMs, tell = [] }: GatewayRule, nameOf: NameOf): object {
  const { signalId, change = 0, overMs } = rate ?? {}
  return {
    condition: raise && formulaView(raise, nameOf),
    stay: stay && formulaView(stay, nameOf),
    rate:
      signalId && `${nameOf('signal', signalId)} ${change > 0 ? '+' : '−'}${Math.abs(change)} / ${secondsMark(overMs)}`,
    fence: fence && fenceView(fence, nameOf),
    onDelay: secondsMark(onMs),
    offDelay: secondsMark(offMs),
    tell: tell.map((id) => nameOf('signal', id)),
  }
}

/** The removed and added entries of a list. */
function listChange(key: string, before: readonly string[], after: readonly string[]): Change['fields'] {
  const only = (own: readonly string[], other: readonly string[]) => {
    const names = own.filter((name) => !other.includes(name))
    return names.length > 0 ? names.join(', ') : null
  }
  const [from, to] = [only(before, after), only(after, before)]
  return from === null && to === null ? [] : [{ field: key, from, to }]
}

/** Differences, field by field, between the gateway's configuration (null: none or unknown) and the platform's. */
export function syncChanges(from: GatewayConfig | null, to: GatewayConfig, nameOf: NameOf): Change[] {
  const before = listOf(from, nameOf)
  const after = listOf(to, nameOf)
  const changes: Change[] = []
  if (from && from.zone !== to.zone) {
    changes.push({
      kind: 'changed',
      object: 'zone',
      name: 'zone',
      fields: [{ field: 'zone', from: from.zone, to: to.zone }],
    })
  }
  for (const [key, { kind, name, value, driverType }] of after) {
    const old = before.get(key)
    const fields = fieldChanges(old?.value ?? {}, value)
    const of = { object: kind, name, fields, ...(driverType ? { driverType } : {}) }
    if (!old) changes.push({ kind: 'added', ...of })
    else if (fields.length > 0) changes.push({ kind: 'changed', ...of })
  }
  for (const [key, { kind, name }] of before)
    if (!after.has(key)) changes.push({ kind: 'removed', object: kind, name, fields: [] })
  return changes
}
