// Abilities that a configuration or a write requires of a gateway beyond those of the first version. A gateway lists
// its abilities in its hello; an older one sends none, and the platform refuses to send it anything that it would
// execute only partly or wrongly.
import type { Value } from '../core/data-type.ts'
import type { GatewayConfig, GatewayReport, GatewaySignal } from './gateway-config.ts'

const abilityWords = {
  bytes: { en: 'int8 and uint8', 'zh-cn': 'int8、uint8 类型' },
  bcd64: { en: 'bcd64', 'zh-cn': 'bcd64 类型' },
  byteOrder: { en: 'the byte order of a variable', 'zh-cn': '变量字节序' },
  prefix: { en: 'texts with a length before them', 'zh-cn': '带长度前缀的字符串' },
  range: { en: 'ranges', 'zh-cn': '量程换算' },
  period: { en: 'the poll interval of a variable', 'zh-cn': '变量采集周期' },
  rollover: { en: 'counters that roll over', 'zh-cn': '计数器回零' },
  noValue: { en: 'no-value codes', 'zh-cn': '无效值代码' },
  function15: { en: 'function 15', 'zh-cn': '功能码 15' },
  function22: { en: 'function 22', 'zh-cn': '功能码 22' },
  fragments: { en: 'the pause within an answer', 'zh-cn': '应答分包间隔' },
  exact: { en: 'numbers of so many digits', 'zh-cn': '该位数的数值' },
  alarms: { en: 'alarms', 'zh-cn': '报警' },
  fences: { en: 'geofences', 'zh-cn': '电子围栏' },
  probe: { en: 'reading once', 'zh-cn': '即时读取' },
  hold: { en: 'momentary keys', 'zh-cn': '点动按钮' },
  box: { en: 'its own settings', 'zh-cn': '网关参数设置' },
  upgrade: { en: 'upgrades over the air', 'zh-cn': '远程升级' },
  scripts: { en: 'scripts', 'zh-cn': '脚本' },
  tunnel: { en: 'remote download', 'zh-cn': '远程下载' },
  singleTrigger: { en: 'storing once on a trigger', 'zh-cn': '触发变量单次存储' },
  namespaceUri: { en: 'OPC UA addresses with a namespace URI', 'zh-cn': '带命名空间 URI 的 OPC UA 地址' },
} as const
type Ability = keyof typeof abilityWords
/** All abilities of gateways of this version. */
export const abilities = Object.keys(abilityWords) as Ability[]

/** Drivers of the first gateways; each later driver is a separate ability, named by its type. */
const firstDrivers: readonly string[] = ['modbus-tcp', 'modbus-rtu']

const ofSignal: Partial<Record<Ability, (signal: GatewaySignal) => boolean>> = {
  bytes: ({ dataType }) => dataType === 'int8' || dataType === 'uint8',
  bcd64: ({ dataType }) => dataType === 'bcd64',
  byteOrder: ({ byteOrder }) => byteOrder !== undefined,
  prefix: ({ prefix }) => prefix !== undefined,
  range: ({ rawLow }) => rawLow !== undefined,
  period: ({ periodMs }) => periodMs !== undefined,
  rollover: ({ rollover }) => rollover !== undefined,
  namespaceUri: ({ address }) => address.trimStart().startsWith('nsu='),
  noValue: ({ noValue }) => noValue !== undefined,
}
const ofDriver: Partial<Record<Ability, (params: Record<string, unknown>) => boolean>> = {
  function15: ({ coilFunction }) => coilFunction === 15,
  function22: ({ bitWrite }) => bitWrite === 'mask',
  fragments: ({ fragmentMs }) => fragmentMs !== undefined,
}

const isFiredByTrigger = ({ mode, triggerSignalId }: GatewayReport) =>
  mode === 'single' && triggerSignalId !== undefined

const lacks = (able: readonly string[] | null, ability: string) => !able?.includes(ability)

/**
 * Abilities that a configuration requires and a gateway lacks. `able`: the list from its hello, or null. Drivers are
 * named by their types.
 */
export function lackingFor(
  { drivers, reports = [], alarms = [], scripts = [] }: GatewayConfig,
  able: readonly string[] | null,
): string[] {
  const types = [...new Set(drivers.map(({ type }) => type))]
  return [
    ...types.filter((type) => !firstDrivers.includes(type) && lacks(able, type)),
    // The platform judges the rules that a gateway does not judge, and supports geofences.
    ...(alarms.some(({ fence }) => fence) && canJudge(able) && lacks(able, 'fences') ? ['fences'] : []),
    ...(reports.some(isFiredByTrigger) && lacks(able, 'singleTrigger') ? ['singleTrigger'] : []),
    ...(scripts.length > 0 && lacks(able, 'scripts') ? ['scripts'] : []),
    ...abilities.filter(
      (ability) =>
        lacks(able, ability) &&
        drivers.some(
          ({ params, signals }) => ofDriver[ability]?.(params) || signals.some((signal) => ofSignal[ability]?.(signal)),
        ),
    ),
  ]
}

/** Whether the gateway judges alarm rules itself; otherwise the platform judges them. */
export const canJudge = (able: readonly string[] | null): boolean => !lacks(able, 'alarms')

/** The configuration to send to a gateway: without alarm rules if it cannot judge them. */
export function sentTo({ alarms, ...config }: GatewayConfig, able: readonly string[] | null): GatewayConfig {
  return alarms && canJudge(able) ? { ...config, alarms } : config
}

/** Whether the gateway runs scripts. */
export const canRunScripts = (able: readonly string[] | null): boolean => !lacks(able, 'scripts')

/** A decimal number that travels as text: an older gateway would round it. */
export const lackingToWrite = (value: Value, isNumber: boolean, able: readonly string[] | null): Ability[] =>
  isNumber && typeof value === 'string' && value.includes('.') && lacks(able, 'exact') ? ['exact'] : []

/** A momentary key is refused if the gateway would not release it automatically after a lost connection. */
export const lackingToHold = (able: readonly string[] | null): Ability[] => (lacks(able, 'hold') ? ['hold'] : [])

/** `upgrade` requires the ability of that name; every other order to the gateway requires `box`. */
export const lackingToOrder = (act: string, able: readonly string[] | null): Ability[] => {
  const ability = act === 'upgrade' ? 'upgrade' : 'box'
  return lacks(able, ability) ? [ability] : []
}
/** Whether a PLC can be reached through the gateway. */
export const lackingToTunnel = (able: readonly string[] | null): Ability[] => (lacks(able, 'tunnel') ? ['tunnel'] : [])

/** Abilities that reading one point immediately requires: those of its configuration, and `probe`. */
export function lackingToProbe(config: GatewayConfig, able: readonly string[] | null): string[] {
  return [...lackingFor(config, able), ...(lacks(able, 'probe') ? ['probe'] : [])]
}

/** Names of abilities for the text of error 1354; a driver is named by its type. */
export const abilityText = (lacking: readonly string[], language: 'en' | 'zh-cn'): string =>
  lacking
    .map((ability) => (isAbility(ability) ? abilityWords[ability][language] : driverText(ability, language)))
    .join(language === 'en' ? ', ' : '、')

const isAbility = (name: string): name is Ability => Object.hasOwn(abilityWords, name)
const driverText = (type: string, language: 'en' | 'zh-cn') => (language === 'en' ? `driver ${type}` : `${type} 驱动`)
