// The alarm rules that the demo has for each station: a few interesting ones, each with its text and advice.
import type { Area } from '../../contract/area.ts'
import type { AlarmRule } from '../../contract/equipment-config.ts'
import type { Language } from '../../contract/errors.ts'
import { type StationKey, stationMaps } from '../../plant/waterworks/registers.ts'

type Named = Record<Language, string>
type Condition =
  | { kind: 'limit'; signal: string; is: 'above' | 'below'; limit: number; deadBand?: number }
  | { kind: 'state'; signal: string; is: 'equal' | 'unequal'; value: number }
  | { kind: 'rate'; signal: string; is: 'rising' | 'falling'; change: number; overS: number }
  | { kind: 'offline' }
  /** The PLC no longer answers for this variable. */
  | { kind: 'silent'; signal: string }
  | Fence

/** A position by two variables. */
type Fence = { kind: 'fence'; longitude: string; latitude: string; is: 'outside'; area: Area; marginM: number }

/** A rule by the keys of registers; a variable has the register's key as its name. */
type PlannedRule = Pick<AlarmRule, 'level'> & {
  onDelayS?: number
  latched?: boolean
  methods: NonNullable<AlarmRule['methods']>
  names: Named
  condition: Condition
  contents: Named
  advices?: Named
  setPoint?: string
}

const inBoth = (en: string, zh: string): Named => ({ en, 'zh-cn': zh })

type Limit = Partial<PlannedRule> & { deadBand?: number; unit: string }

function limit(
  [signal, is, at]: [string, 'above' | 'below', number],
  names: Named,
  level: AlarmRule['level'],
  { deadBand, unit, ...rest }: Limit,
): PlannedRule {
  const tail = unit === '' ? '' : ` ${unit}`
  return {
    ...{ names, level, methods: ['push'] },
    condition: { kind: 'limit', signal, is, limit: at, ...(deadBand === undefined ? {} : { deadBand }) },
    contents: inBoth(
      `${names.en}: {value}${tail}, limit {limit}${tail}`,
      `${names['zh-cn']}：{value}${tail}，限值 {limit}${tail}`,
    ),
    ...rest,
  }
}

const trips: readonly [signal: string, names: Named][] = [
  ['pump1Tripped', inBoth('Pump 1 tripped', '1号泵故障')],
  ['pump2Tripped', inBoth('Pump 2 tripped', '2号泵故障')],
  ['pump3Tripped', inBoth('Pump 3 tripped', '3号泵故障')],
  ['pumpTripped', inBoth('Well pump tripped', '深井泵故障')],
  ['chlorinatorTripped', inBoth('Chlorinator tripped', '加氯机故障')],
  ['centrifugeTripped', inBoth('Centrifuge tripped', '离心机故障')],
]

const trip = (signal: string, names: Named): PlannedRule => ({
  ...{ names, level: 'severe', latched: true, methods: ['push'] },
  condition: { kind: 'state', signal, is: 'equal', value: 1 },
  contents: names,
  advices: inBoth(
    'Check that the stand-by unit runs\nFind the cause at the starter before it is reset',
    '确认备用设备已投入运行\n复位前在现场查明原因',
  ),
})

const offline: PlannedRule = {
  ...{ names: inBoth('Station offline', '站点离线'), level: 'important', onDelayS: 30, methods: ['push'] },
  condition: { kind: 'offline' },
  contents: inBoth('No connection to the gateway of the station', '与站点网关失去连接'),
}

const silent = (signal: string): PlannedRule => ({
  ...{ names: inBoth('PLC does not answer', 'PLC 无应答'), level: 'important', onDelayS: 30, methods: ['push'] },
  condition: { kind: 'silent', signal },
  contents: inBoth('The PLC does not answer: its values are not known', 'PLC 无应答：数值未知'),
  advices: inBoth(
    'Check the supply and the network of the PLC\nRun the station locally until its values are back',
    '检查 PLC 的电源和网络\n数值恢复前就地操作',
  ),
})

/** Around all stations. */
const supplyArea: [longitude: number, latitude: number][] = [
  [120.135, 30.239],
  [120.2, 30.239],
  [120.2, 30.276],
  [120.135, 30.276],
]

const own: Partial<Record<StationKey, readonly PlannedRule[]>> = {
  intake: [
    limit(['wellLevel', 'above', 4.5], inBoth('Intake level high', '取水井液位高'), 'important', {
      ...{ unit: 'm', deadBand: 0.1, onDelayS: 10, setPoint: 'wellLevelSp' },
      advices: inBoth('Compare with the river level\nStart the second pump', '与河道水位核对\n启动第二台泵'),
    }),
    limit(['wellLevel', 'above', 5.2], inBoth('Intake level very high', '取水井液位超高'), 'severe', {
      ...{ unit: 'm', deadBand: 0.1, setPoint: 'wellLevelSp' },
    }),
    limit(['turbidity', 'above', 12], inBoth('Raw water turbidity high', '原水浊度高'), 'normal', {
      ...{ unit: 'NTU', deadBand: 1, onDelayS: 20 },
    }),
    {
      ...{ names: inBoth('Intake level falls fast', '取水井液位骤降'), level: 'important', methods: ['push'] },
      condition: { kind: 'rate', signal: 'wellLevel', is: 'falling', change: 0.5, overS: 300 },
      contents: inBoth('Intake level falls fast: {value} m', '取水井液位骤降：{value} m'),
    },
  ],
  treatment: [
    limit(['clearWellLevel', 'above', 4.2], inBoth('Clear well level high', '清水池液位高'), 'important', {
      unit: 'm',
    }),
    limit(['turbidity', 'above', 0.5], inBoth('Outlet turbidity high', '出水浊度高'), 'severe', {
      ...{ unit: 'NTU', deadBand: 0.05, onDelayS: 30 },
      advices: inBoth('Check the filters one by one\nRaise the coagulant dose', '逐个检查滤池\n提高混凝剂投加量'),
    }),
    limit(['outletChlorine', 'below', 0.3], inBoth('Residual chlorine low', '余氯偏低'), 'important', {
      ...{ unit: 'mg/L', deadBand: 0.05, onDelayS: 60, setPoint: 'chlorineSp' },
    }),
  ],
  distribution: [
    limit(['supplyPressure', 'below', 0.3], inBoth('Supply pressure low', '供水压力低'), 'important', {
      ...{ unit: 'MPa', deadBand: 0.02, onDelayS: 15, setPoint: 'pressureSp' },
    }),
    limit(['chlorine', 'below', 0.2], inBoth('Residual chlorine low', '余氯偏低'), 'important', {
      ...{ unit: 'mg/L', deadBand: 0.05, onDelayS: 60 },
    }),
  ],
  tower: [
    limit(['towerLevel', 'below', 2], inBoth('Reservoir level low', '水池液位低'), 'important', {
      ...{ unit: 'm', deadBand: 0.2 },
    }),
    limit(['batteryVoltage', 'below', 11.8], inBoth('Battery low', '电池电压低'), 'normal', {
      unit: 'V',
      deadBand: 0.2,
    }),
  ],
  sludge: [
    limit(['centrifugeVibration', 'above', 7], inBoth('Centrifuge vibration high', '离心机振动大'), 'important', {
      ...{ unit: 'mm/s', deadBand: 0.5, onDelayS: 5 },
    }),
  ],
  control: [
    limit(['powerFactor', 'below', 0.85], inBoth('Power factor low', '功率因数低'), 'normal', {
      ...{ unit: '', deadBand: 0.02, onDelayS: 300 },
    }),
  ],
  tanker: [
    limit(['hypochloriteLevel', 'below', 20], inBoth('Hypochlorite low', '次氯酸钠液位低'), 'normal', {
      ...{ unit: '%', deadBand: 2 },
    }),
    {
      ...{ names: inBoth('Tanker outside its area', '罐车驶出作业区域'), level: 'important', methods: ['push'] },
      condition: {
        kind: 'fence',
        longitude: 'longitude',
        latitude: 'latitude',
        is: 'outside',
        marginM: 50,
        area: { kind: 'polygon', corners: supplyArea },
      },
      contents: inBoth('The tanker has left the supply area', '罐车已驶出供水区域'),
    },
  ],
}

/**
 * The rules of a station: its own, then one for each trip of its pumps and drives, then one that reports the station as
 * silent, unless it sleeps by design.
 */
export function alarmPlan(station: StationKey): PlannedRule[] {
  const keys = new Set(stationMaps[station].registers.map(({ key }) => key as string))
  const ofTrips = trips.filter(([signal]) => keys.has(signal)).map(([signal, names]) => trip(signal, names))
  const [first] = stationMaps[station].registers
  const ofRoad = station === 'tower' || station === 'well2' || !first ? [] : [silent(first.key), offline]
  return [...(own[station] ?? []), ...ofTrips, ...ofRoad]
}

/** The device that the rules are planned for; `idOf` gives a variable's id by its name. */
type Planned = { equipmentId: number; idOf: (name: string) => number | undefined }

/** A planned rule in the shape of a save; undefined if a user removed a variable of it. */
export function ruleDraftOf(planned: PlannedRule, { equipmentId, idOf }: Planned) {
  const { names, contents, advices, setPoint, condition, ...rest } = planned
  const texts = { name: names.en, content: contents.en, ...(advices ? { advice: advices.en } : {}) }
  const setPointId = setPoint === undefined ? undefined : idOf(setPoint)
  const beside = setPointId === undefined ? {} : { setPointIds: [setPointId] }
  if (condition.kind === 'fence') {
    const fence = fenceOf(condition, idOf)
    return fence && { ...rest, ...texts, ...beside, condition: fence }
  }
  if (!('signal' in condition)) return { ...rest, ...texts, ...beside, condition }
  const { signal, ...how } = condition
  const signalId = idOf(signal)
  if (signalId === undefined) return undefined
  const own = { ...rest, ...texts, ...beside }
  if (how.kind !== 'silent') return { ...own, condition: { ...how, signalId } }
  return { ...own, condition: { kind: 'expression', expression: `not good(\${${equipmentId}.${signalId}})` } as const }
}

/** Undefined if a user removed one of its variables. */
function fenceOf({ longitude, latitude, ...area }: Fence, idOf: Planned['idOf']) {
  const [longitudeId, latitudeId] = [idOf(longitude), idOf(latitude)]
  return longitudeId === undefined || latitudeId === undefined ? undefined : { ...area, longitudeId, latitudeId }
}

/** All texts of the rules, for translations. */
export const wordsOf = ({ names, contents, advices }: PlannedRule): Named[] => [
  names,
  contents,
  ...(advices ? [advices] : []),
]
