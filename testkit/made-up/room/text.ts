import { words } from '../../../ui/words.ts'

export const shiftNoteText = words('shift-note', {
  en: {
    add: 'Add note',
    note: 'Note',
    none: 'No note yet: what should the next shift know?',
    added: 'Note added.',
    remove: 'Remove note',
    newest: 'Note of the shift before',
    read: 'Read',
  },
  'zh-cn': {
    add: '新增记录',
    note: '记录',
    none: '暂无记录：需要向下一班交代什么？',
    added: '已新增。',
    remove: '删除记录',
    newest: '上一班的记录',
    read: '已阅',
  },
})
