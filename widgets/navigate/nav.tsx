// A row or a column of entries that lead to pages and links. [S3 Nav/Menu]
import { useMemo } from 'react'
import { choiceField } from '../fields.ts'
import { entriesOf, entryFields } from '../menu/entries.ts'
import { EntryMenu } from '../menu/entry-menu.tsx'
import { textCss, textStyle } from '../text-style.ts'
import { widget } from '../widget.ts'

export default widget({
  family: 'navigate',
  word: 'Nav',
  name: { en: 'Navigation', 'zh-cn': '导航' },
  size: { width: 480, height: 40 },
  style: textStyle,
  items: entryFields,
  data: {
    direction: choiceField('horizontal', {
      section: 'behaviour',
      label: { en: 'Direction', 'zh-cn': '方向' },
      options: [
        { value: 'horizontal', label: { en: 'Row', 'zh-cn': '横向' } },
        { value: 'vertical', label: { en: 'Column', 'zh-cn': '纵向' } },
      ],
    }),
  },
  mark: 'outline',
  Draw({ items, style, data, mode, host }) {
    const entries = useMemo(() => entriesOf(items), [items])
    return <EntryMenu {...{ entries, mode, host }} isBar={data.direction === 'horizontal'} style={textCss(style)} />
  },
})
