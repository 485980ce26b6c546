// The texts of every editable tree.
import { words } from '../../ui/words.ts'

export const treeText = words('tree', {
  en: {
    name: 'Name',
    edit: 'Edit',
    delete: 'Delete',
    editTitle: 'Rename or move',
    top: 'Top level',
    itself: 'cannot be moved below itself',
    sort: 'Sort number',
  },
  'zh-cn': {
    name: '名称',
    edit: '编辑',
    delete: '删除',
    editTitle: '重命名或移动',
    top: '顶级',
    itself: '不能移到自身之下',
    sort: '排序号',
  },
})
