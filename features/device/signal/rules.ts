// Validation of variables, and the part of a variable that a gateway needs. Pure: page and server use it.
import { type ConfigPart, following } from '../../../contract/config-part.ts'
import { type Driver, EquipmentConfig, type Signal } from '../../../contract/equipment-config.ts'
import { type Failure, fail, type Language } from '../../../contract/errors.ts'
import type { GatewaySignal } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import { maxNoValueCodes, readNoValue } from '../../../core/no-value.ts'
import { maxValueTextLength, maxValueTexts, readValueTexts } from '../../../core/value-texts.ts'
import { pointOf } from '../../../drivers/check-driver.ts'
import type { Words } from '../../../drivers/driver.ts'
import { type Ready, readyDriver } from '../driver/rules.ts'
import { aggregationsOf } from '../report/rules.ts'
import type { RowFault, SignalDraft } from './contract.ts'

const reasons = {
  twice: { en: 'the same variable appears twice in the request', 'zh-cn': '同一变量在请求中重复出现' },
  nameTaken: { en: 'another variable has this name', 'zh-cn': '变量名重复' },
  noDriver: { en: 'this driver does not exist', 'zh-cn': '驱动不存在' },
  unknownDriver: { en: 'this driver type is unknown', 'zh-cn': '未知的驱动类型' },
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
  noValueMalformed: {
    en: 'write codes as 0x8000, -32768 or NaN, separated by commas',
    'zh-cn': '格式如 0x8000、-32768 或 NaN，多个代码用逗号分隔',
  },
  noValueTooWide: { en: 'a code does not fit the data type', 'zh-cn': '代码超出数据类型的范围' },
  noValueFloats: { en: 'only floats can be NaN', 'zh-cn': '仅浮点类型可使用 NaN' },
  noValueTooMany: { en: `at most ${maxNoValueCodes} codes`, 'zh-cn': `最多 ${maxNoValueCodes} 个代码` },
  aggregationWrong: { en: 'this data type does not support the aggregation', 'zh-cn': '该数据类型不支持此汇总方式' },
  numbersOnly: { en: 'only for numbers', 'zh-cn': '仅数值类型可设置' },
} satisfies Record<string, Words>

type ReasonKey = keyof typeof reasons
type Found = { signal: Signal; field: string; words: Words; other?: string }

const told = ({ words, other }: Found, language: Language) => words[language].replace('{other}', other ?? '')

const isNumber = (signal: Signal) => signal.dataType !== 'bool' && signal.dataType !== 'string'

/** The reason of a data type that the driver lacks, with those that it supports. */
const noSuchType = ({ dataTypes }: Ready['about']): Words => ({
  en: `this driver does not support this data type; it supports ${dataTypes.join(', ')}`,
  'zh-cn': `该驱动不支持此数据类型，支持：${dataTypes.join('、')}`,
})

/** Checks type, address, access and length of a variable against its driver. */
export function addressFault(signal: Signal, { about, params }: Ready): { field: string; words: Words } | undefined {
  if (!about.dataTypes.includes(signal.dataType)) return { field: 'dataType', words: noSuchType(about) }
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

const noValueFaults = {
  malformed: 'noValueMalformed',
  tooWide: 'noValueTooWide',
  floatsOnly: 'noValueFloats',
  tooMany: 'noValueTooMany',
} as const

function noValueFault({ noValue, dataType }: Signal): ReasonKey | undefined {
  if (!noValue) return undefined
  const read = readNoValue(dataType, noValue)
  return 'fault' in read ? noValueFaults[read.fault] : undefined
}

/** Faults of one variable, independent of others. */
function ownFaults(signal: Signal): Found[] {
  const found: Found[] = []
  const refuse = (field: string, key: ReasonKey) => found.push({ signal, field, words: reasons[key] })
  const { min, max, normalLow, normalHigh, scale } = signal
  if (min !== undefined && max !== undefined && min > max) refuse('min', 'minOverMax')
  if (normalLow !== undefined && normalHigh !== undefined && normalLow > normalHigh) refuse('normalLow', 'lowOverHigh')
  if (scale === 0) refuse('scale', 'zeroScale')
  if (signal.aggregation && !aggregationsOf(signal.dataType).includes(signal.aggregation))
    refuse('aggregation', 'aggregationWrong')
  const textFault = textsFault(signal)
  if (textFault) refuse('texts', textFault)
  if (isNumber(signal)) {
    const range = rangeFault(signal)
    if (range) refuse(...range)
    const codeFault = noValueFault(signal)
    if (codeFault) refuse('noValue', codeFault)
    return found
  }
  for (const field of numberFields)
    if (signal[field] !== undefined && signal[field] !== false && signal[field] !== '') refuse(field, 'numbersOnly')
  return found
}

const rangeFields = ['rawLow', 'rawHigh', 'valueLow', 'valueHigh'] as const
const numberFields = [
  ...([
    'scale',
    'offset',
    'min',
    'max',
    'normalLow',
    'normalHigh',
    'decimals',
    'clamp',
    'rollover',
    'noValue',
  ] as const),
  ...rangeFields,
] as const

/** The field of an invalid range, and the reason. */
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

/** Rows of a request that change a variable twice. */
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
 * Faults two variables on the same bit, and values that share part of each other. A word beside its own bits, or one
 * word read as two types, is deliberate and permitted.
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

/** All faults of the variables of a configuration. `indexOf` returns the index of a variable in the request. */
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

const given = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as T

/** The part of a variable that the gateway receives. */
function gatewaySignal(signal: Signal): GatewaySignal {
  const { id, address, dataType, access, length, scale, offset, min, max, byteOrder, prefix } = signal
  const { rawLow, rawHigh, valueLow, valueHigh, clamp, rollover, noValue, periodMs } = signal
  const range = { rawLow, rawHigh, valueLow, valueHigh, clamp: clamp || undefined }
  const own = { ...range, rollover, noValue: noValue || undefined, periodMs }
  return given({ id, address, dataType, access, length, scale, offset, min, max, byteOrder, prefix, ...own })
}

/** The failure for invalid rows, each with its index in the request. */
export const rowsRefused = (faults: readonly RowFault[]): Failure | undefined =>
  faults.length > 0 ? fail('rowsRefused', { count: faults.length }, faults) : undefined

const mayBeOwn = ['address', 'min', 'max', 'normalLow', 'normalHigh']

export const signalPart: ConfigPart<'signals'> = {
  key: 'signals',
  schema: EquipmentConfig.shape.signals,
  capacity: { limit: limits.signalsPerEquipment, error: 'signalCapacity' },
  faultOf: (config, { language, indexOf }) => rowsRefused(signalFaults(config, language, indexOf)),
  // Drivers without variables poll nothing and are omitted.
  gateway: ({ drivers, signals }) => ({
    drivers: drivers.flatMap(({ id, type, params }) => {
      const own = signals.filter(({ driverId }) => driverId === id).map(gatewaySignal)
      return own.length > 0 ? [{ id, type, params, signals: own }] : []
    }),
  }),
  following: following<Signal>({
    sequence: 'signal_id',
    likeness: ({ name, dataType }) => `${dataType} ${name.toLowerCase()}`,
    renumbered: (signal, { driver }) => ({ ...signal, driverId: driver(signal.driverId) as Signal['driverId'] }),
    own: () => ({ may: mayBeOwn, has: [] }),
    usual: {
      access: 'r',
      unit: '',
      texts: '',
      noValue: '',
      scale: 1,
      offset: 0,
      clamp: false,
      group: '',
      pinned: false,
      registerType: '',
      internal: false,
    },
  }),
}
