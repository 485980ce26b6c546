import { words } from '../../../ui/words.ts'

export const deviceLinkText = words('device-link', {
  en: {
    monitor: 'Monitor',
    edit: 'Configure',
    gateway: 'Gateway',
    history: 'History',
    links: 'This device',
    toCurve: 'Show its curve',
    toVariable: 'Configure it',
  },
  'zh-cn': {
    monitor: '监控',
    edit: '配置',
    gateway: '网关',
    history: '历史数据',
    links: '本设备',
    toCurve: '查看曲线',
    toVariable: '配置该变量',
  },
})
