import { words } from '../../ui/words.ts'

export const controlText = words('control', {
  en: {
    notWritten: 'Not written.',
    writing: 'Writing…',
    revert: 'Revert',
    required: 'Enter a value',
    number: 'Enter a number, without separators',
    between: 'Between {{min}} and {{max}}',
    atLeast: 'At least {{min}}',
    atMost: 'At most {{max}}',
    moment: 'Enter a date and time',
    unknown: 'unknown value',
    none: '—',
    field: 'Field',
  },
  'zh-cn': {
    notWritten: '未写入。',
    writing: '写入中…',
    revert: '还原',
    required: '请输入数值',
    number: '请输入数字，不带分隔符',
    between: '须在 {{min}} 到 {{max}} 之间',
    atLeast: '不得小于 {{min}}',
    atMost: '不得大于 {{max}}',
    moment: '请输入日期和时间',
    unknown: '未知值',
    none: '—',
    field: '字段',
  },
})
