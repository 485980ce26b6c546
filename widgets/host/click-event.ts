// What a click on a widget does: what is stored in `clickEvent`. [S3 Click event] A write is always confirmed.
import { type Bound, boundOf } from '../binds.ts'
import {
  bindField,
  choiceField,
  flagField,
  numberField,
  readFields,
  textField,
  type ValuesOf,
  wordsField,
} from '../fields.ts'

const onWrite = { field: 'action', is: ['write'] }
const onLink = { field: 'action', is: ['link'] }
const inWindow = { field: 'target', is: ['window'] }
const window = { min: 0, max: 10_000, unit: 'px', when: inWindow }

export const clickFields = {
  enable: flagField(false, { label: { en: 'Active', 'zh-cn': '启用' } }),
  action: choiceField('write', {
    label: { en: 'On click', 'zh-cn': '点击动作' },
    options: [
      { value: 'write', label: { en: 'Write a value', 'zh-cn': '写入数据' } },
      { value: 'page', label: { en: 'Open a page', 'zh-cn': '打开页面' } },
      { value: 'link', label: { en: 'Open a link', 'zh-cn': '打开链接' } },
    ],
  }),
  data: bindField({ kinds: ['signal'], when: onWrite, label: { en: 'Variable', 'zh-cn': '变量' } }),
  writeValue: textField('', { when: onWrite, label: { en: 'Value', 'zh-cn': '写入值' } }),
  pageId: numberField(0, {
    ...{ min: 0, max: 2_147_483_647, when: { field: 'action', is: ['page'] } },
    label: { en: 'Page', 'zh-cn': '页面' },
  }),
  link: textField('', { when: onLink, label: { en: 'Link', 'zh-cn': '链接' } }),
  target: choiceField('_self', {
    label: { en: 'Open in', 'zh-cn': '打开方式' },
    when: { field: 'action', is: ['page', 'link'] },
    options: [
      { value: '_self', label: { en: 'This window', 'zh-cn': '当前窗口' } },
      { value: '_blank', label: { en: 'A new tab', 'zh-cn': '新标签页' } },
      { value: 'window', label: { en: 'A window', 'zh-cn': '弹出窗口' } },
    ],
  }),
  width: numberField(600, { ...window, label: { en: 'Width', 'zh-cn': '宽' } }),
  height: numberField(600, { ...window, label: { en: 'Height', 'zh-cn': '高' } }),
  left: numberField(200, { ...window, label: { en: 'From the left', 'zh-cn': '左边距' } }),
  top: numberField(200, { ...window, label: { en: 'From the top', 'zh-cn': '上边距' } }),
  hint: wordsField('', { label: { en: 'Hint', 'zh-cn': '提示' } }),
}

export type Click = ValuesOf<typeof clickFields> & { bound: Bound | undefined }

/** The click of a stored widget; nothing if it has none, or none that leads anywhere. */
export function clickOf(stored: Record<string, unknown> | undefined): Click | undefined {
  if (!stored?.enable) return undefined
  const read = { ...readFields(clickFields, stored), bound: boundOf(stored.data as Click['data'], ['signal']) }
  const leads = { write: read.bound !== undefined, page: read.pageId > 0, link: isSafeLink(read.link) }
  return leads[read.action] ? read : undefined
}

/** A link to the web or within the platform; none that would run a script. */
export const isSafeLink = (link: string): boolean => /^(https?:\/\/|\/(?![/\\]))/i.test(link.trim())
