// The demo's history reports for each station: the reports that the seed saves, and that a generated month of history
// follows. Analogue values every 10 s, slow ones every minute, states and settings when they change.
import type { Comparison, Report } from '../../contract/equipment-config.ts'
import type { Language } from '../../contract/errors.ts'
import type { Aggregation, Period } from '../../contract/gateway-config.ts'
import { type Register, type StationKey, stationMaps, worksKeys } from '../../plant/waterworks/registers.ts'

/** A report by the keys of registers; a variable has the register's key as its name. */
export type PlannedReport = Pick<Report, 'type' | 'mode'> & {
  names: Record<Language, string>
  period?: Period
  condition?: { signal: string; symbol: Comparison; value: number }
  fluctuation?: number
  minIntervalMs?: number
  columns: readonly { signal: string; aggregation?: Aggregation }[]
}

/** Whether the register counts up, either without end or for a day: a summary stores its difference. */
const isCounter = ({ key }: Register) =>
  /(Hours|Total|Today|Volume)$/.test(key) && !/^(reservoir|clearWell|tower)Volume$/.test(key)
const isSlow = (register: Register) =>
  isCounter(register) || register.unit === '°C' || /Volume$|Balance$/.test(register.key)
/** Clocks, serial numbers and plates have no meaningful history. */
const isFixed = ({ key }: Register) => /^(plcTime|plcDate|serialNumber|heartbeat|stationName.*)$/.test(key)
const isSetting = ({ access }: Register) => access === 'rw'
const isState = ({ access, dataType }: Register) => access === 'r' && dataType === 'bool'

const only = (registers: readonly Register[], passes: (register: Register) => boolean) =>
  registers.filter((register) => passes(register) && !isFixed(register))
const plain = (registers: readonly Register[]) => registers.map(({ key }) => ({ signal: key }))
const each = (registers: readonly Register[], aggregations: readonly Aggregation[]) =>
  registers.flatMap(({ key }) => aggregations.map((aggregation) => ({ signal: key, aggregation })))

type Watch = Pick<PlannedReport, 'names'> & {
  condition: NonNullable<PlannedReport['condition']>
  everyS: number
  signals: readonly string[]
}

/** Reports that are stored more often while a machine runs. */
const watches: Partial<Record<StationKey, Watch>> = {
  intake: {
    names: { en: 'Pump 1 while running', 'zh-cn': '1号泵运行期间' },
    condition: { signal: 'pump1Running', symbol: '==', value: 1 },
    everyS: 5,
    signals: ['pump1Speed', 'pump1Current', 'pump1Vibration', 'pump1Bearing'],
  },
  treatment: {
    names: { en: 'Filter 1 while washing', 'zh-cn': '1号滤池反冲洗期间' },
    condition: { signal: 'filter1Washing', symbol: '==', value: 1 },
    everyS: 2,
    signals: ['filter1Flow', 'filter1Dp', 'filter1Turbidity', 'clearWellLevel'],
  },
  distribution: {
    names: { en: 'Pressure at night', 'zh-cn': '夜间压力' },
    condition: { signal: 'nightMode', symbol: '==', value: 1 },
    everyS: 5,
    signals: ['supplyPressure', 'zoneAPressure', 'zoneBPressure', 'remotePressure'],
  },
  tanker: {
    names: { en: 'Positions while driving', 'zh-cn': '行驶期间位置' },
    condition: { signal: 'moving', symbol: '==', value: 1 },
    everyS: 10,
    signals: ['longitude', 'latitude', 'speed'],
  },
}

const every = (count: number, unit: Period['unit']): Period => ({ every: count, unit })

/** How often a station's analogue values are stored; the elevated reservoir's logger wakes every ten minutes only. */
const pace = (station: StationKey): Record<'fast' | 'slow', Period> => {
  if (station === 'tower') return { fast: every(10, 'minute'), slow: every(10, 'minute') }
  const isLarge = worksKeys.some((key) => key === station)
  return { fast: isLarge ? every(10, 'second') : every(30, 'second'), slow: every(1, 'minute') }
}

const atAlarm = (pinned: readonly Register[]): PlannedReport => ({
  ...{ names: { en: 'At a general alarm', 'zh-cn': '综合报警时刻' }, type: 'normal', mode: 'single' },
  ...{ condition: { signal: 'generalAlarm', symbol: '==', value: 1 }, columns: plain(pinned) },
})

const watched = ({ names, everyS, condition, signals }: Watch): PlannedReport => ({
  ...{ names, type: 'normal', mode: 'conditional', period: every(everyS, 'second'), condition },
  columns: signals.map((signal) => ({ signal })),
})

/** The reports of a station, the largest first. */
export function reportPlan(station: StationKey): PlannedReport[] {
  const { registers } = stationMaps[station]
  const analogues = only(
    registers,
    (each) => !isState(each) && !isSetting(each) && each.dataType !== 'string' && each.access === 'r',
  )
  const pinned = analogues.filter((register) => register.pinned)
  const counters = analogues.filter(isCounter)
  const watch = watches[station]
  const { fast, slow } = pace(station)
  const plan: PlannedReport[] = [
    {
      ...{ names: { en: 'Measurements', 'zh-cn': '测量值' }, type: 'normal', mode: 'periodic' },
      ...{ period: fast, columns: plain(analogues.filter((register) => !isSlow(register))) },
    },
    {
      ...{ names: { en: 'Temperatures and counters', 'zh-cn': '温度与累计量' }, type: 'normal', mode: 'periodic' },
      ...{ period: slow, columns: plain(analogues.filter(isSlow)) },
    },
    {
      ...{ names: { en: 'States', 'zh-cn': '状态变化' }, type: 'normal', mode: 'change' },
      columns: plain(only(registers, isState)),
    },
    {
      ...{ names: { en: 'Settings', 'zh-cn': '设定值变化' }, type: 'normal', mode: 'change', minIntervalMs: 2000 },
      columns: plain(only(registers, isSetting)),
    },
    ...(watch ? [watched(watch)] : []),
    ...(registers.some(({ key }) => key === 'generalAlarm') ? [atAlarm(pinned)] : []),
    {
      ...{
        names: { en: 'Hourly summary', 'zh-cn': '小时汇总' },
        type: 'summary',
        mode: 'periodic',
        period: every(1, 'hour'),
      },
      columns: [...each(pinned, ['max', 'min', 'average']), ...each(counters, ['delta'])],
    },
    {
      ...{
        names: { en: 'Daily summary', 'zh-cn': '日汇总' },
        type: 'summary',
        mode: 'periodic',
        period: every(1, 'day'),
      },
      columns: [...each(pinned, ['max', 'min', 'average']), ...each(counters, ['delta', 'last'])],
    },
  ]
  return plan.filter(({ columns }) => columns.length > 0)
}

/** Converts a planned report to the input of `report/save`. `idOf` returns a variable's id by its name. */
export function draftOf({ names, condition, columns, ...rest }: PlannedReport, idOf: (name: string) => number) {
  return {
    ...rest,
    name: names.en,
    ...(condition
      ? { condition: { signalId: idOf(condition.signal), symbol: condition.symbol, value: condition.value } }
      : {}),
    columns: columns.map(({ signal, ...column }) => ({ ...column, signalId: idOf(signal) })),
  }
}
