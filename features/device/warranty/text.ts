import { words } from '../../../ui/words.ts'

export const warrantyText = words('warranty', {
  en: {
    warranty: 'Warranty',
    any: 'Any warranty',
    valid: 'Valid',
    soon: 'Ends soon',
    ended: 'Ended',
    none: 'No date',
    endsIn: { one: 'ends in {{count}} day', other: 'ends in {{count}} days' },
    endsToday: 'ends today',
    endedMark: 'ended',
    settings: 'Warranty notices',
    settingsNote:
      'Those who manage a device get a message this many days before the last day of its warranty, and another one when it has ended. 0: only when it has ended.',
    days: 'Days before the end',
    saved: 'Saved. Notices go out within a minute.',
  },
  'zh-cn': {
    warranty: '质保',
    any: '质保不限',
    valid: '质保期内',
    soon: '即将到期',
    ended: '已到期',
    none: '未填写',
    endsIn: { one: '还剩 {{count}} 天', other: '还剩 {{count}} 天' },
    endsToday: '今天到期',
    endedMark: '已到期',
    settings: '质保到期提醒',
    settingsNote:
      '设备质保期最后一天之前的指定天数，以及到期之后，各向管理该设备的账号发送一条消息。填 0 表示仅在到期后提醒。',
    days: '提前天数',
    saved: '已保存，提醒将在一分钟内发出。',
  },
})
