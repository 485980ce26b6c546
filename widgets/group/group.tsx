// Several widgets as one: moved, turned, hidden and clicked together. Positions of its widgets are relative to its
// corner.
import { widget } from '../widget.ts'

export default widget({
  family: 'group',
  word: 'group',
  name: { en: 'Group', 'zh-cn': '组合' },
  draw: 'svg',
  mark: 'outline',
  Draw: ({ children }) => children,
})
