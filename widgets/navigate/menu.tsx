// A menu behind a button, or a tree of entries. [S3 Nav/Menu]
import { useMemo } from 'react'
import { choiceField, wordsField } from '../fields.ts'
import { entriesOf, entryFields } from '../menu/entries.ts'
import { EntryMenu } from '../menu/entry-menu.tsx'
import { textCss, textStyle } from '../text-style.ts'
import { widget } from '../widget.ts'

export default widget({
  family: 'navigate',
  word: 'Menu',
  name: { en: 'Menu', 'zh-cn': '菜单' },
  size: { width: 160, height: 40 },
  style: textStyle,
  items: entryFields,
  data: {
    look: choiceField('drop', {
      section: 'behaviour',
      label: { en: 'Look', 'zh-cn': '样式' },
      options: [
        { value: 'drop', label: { en: 'Drop-down', 'zh-cn': '下拉' } },
        { value: 'tree', label: { en: 'Tree', 'zh-cn': '树形' } },
      ],
    }),
    label: wordsField('Menu', {
      ...{ section: 'content', when: { field: 'look', is: ['drop'] } },
      label: { en: 'Label', 'zh-cn': '名称' },
    }),
  },
  mark: 'outline',
  Draw({ items, style, data: { look, label }, mode, host }) {
    const entries = useMemo(() => {
      const isDrop = look === 'drop' && items.length > 0
      const own = { path: '0', label, iconHref: '', click: undefined, isFirst: false }
      return isDrop ? [{ ...own, children: entriesOf(items, '0.') }] : entriesOf(items)
    }, [items, look, label])
    return <EntryMenu {...{ entries, mode, host }} isBar={look === 'drop'} style={textCss(style)} />
  },
})
