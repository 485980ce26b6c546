import { words } from '../../../ui/words.ts'

export const configText = words('equipment-config', {
  en: {
    drivers: 'Drivers',
    signals: 'Variables',
    reports: 'Reports',
    alarms: 'Alarm rules',
    versions: 'Versions',
    restoreNote: 'Variables, reports and alarm rules that are not in it are removed; their history is kept.',
    restoreUnsaved: 'Save or undo your edits first',
    insert: 'Insert a variable…',
    inWords: 'In words',
  },
  'zh-cn': {
    drivers: '驱动',
    signals: '变量',
    reports: '历史报表',
    alarms: '报警规则',
    versions: '历史版本',
    restoreNote: '该版本中没有的变量、历史报表和报警规则将被移除，其历史记录仍保留。',
    restoreUnsaved: '请先保存或撤销当前修改',
    insert: '插入变量…',
    inWords: '含义',
  },
})
