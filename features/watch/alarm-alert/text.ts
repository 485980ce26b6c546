import { words } from '../../../ui/words.ts'

export const alarmAlertText = words('alarm-alert', {
  en: {
    acknowledge: 'Acknowledge',
    counts: 'Open alarms by severity',
    countOf: '{{count}} {{level}}',
    countUnknown: 'Alarm counts not known: no connection',
    dialogTitle: 'New severe alarm',
    dialogClose: 'Later',
    pageAlarm: 'New alarm on this page',
    moreOnPage: {
      one: '{{count}} more new alarm on this page',
      other: '{{count}} more new alarms on this page',
    },
    openAlarm: 'Open',
    dialogName: 'New severe alarm',
    dialogNote: 'Shows severe alarms on every page.',
    yes: 'Show',
    no: 'Do not show',
  },
  'zh-cn': {
    acknowledge: '确认',
    counts: '各级别未处理报警',
    countOf: '{{count}} 条{{level}}',
    countUnknown: '连接中断，报警数量未知',
    dialogTitle: '新的严重报警',
    dialogClose: '稍后',
    pageAlarm: '本页面新报警',
    moreOnPage: '本页面还有 {{count}} 条新报警',
    openAlarm: '打开',
    dialogName: '新的严重报警',
    dialogNote: '在任何页面上弹出严重报警。',
    yes: '弹出',
    no: '不弹出',
  },
})
