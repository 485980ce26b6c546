// Permissions to see and handle alarms, and to open them from each screen. [S6]
import type { PermissionPlaces } from '../../../contract/permissions.ts'

const page = '/monitor/alarm'

export const permissions = {
  'alarm:view': { page, as: 'view', implies: ['monitor:view'] },
  'alarm:acknowledge': { page, as: { en: 'Acknowledge', 'zh-cn': '确认报警' }, implies: ['alarm:view'] },
  'alarm:shelve': { page, as: { en: 'Shelve', 'zh-cn': '搁置报警' }, implies: ['alarm:view'] },
  'alarm:export': { page, as: 'export', implies: ['alarm:view'] },
  monitor_multi_designer_alarm: {
    page,
    as: { en: 'Open alarms from the alarm dialog', 'zh-cn': '从报警弹窗打开报警' },
    implies: ['alarm:view'],
  },
  monitor_multi_designer_repair: {
    page,
    as: { en: 'Open repair orders from the alarm dialog', 'zh-cn': '从报警弹窗打开维修工单' },
    implies: ['alarm:view'],
    needsMessages: 'order',
  },
  monitor_equipinfo_menu_alarm: {
    page,
    as: { en: 'Open the alarms of a device', 'zh-cn': '打开设备详情的报警' },
    implies: ['alarm:view'],
  },
  monitor_designer_menu_alarm: {
    page,
    as: { en: 'Open the alarms of a configuration page', 'zh-cn': '打开组态页面的报警' },
    implies: ['alarm:view'],
  },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
