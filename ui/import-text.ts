// Texts of import dialogs.
import { words } from './words.ts'

export const importText = words('import-file', {
  en: {
    choose: 'Choose a file',
    needed: 'Choose a file',
    tooLarge: 'The file can have at most {{size}}.',
    paste: 'or paste here',
    encoding: 'read as {{encoding}}',
    missing: 'Missing columns: {{fields}}',
    ignored: 'Columns that are not imported: {{fields}}',
    empty: 'There are no data rows.',
    wrong: { one: '{{count}} row has errors', other: '{{count}} rows have errors' },
    line: 'Line',
    name: 'Name',
    field: 'Field',
    reason: 'Reason',
  },
  'zh-cn': {
    choose: '选择文件',
    needed: '请选择文件',
    tooLarge: '文件不能超过 {{size}}。',
    paste: '或粘贴到此处',
    encoding: '按 {{encoding}} 读取',
    missing: '缺少列：{{fields}}',
    ignored: '不会导入的列：{{fields}}',
    empty: '没有数据行。',
    wrong: { one: '{{count}} 行有误', other: '{{count}} 行有误' },
    line: '行号',
    name: '名称',
    field: '字段',
    reason: '原因',
  },
})
