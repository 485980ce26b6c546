import { words } from '../../ui/words.ts'

export const servedText = words('equipment-binding-served', {
  en: {
    serves: 'serves “{{name}}”',
    taken: 'It already serves “{{name}}”',
    title: 'Gateway {{sn}} already serves “{{name}}”.',
    note: 'A gateway serves one device, and a device has one gateway: but it may have up to {{count}} drivers, one for each PLC. Add this PLC to “{{name}}” as a driver.',
    addDriver: 'Add a driver to “{{name}}”',
  },
  'zh-cn': {
    serves: '已用于“{{name}}”',
    taken: '已绑定到“{{name}}”',
    title: '网关 {{sn}} 已绑定到“{{name}}”。',
    note: '一个网关只对应一台设备，一台设备只有一个网关，但可有最多 {{count}} 个驱动，每台 PLC 一个。请将该 PLC 作为驱动添加到“{{name}}”。',
    addDriver: '为“{{name}}”添加驱动',
  },
})
