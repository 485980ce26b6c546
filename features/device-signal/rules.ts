// What a configuration must be before it is saved, and what of it a gateway executes. Pure: page and server use it.

import type { Driver, EquipmentConfig, Signal } from '../../contract/equipment-config.ts'
import { fail, type Language } from '../../contract/errors.ts'
import type { GatewayConfig, GatewaySignal } from '../../contract/gateway-config.ts'
import { firstFault, reasonText } from '../../contract/input-fault.ts'
import { limits } from '../../contract/limits.ts'
import { maxValueTextLength, maxValueTexts, readValueTexts } from '../../core/value-texts.ts'
import { aboutOf } from '../../drivers/abouts.ts'
import { pointOf } from '../../drivers/check-driver.ts'
import type { About, Words } from '../../drivers/driver.ts'
import { type Encoding, encodings } from '../../drivers/modbus-tcp/text.ts'
import type { RowFault, SignalDraft } from '../equipment-config/contract.ts'
import { gatewayReportsOf } from '../device-report/rules.ts'

const reasons = {
  twice: { en: 'the same variable appears twice in the request', 'zh-cn': '同一变量在请求中重复出现' },
  nameTaken: { en: 'another variable has this name', 'zh-cn': '变量名重复' },
  noDriver: { en: 'this driver does not exist', 'zh-cn': '驱动不存在' },
  unknownDriver: { en: 'this driver type is unknown', 'zh-cn': '未知的驱动类型' },
  noSuchType: { en: 'this driver does not support this data type', 'zh-cn': '该驱动不支持此数据类型' },
  sameBit: { en: 'the same bit as {other}', 'zh-cn': '与 {other} 占用同一个位' },
  overlaps: { en: 'overlaps {other}', 'zh-cn': '与 {other} 地址重叠' },
  minOverMax: { en: 'the minimum is above the maximum', 'zh-cn': '最小值大于最大值' },
  lowOverHigh: { en: 'the lower limit is above the upper limit', 'zh-cn': '下限大于上限' },
  zeroScale: { en: 'the scale cannot be 0', 'zh-cn': '倍率不能为 0' },
  rangeWhole: {
    en: 'a range needs both raw and both engineering ends',
    'zh-cn': '量程换算需同时填写原始值和工程值的上下限',
  },
  rangeFlat: { en: 'both ends are the same', 'zh-cn': '上下限不能相同' },
  rangeOrScale: {
    en: 'a variable has a range or a scale and offset, not both',
    'zh-cn': '量程换算与倍率、偏移不能同时设置',
  },
  clampNeedsRange: { en: 'only a range can be clamped', 'zh-cn': '仅量程换算可限幅' },
  textsOnly: { en: 'only booleans and integers have value texts', 'zh-cn': '仅布尔和整数可设置值文本' },
  textsBits: { en: 'a boolean has the values 0 and 1 only', 'zh-cn': '布尔变量仅有 0 和 1 两个值' },
  textsMalformed: { en: 'write it as 0=manual; 1=automatic', 'zh-cn': '格式如 0=手动; 1=自动' },
  textsTwice: { en: 'the same value twice', 'zh-cn': '同一个值重复' },
  textsTooMany: { en: `at most ${maxValueTexts} values`, 'zh-cn': `最多 ${maxValueTexts} 个值` },
  textsTooLong: {
    en: `a text has at most ${maxValueTextLength} characters`,
    'zh-cn': `每个文本最多 ${maxValueTextLength} 个字符`,
  },
  numbersOnly: { en: 'only for numbers', 'zh-cn': '仅数值类型可设置' },
} satisfies Record<string, Words>

type ReasonKey = keyof typeof reasons
type Found = { signal: Signal; field: string; words: Words; other?: string }

const told = ({ words, other }: Found, language: Language) => words[language].replace('{other}', other ?? '')

const isNumber = (signal: Signal) => signal.dataType !== 'bool' && signal.dataType !== 'string'

type Ready = { about: About; params: object }

/** The driver's pure half with its parsed parameters, or nothing while they are wrong. */
export function readyDriver(driver: Driver): Ready | undefined {
  const about = aboutOf(driver.type)
  const params = about?.params.safeParse(driver.params)
  return about && params?.success ? { about, params: params.data } : undefined
}

/** With the parameters that it was saved without, as they mean what they always did: a form shows what is done. */
export const completeOf = (driver: Driver): Driver => ({
  ...driver,
  params: { ...readyDriver(driver)?.params, ...driver.params },
})

/** A driver whose type is known and whose parameters parse, or 10001 with the field. */
export function checkedDriver<D extends Pick<Driver, 'type' | 'params'>>(driver: D, language: Language): D {
  const about = aboutOf(driver.type)
  if (!about)
    throw fail('badParameter', { field: 'driver.type', reason: reasonText('notAllowed', language) }, { field: 'type' })
  const params = about.params.safeParse(driver.params, { reportInput: true })
  if (params.success) return { ...driver, params: withoutLater(params.data, about.later) }
  const { field, reason } = firstFault(params.error, language)
  throw fail('badParameter', { field, reason }, { field: `params.${field}`, reason })
}

/** What came later and means what was before is not kept: a driver that is saved again keeps its hash. */
function withoutLater(params: object, later: object = {}): Driver['params'] {
  const quiet = new Map(Object.entries(later))
  return Object.fromEntries(Object.entries(params).filter(([key, value]) => quiet.get(key) !== value))
}

/** How the texts of a driver are encoded, where its parameters say so. */
export function encodingOf(driver: Driver): Encoding | undefined {
  const params: { encoding?: unknown } = readyDriver(driver)?.params ?? {}
  return encodings.find((each) => each === params.encoding)
}

/** Faults of one variable against its driver: type, address, access, length. */
export function addressFault(signal: Signal, { about, params }: Ready): { field: string; words: Words } | undefined {
  if (!about.dataTypes.includes(signal.dataType)) return { field: 'dataType', words: reasons.noSuchType }
  const refusal = about.checkPoint(pointOf(signal), params)
  return refusal && { field: refusal.field, words: refusal.reason }
}

const textFaults = {
  malformed: 'textsMalformed',
  twice: 'textsTwice',
  tooMany: 'textsTooMany',
  tooLong: 'textsTooLong',
} as const

function textsFault({ texts, dataType }: Signal): ReasonKey | undefined {
  if (texts === undefined || texts === '') return undefined
  if (dataType === 'string' || dataType.startsWith('float')) return 'textsOnly'
  const read = readValueTexts(texts)
  if ('fault' in read) return textFaults[read.fault]
  return dataType === 'bool' && read.texts.some(({ value }) => value !== 0 && value !== 1) ? 'textsBits' : undefined
}

/** Faults of one variable by itself. */
function ownFaults(signal: Signal): Found[] {
  const found: Found[] = []
  const refuse = (field: string, key: ReasonKey) => found.push({ signal, field, words: reasons[key] })
  const { min, max, normalLow, normalHigh, scale } = signal
  if (min !== undefined && max !== undefined && min > max) refuse('min', 'minOverMax')
  if (normalLow !== undefined && normalHigh !== undefined && normalLow > normalHigh) refuse('normalLow', 'lowOverHigh')
  if (scale === 0) refuse('scale', 'zeroScale')
  const textFault = textsFault(signal)
  if (textFault) refuse('texts', textFault)
  if (isNumber(signal)) {
    const range = rangeFault(signal)
    if (range) refuse(...range)
    return found
  }
  for (const field of numberFields)
    if (signal[field] !== undefined && signal[field] !== false) refuse(field, 'numbersOnly')
  return found
}

const rangeFields = ['rawLow', 'rawHigh', 'valueLow', 'valueHigh'] as const
const numberFields = [
  ...(['scale', 'offset', 'min', 'max', 'normalLow', 'normalHigh', 'decimals', 'clamp', 'rollover'] as const),
  ...rangeFields,
] as const

/** The field of a range that is wrong, and why. */
function rangeFault(signal: Signal): [field: string, key: ReasonKey] | undefined {
  const { rawLow, rawHigh, valueLow, valueHigh, scale, offset, clamp } = signal
  const missing = rangeFields.find((field) => signal[field] === undefined)
  const isGiven = rangeFields.some((field) => signal[field] !== undefined)
  if (!isGiven) return clamp ? ['clamp', 'clampNeedsRange'] : undefined
  if (missing) return [missing, 'rangeWhole']
  if (rawLow === rawHigh) return ['rawHigh', 'rangeFlat']
  if (valueLow === valueHigh) return ['valueHigh', 'rangeFlat']
  if (scale !== undefined && scale !== 1) return ['scale', 'rangeOrScale']
  return offset ? ['offset', 'rangeOrScale'] : undefined
}

function nameFaults(signals: readonly Signal[]): Found[] {
  const seen = new Set<string>()
  return signals
    .filter(({ name }) => seen.size === seen.add(name.toLowerCase()).size)
    .map((signal): Found => ({ signal, field: 'name', words: reasons.nameTaken }))
}

/** Rows of a request that change a variable another row changes already. */
export function repeatedRows(drafts: readonly SignalDraft[], language: Language): RowFault[] {
  const seen = new Set<number>()
  return drafts.flatMap(({ id, name }, index) => {
    if (!id || seen.size < seen.add(id).size) return []
    return [{ index, name, field: 'id', reason: reasons.twice[language] }]
  })
}

type Span = { signal: Signal; area: string; from: number; to: number }

const contains = (a: Span, b: Span) => a.from <= b.from && b.to <= a.to

/**
 * Two variables on the very same bit, and values that share part of each other. A word beside its own bits, or one
 * word read as two types, is what engineers do on purpose and is let through.
 */
function overlapOf(a: Span, b: Span): ReasonKey | undefined {
  const apart = a.to < b.from || b.to < a.from
  if (apart) return undefined
  if (a.signal.dataType === 'bool' && b.signal.dataType === 'bool') return 'sameBit'
  return contains(a, b) || contains(b, a) ? undefined : 'overlaps'
}

function overlapFaults(spans: readonly Span[]): Found[] {
  const found: Found[] = []
  const sorted = [...spans].sort((a, b) => a.area.localeCompare(b.area) || a.from - b.from)
  let open: Span[] = []
  for (const span of sorted) {
    open = open.filter((earlier) => earlier.area === span.area && earlier.to >= span.from)
    for (const earlier of open) {
      const key = overlapOf(earlier, span)
      if (!key) continue
      const [first, second] = earlier.signal.id < span.signal.id ? [earlier, span] : [span, earlier]
      found.push({ signal: second.signal, field: 'address', words: reasons[key], other: first.signal.name })
    }
    open.push(span)
  }
  return found
}

function driverFaults(driver: Driver | undefined, signals: readonly Signal[]): Found[] {
  const all = (key: ReasonKey): Found[] => signals.map((signal) => ({ signal, field: 'driverId', words: reasons[key] }))
  if (!driver) return all('noDriver')
  const ready = readyDriver(driver)
  if (!ready) return all('unknownDriver')
  const spans: Span[] = []
  const found: Found[] = []
  for (const signal of signals) {
    const fault = addressFault(signal, ready)
    if (fault) found.push({ signal, ...fault })
    else if (ready.about.kind === 'blocks') spans.push({ signal, ...ready.about.covers(pointOf(signal), ready.params) })
  }
  return [...found, ...overlapFaults(spans)]
}

/** Everything wrong with the variables of a configuration. `indexOf` gives a variable its place in the request. */
export function signalFaults(
  config: Pick<EquipmentConfig, 'drivers' | 'signals'>,
  language: Language,
  indexOf: (signal: Signal) => number,
): RowFault[] {
  const byDriver = new Map<number, Signal[]>()
  for (const signal of config.signals) byDriver.set(signal.driverId, [...(byDriver.get(signal.driverId) ?? []), signal])
  const found = [
    ...nameFaults(config.signals),
    ...config.signals.flatMap(ownFaults),
    ...[...byDriver].flatMap(([id, signals]) =>
      driverFaults(
        config.drivers.find((driver) => driver.id === id),
        signals,
      ),
    ),
  ]
  return found
    .map((each) => ({
      index: indexOf(each.signal),
      name: each.signal.name,
      field: each.field,
      reason: told(each, language),
    }))
    .sort((a, b) => a.index - b.index)
}

export type Capacity = { error: 'signalCapacity' | 'driverCapacity' | 'reportCapacity'; limit: number }

/** Whether there is room for so many drivers, variables and reports; the error with its limit, or nothing. */
export function overCapacity({ drivers, signals, reports }: EquipmentConfig): Capacity | undefined {
  const { signalsPerEquipment, driversPerEquipment, reportsPerEquipment } = limits
  if (signals.length > signalsPerEquipment) return { error: 'signalCapacity', limit: signalsPerEquipment }
  if (drivers.length > driversPerEquipment) return { error: 'driverCapacity', limit: driversPerEquipment }
  return reports.length > reportsPerEquipment ? { error: 'reportCapacity', limit: reportsPerEquipment } : undefined
}

/** A configuration out of its stored JSON: versions from before there were reports lack them. */
export const readConfig = (stored: object | null): EquipmentConfig => ({
  drivers: [],
  signals: [],
  reports: [],
  ...stored,
})

/** What a version's hash is over: without reports it is what it was before there were any. */
export const hashedOf = ({ reports, ...rest }: EquipmentConfig): object =>
  reports.length === 0 ? rest : { ...rest, reports }

const given = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as T

/** What the gateway executes of a variable. */
function gatewaySignal(signal: Signal): GatewaySignal {
  const { id, address, dataType, access, length, scale, offset, min, max, byteOrder, prefix } = signal
  const { rawLow, rawHigh, valueLow, valueHigh, clamp, rollover, periodMs } = signal
  const own = { rawLow, rawHigh, valueLow, valueHigh, clamp: clamp || undefined, rollover, periodMs }
  return given({ id, address, dataType, access, length, scale, offset, min, max, byteOrder, prefix, ...own })
}

/**
 * The projection that is sent to a gateway and hashed. Drivers without variables poll nothing and are left out, as are
 * reports that are switched off; conditions name variables together with the device.
 */
export function gatewayConfigOf(config: EquipmentConfig, zone: string, equipmentId: number): GatewayConfig {
  const { drivers, signals } = config
  const reports = gatewayReportsOf(config, equipmentId)
  const own = (driverId: number) => signals.filter((signal) => signal.driverId === driverId).map(gatewaySignal)
  return {
    zone,
    drivers: drivers
      .map(({ id, type, params }) => ({ id, type, params, signals: own(id) }))
      .filter((driver) => driver.signals.length > 0),
    ...(reports.length === 0 ? {} : { reports }),
  }
}
