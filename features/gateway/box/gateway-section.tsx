import type { GatewaySection } from '../open/gateway-section.ts'
import { LocationPart } from './location-part.tsx'
import { MappingsPart } from './mappings-part.tsx'
import { MqttPart } from './mqtt-part.tsx'
import { LanPart, ModePart, SerialPart } from './network-parts.tsx'
import { PowerPart, SavingPart, UsageFacts } from './power-parts.tsx'
import { RestartAct } from './restart-act.tsx'
import { TamperPart } from './tamper-part.tsx'

export default {
  place: 5,
  Section: ({ gateway }) => <UsageFacts gateway={gateway} />,
  Action: ({ gateway }) => <RestartAct gateway={gateway} />,
  // The tabs in the order of the specification; tabs of other rooms are in between.
  tabs: [
    { key: 'mode', place: 10, name: { en: 'Mode', 'zh-cn': '模式切换' }, Show: ModePart },
    { key: 'power', place: 20, name: { en: 'Low power', 'zh-cn': '低功耗' }, Show: PowerPart },
    { key: 'mqtt', place: 30, name: { en: 'MQTT', 'zh-cn': 'MQTT' }, Show: MqttPart },
    { key: 'lan', place: 40, name: { en: 'LAN', 'zh-cn': 'LAN 设置' }, Show: LanPart },
    { key: 'serial', place: 50, name: { en: 'Serial ports', 'zh-cn': '串口设置' }, Show: SerialPart },
    { key: 'location', place: 60, name: { en: 'Location', 'zh-cn': '基站定位' }, Show: LocationPart },
    { key: 'saving', place: 80, name: { en: 'Data saving', 'zh-cn': '省流量模式' }, Show: SavingPart },
    { key: 'tamper', place: 90, name: { en: 'Tamper-proof', 'zh-cn': '防拆' }, Show: TamperPart },
    { key: 'mappings', place: 110, name: { en: 'Mappings', 'zh-cn': '数据映射' }, Show: MappingsPart },
  ],
} satisfies GatewaySection
