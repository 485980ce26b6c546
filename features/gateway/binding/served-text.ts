import { words } from '../../../ui/words.ts'

export const servedText = words('equipment-binding-served', {
  en: {
    serves: 'bound to “{{name}}”',
    title: 'Gateway {{sn}} is already bound to “{{name}}”.',
    note: 'A gateway is bound to one device, and a device has one gateway and up to {{count}} drivers, one per PLC. Add this PLC to “{{name}}” as a driver.',
    addDriver: 'Add a driver to “{{name}}”',
  },
  'zh-cn': {
    serves: '已绑定到“{{name}}”',
    title: '网关 {{sn}} 已绑定到“{{name}}”。',
    note: '一个网关只对应一台设备，一台设备只有一个网关，但可有最多 {{count}} 个驱动，每台 PLC 一个。请将该 PLC 作为驱动添加到“{{name}}”。',
    addDriver: '为“{{name}}”新增驱动',
  },
})
