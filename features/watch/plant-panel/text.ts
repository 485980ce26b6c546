import { words } from '../../../ui/words.ts'
import type { TroubleKey } from './plant-contract.ts'

export const plantText = words('plantPanel', {
  en: {
    plant: 'Plant',
    open: 'Plant panel: start a fault in the simulated works',
    openCount: 'Plant panel: {{count}} active',
    about: 'Start a fault in the simulated works and watch how the platform reacts.',
    on: 'On since {{clock}}',
    ends: 'ends automatically in {{time}}',
    lasts: 'lasts {{minutes}} min',
    look: 'Open device',
    close: 'Close',
    unreachable: 'The plant does not answer.',
  },
  'zh-cn': {
    plant: '模拟工厂',
    open: '模拟工厂面板：制造一个故障',
    openCount: '模拟工厂面板：{{count}} 项故障进行中',
    about: '在模拟水厂中制造故障，观察平台如何反应。',
    on: '自 {{clock}} 起',
    ends: '{{time}} 后自动恢复',
    lasts: '持续 {{minutes}} 分钟',
    look: '打开设备',
    close: '关闭',
    unreachable: '模拟工厂没有应答。',
  },
})

type Told = Record<TroubleKey, string>

export const troubleNames = words<Told>('plantTroubles', {
  en: {
    pumpTrip: 'Pump trip',
    highTurbidity: 'High turbidity',
    frozenSensor: 'Frozen sensor',
    silentPlc: 'Silent PLC',
    lostLink: 'Lost link',
    stormWater: 'Storm water',
    mainBurst: 'Main burst',
    filterClog: 'Filter clogging',
    chlorinatorTrip: 'Chlorinator trip',
    screenClog: 'Screen clogging',
    gateJam: 'Gate jammed',
    supplyPumpTrip: 'Supply pump trip',
  },
  'zh-cn': {
    pumpTrip: '水泵跳闸',
    highTurbidity: '浊度高',
    frozenSensor: '仪表数值冻结',
    silentPlc: 'PLC 无应答',
    lostLink: '网关断网',
    stormWater: '暴雨浑水',
    mainBurst: '爆管',
    filterClog: '滤池堵塞',
    chlorinatorTrip: '加氯机跳闸',
    screenClog: '格栅堵塞',
    gateJam: '闸门卡滞',
    supplyPumpTrip: '供水泵跳闸',
  },
})

/** Describes the effects of each fault. */
export const troubleLooks = words<Told>('plantLooks', {
  en: {
    pumpTrip: 'Intake station 1: pump 1 stops and raises an alarm at once, pump 2 takes over.',
    highTurbidity:
      'Intake station 1: the river is dredged above the intake, turbidity climbs to 30 NTU within two minutes and raises an alarm.',
    frozenSensor: 'Intake station 1: the intake flow does not change at all while the pumps change speed.',
    silentPlc:
      'Hill booster station: the PLC accepts connections but does not answer; values turn bad, an alarm follows after half a minute, the gateway stays online.',
    lostLink:
      'Sludge dewatering: the gateway goes offline within a minute, an alarm follows half a minute later; what it records meanwhile arrives afterwards.',
    stormWater: 'Intake station 1: turbidity climbs to 45 NTU; half an hour later settled water and filters follow.',
    mainBurst: 'Distribution station: flow jumps by 150 m³/h, pressure sags, a third pump starts.',
    filterClog: 'Treatment works: head loss of filter 2 climbs until it is washed; the dewatering tank fills.',
    chlorinatorTrip: 'Treatment works: dosing stops, chlorine at the contact tank falls within minutes.',
    screenClog: 'Intake station 1: screen Δp climbs, the rake starts at 6 kPa.',
    gateJam: 'Intake station 1: the gate stays where it is, the well level drifts away from its set point.',
    supplyPumpTrip: 'Distribution station: pump 2 stops, pressure dips, the next pump takes over.',
  },
  'zh-cn': {
    pumpTrip: '1号取水站：1号泵停机并立即触发报警，2号泵接替。',
    highTurbidity: '1号取水站：上游清淤，浊度两分钟内升至 30 NTU 并触发报警。',
    frozenSensor: '1号取水站：水泵转速变化时，取水流量数值始终不变。',
    silentPlc: '山区加压站：PLC 接受连接但不应答，数值变为异常，半分钟后触发报警，网关仍在线。',
    lostLink: '污泥脱水站：网关一分钟内离线，再过半分钟触发报警，期间的记录恢复后补传。',
    stormWater: '1号取水站：浊度升至 45 NTU，半小时后影响沉淀水和滤池。',
    mainBurst: '配水泵站：流量突增 150 m³/h，压力下降，第三台泵启动。',
    filterClog: '净水厂：2号滤池水头损失上升直至反冲洗，脱水站调节池水位上升。',
    chlorinatorTrip: '净水厂：停止加氯，几分钟内接触池余氯下降。',
    screenClog: '1号取水站：格栅压差上升，到 6 kPa 时清污机启动。',
    gateJam: '1号取水站：闸门不动，井液位偏离设定值。',
    supplyPumpTrip: '配水泵站：2号泵停机，压力短时下降，下一台泵接替。',
  },
})
