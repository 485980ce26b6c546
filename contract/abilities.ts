// What a configuration or a write asks of a gateway beyond what the first ones could. A gateway tells in its hello what
// it can; an older one tells nothing, and is refused what it would otherwise do half or wrong.
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
export type Ability = keyof typeof abilityWords
/** Everything that gateways of this version can. */
export const abilities = Object.keys(abilityWords) as Ability[]

/** Drivers that the first gateways had; each later one is an ability of its own, named as the driver's type. */
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

/** What of a configuration a gateway cannot do; `able` is what it told, or nothing. Drivers are named by their types. */
export function lackingFor(
  { drivers, reports = [], alarms = [], scripts = [] }: GatewayConfig,
  able: readonly string[] | null,
): string[] {
  const types = [...new Set(drivers.map(({ type }) => type))]
  return [
    ...types.filter((type) => !firstDrivers.includes(type) && lacks(able, type)),
    // Where it judges nothing the platform does, which can.
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

/** Whether alarm rules are judged where the values are read; else the platform judges them. */
export const canJudge = (able: readonly string[] | null): boolean => !lacks(able, 'alarms')

/** What of a configuration a gateway is sent: rules stay on the platform where it cannot judge. */
export function sentTo({ alarms, ...config }: GatewayConfig, able: readonly string[] | null): GatewayConfig {
  return alarms && canJudge(able) ? { ...config, alarms } : config
}

/** Whether scripts run on it. */
export const canRunScripts = (able: readonly string[] | null): boolean => !lacks(able, 'scripts')

/** Digits that an older gateway would round: a number that travels as text and is no whole one. */
export const lackingToWrite = (value: Value, isNumber: boolean, able: readonly string[] | null): Ability[] =>
  isNumber && typeof value === 'string' && value.includes('.') && lacks(able, 'exact') ? ['exact'] : []

/** A key that its gateway would not let go by itself is not pressed. */
export const lackingToHold = (able: readonly string[] | null): Ability[] => (lacks(able, 'hold') ? ['hold'] : [])

/** Its own settings, and being upgraded by the platform. */
export const lackingToOrder = (act: string, able: readonly string[] | null): Ability[] => {
  const ability = act === 'upgrade' ? 'upgrade' : 'box'
  return lacks(able, ability) ? [ability] : []
}
/** Whether a PLC can be reached through it. */
export const lackingToTunnel = (able: readonly string[] | null): Ability[] => (lacks(able, 'tunnel') ? ['tunnel'] : [])

/** What reading one point at once asks for, beyond what reading it in a configuration does. */
export function lackingToProbe(config: GatewayConfig, able: readonly string[] | null): string[] {
  return [...lackingFor(config, able), ...(lacks(able, 'probe') ? ['probe'] : [])]
}

/** In the words of a person, for the text of 1354; of a driver its type. */
export const abilityText = (lacking: readonly string[], language: 'en' | 'zh-cn'): string =>
  lacking
    .map((ability) => (isAbility(ability) ? abilityWords[ability][language] : driverText(ability, language)))
    .join(language === 'en' ? ', ' : '、')

const isAbility = (name: string): name is Ability => Object.hasOwn(abilityWords, name)
const driverText = (type: string, language: 'en' | 'zh-cn') => (language === 'en' ? `driver ${type}` : `${type} 驱动`)
