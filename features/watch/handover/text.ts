import { words } from '../../../ui/words.ts'

export const handoverText = words('handover', {
  en: {
    handover: 'Handover',
    handoverEmpty: 'No notes yet: what you write here is read by the next shift.',
    handoverText: 'Note to the next shift',
    handoverAdd: 'Add note',
  },
  'zh-cn': {
    handover: '交接班',
    handoverEmpty: '暂无记录：在此填写的内容供下一班查看。',
    handoverText: '给下一班的记录',
    handoverAdd: '新增记录',
  },
})
