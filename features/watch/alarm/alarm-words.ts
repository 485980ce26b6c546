// Names of severities, states and columns in both languages, for screens and for exports and the log.
import type { AlarmLevel } from '../../../contract/equipment-config.ts'
import type { Language } from '../../../contract/errors.ts'
import type { AlarmState } from './contract.ts'

type In<K extends string> = Record<Language, Record<K, string>>

export const levelWords: In<AlarmLevel> = {
  en: { severe: 'Severe', important: 'Important', normal: 'Normal' },
  'zh-cn': { severe: '严重', important: '重要', normal: '一般' },
}

export const stateWords: In<AlarmState> = {
  en: { active: 'Active', latched: 'Cleared, latched', cleared: 'Cleared' },
  'zh-cn': { active: '未恢复', latched: '已恢复，锁存中', cleared: '已恢复' },
}

/** Headings of the columns of an export. */
export const alarmWords = {
  en: {
    id: 'No.',
    level: 'Severity',
    kind: 'Kind',
    device: 'Device',
    variable: 'Variable',
    name: 'Alarm',
    content: 'Text',
    value: 'Value',
    unit: 'Unit',
    limit: 'Limit',
    state: 'State',
    raisedAt: 'Raised',
    clearedAt: 'Cleared',
    acknowledgedAt: 'Acknowledged',
    acknowledgedBy: 'Acknowledged by',
    comment: 'Comment',
    exportName: 'alarms',
  },
  'zh-cn': {
    id: '序号',
    level: '级别',
    kind: '类型',
    device: '设备',
    variable: '变量',
    name: '报警',
    content: '报警内容',
    value: '报警值',
    unit: '单位',
    limit: '限值',
    state: '状态',
    raisedAt: '触发时间',
    clearedAt: '恢复时间',
    acknowledgedAt: '确认时间',
    acknowledgedBy: '确认人',
    comment: '备注',
    exportName: '报警记录',
  },
} as const
