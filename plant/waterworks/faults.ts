// The one list of faults: in the process, in a PLC, on the line.
import type { Commands } from './commands.ts'
import type { Area, SignalKeys, StationKey } from './registers.ts'

/** Signals that the process determines; the others are the operator's own set points. */
export type MeasuredKey<S extends StationKey> = Exclude<SignalKeys[S], keyof Commands[S]>

type SensorFreeze = {
  [S in StationKey]: { kind: 'sensorFreeze'; station: S; signal: MeasuredKey<S> }
}[StationKey]

/** Valves that can jam, each at one station. */
type Valve = 'intakeGate' | 'dischargeValve' | 'outletValve' | 'sludgeValve' | 'reducingValve'

/** Faults of machines and water; the process model applies them. */
export type ProcessFault =
  | { kind: 'pumpTrip'; station: 'intake'; pump: 1 | 2 }
  | { kind: 'pumpTrip'; station: 'distribution'; pump: 1 | 2 | 3 }
  | { kind: 'pumpTrip'; station: 'booster'; pump: 1 | 2 }
  | { kind: 'valveJam'; valve: Valve }
  | SensorFreeze
  | { kind: 'filterClog'; filter: 1 | 2 | 3 }
  | { kind: 'screenClog' | 'chlorinatorTrip' | 'coagulantTrip' | 'mainBurst' | 'stormWater' | 'dredging' }

/** Faults of a PLC or its line; the server applies them. */
export type LinkFault =
  | { kind: 'silent' | 'linkDrop' | 'wireNoise'; station: StationKey }
  | { kind: 'exception'; station: StationKey; code: 2 | 3 | 4; area: Area; from: number; count: number }

export type Fault = ProcessFault | LinkFault

export const faultKinds: Record<Fault['kind'], { en: string; 'zh-cn': string; scope: 'process' | 'link' }> = {
  pumpTrip: { en: 'Pump trip', 'zh-cn': '水泵跳闸', scope: 'process' },
  valveJam: { en: 'Valve jammed', 'zh-cn': '阀门卡滞', scope: 'process' },
  sensorFreeze: { en: 'Sensor frozen', 'zh-cn': '仪表数值冻结', scope: 'process' },
  filterClog: { en: 'Filter clogging', 'zh-cn': '滤池堵塞', scope: 'process' },
  screenClog: { en: 'Screen clogging', 'zh-cn': '格栅堵塞', scope: 'process' },
  chlorinatorTrip: { en: 'Chlorinator trip', 'zh-cn': '加氯机跳闸', scope: 'process' },
  coagulantTrip: { en: 'Coagulant pump trip', 'zh-cn': '加药泵跳闸', scope: 'process' },
  mainBurst: { en: 'Main burst', 'zh-cn': '爆管', scope: 'process' },
  stormWater: { en: 'Storm water', 'zh-cn': '暴雨浑水', scope: 'process' },
  dredging: { en: 'Dredging upstream', 'zh-cn': '上游清淤', scope: 'process' },
  silent: { en: 'PLC not answering', 'zh-cn': 'PLC无应答', scope: 'link' },
  linkDrop: { en: 'Link down', 'zh-cn': '链路断开', scope: 'link' },
  wireNoise: { en: 'Noise on the line', 'zh-cn': '线路干扰', scope: 'link' },
  exception: { en: 'PLC refuses a range', 'zh-cn': 'PLC返回异常码', scope: 'link' },
}

/** The id of a fault: equal faults have equal ids, in any order of their fields. */
export function faultId(fault: Fault): string {
  const fields = Object.entries(fault).filter(([name]) => name !== 'kind')
  fields.sort(([one], [other]) => (one < other ? -1 : 1))
  return [fault.kind, ...fields.map(([name, value]) => `${name}=${value}`)].join(' ')
}

export const isProcessFault = (fault: Fault): fault is ProcessFault => faultKinds[fault.kind].scope === 'process'

/** Fast queries about the active process faults. */
export type Troubles = { has(fault: ProcessFault): boolean; frozen: readonly SensorFreeze[] }

export function troublesOf(faults: readonly ProcessFault[]): Troubles {
  if (faults.length === 0) return { has: () => false, frozen: [] }
  // Called many times per step: most calls end at the kind, without building the id.
  const kinds = new Set(faults.map((fault) => fault.kind))
  const ids = new Set(faults.map(faultId))
  return {
    has: (fault) => kinds.has(fault.kind) && ids.has(faultId(fault)),
    frozen: faults.filter((fault) => fault.kind === 'sensorFreeze'),
  }
}
