import { words } from '../../../ui/words.ts'

export const finderText = words('live-finder', {
  en: {
    filter: 'Name, address or group',
    jump: 'Go to group',
    others: 'Other variables',
    all: '{{total}} variables',
    found: '{{shown}} of {{total}}',
  },
  'zh-cn': {
    filter: '名称、寄存器地址或分组',
    jump: '跳到分组',
    others: '其他变量',
    all: '{{total}} 个变量',
    found: '{{shown}} / {{total}}',
  },
})
