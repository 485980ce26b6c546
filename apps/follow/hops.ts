// The path of a value as lines of text, from the PLC to where it is used. Pure.
import { errorText } from '../../contract/errors.ts'
import type { LiveSignal } from '../../features/device/live/contract.ts'
import type { SignalLineage } from '../../features/project/lineage/contract.ts'
import type { MonitorRow } from '../../features/project/monitor/contract.ts'
import { formatAge, formatNamedTime, nothingShown } from '../../ui/format.ts'

export type Followed = {
  device: Pick<MonitorRow, 'id' | 'name' | 'heardAt'>
  signal: LiveSignal
  lineage: SignalLineage
  /** The present time, epoch ms. */
  now: number
}

/** A hop with its facts; empty facts are omitted. */
type Hop = [name: string, ...facts: (string | null | false)[]]

const goodCode = 200

/** A block of lines for each step of the path: its name, e.g. `PLC`, then its facts, indented. */
export function hopLines(of: Followed): string[] {
  const hops: Hop[] = [plcHop(of), gatewayHop(of), platformHop(of), definitionHop(of), usesHop(of)]
  return hops.flatMap(([name, ...facts]) => [name, ...facts.flatMap((fact) => (fact ? [`  ${fact}`] : []))])
}

function plcHop({ signal, lineage: { driver } }: Followed): Hop {
  const connection = (driver.connection ?? []).map(({ label, value }) => `${label.en} ${value.en}`).join(', ')
  return ['PLC', `${signal.address}, ${signal.dataType}`, `${driver.name}: ${driver.protocol.en}`, connection]
}

function gatewayHop({ lineage: { gateway, device }, now }: Followed): Hop {
  if (!gateway) return ['Gateway', 'none is bound to the device']
  const { sn, state, mode, vpn, lastSeenAt, more } = gateway
  return [
    'Gateway',
    `${sn}, ${state}${mode === 'standard' ? '' : `, mode ${mode}`}${vpn ? ', in remote download' : ''}`,
    lastSeenAt !== null && `last message ${ageOf(lastSeenAt, now)} ago, ${formatNamedTime(lastSeenAt, device.zone)}`,
    more && `configuration: ${more.consistency}`,
    more?.clockOffsetMs != null && `clock ${more.clockOffsetMs} ms from that of the platform`,
  ]
}

function platformHop({ device, signal, lineage, now }: Followed): Hop {
  const { value, time, code, unit } = signal
  const isGood = code === goodCode
  return [
    'Platform',
    device.heardAt === null
      ? 'no data of the device since the platform started'
      : `last data of the device ${ageOf(device.heardAt, now)} ago`,
    `value ${value === null ? nothingShown : String(value)}${unit ? ` ${unit}` : ''}`,
    time === null ? 'no reading yet' : `read ${ageOf(time, now)} ago, ${formatNamedTime(time, lineage.device.zone)}`,
    time !== null && `quality ${isGood ? 'good' : 'bad'}, code ${code}${isGood ? '' : `: ${errorText(code, 'en')}`}`,
  ]
}

function definitionHop({ lineage: { definition, device } }: Followed): Hop {
  if (!definition) return ['Definition', 'not visible to this account']
  const { version, savedAt, savedBy, changed } = definition
  return [
    'Definition',
    `version ${version} of ${formatNamedTime(savedAt, device.zone)} by ${savedBy}`,
    changed && `the variable changed last in version ${changed.version}`,
  ]
}

function usesHop({ lineage: { alarms, reports, pages, mvars } }: Followed): Hop {
  const named = (word: string, list: readonly string[] | undefined) =>
    list && list.length > 0 ? `${word}: ${list.join(', ')}` : null
  return [
    'Used by',
    named(
      'alarm rules',
      alarms?.map(({ name }) => name),
    ),
    named(
      'history reports',
      reports?.map(({ name }) => name),
    ),
    named(
      'pages',
      pages?.rows.map(({ title }) => title),
    ),
    named(
      'intermediate variables',
      mvars?.rows.map(({ title }) => title),
    ),
  ]
}

const ageOf = (at: number, now: number): string => formatAge(now - at, 'en')
