// The kinds of alarm rules, and their names on screens, in exports and on pages.
import type { Language } from './errors.ts'

export const alarmKinds = ['limit', 'state', 'rate', 'fence', 'expression', 'offline', 'powerOff'] as const
export type AlarmKind = (typeof alarmKinds)[number]

export const alarmKindWords: Record<Language, Record<AlarmKind, string>> = {
  en: {
    limit: 'Limit',
    state: 'State',
    rate: 'Rate of change',
    fence: 'Geofence',
    expression: 'Expression',
    offline: 'Offline',
    powerOff: 'Power-off',
  },
  'zh-cn': {
    limit: '限值',
    state: '状态',
    rate: '变化率',
    fence: '电子围栏',
    expression: '表达式',
    offline: '离线',
    powerOff: '断电',
  },
}
