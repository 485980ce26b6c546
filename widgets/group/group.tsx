// Several widgets as one: moved, turned, hidden and clicked together. Its widgets are placed from its corner.
import { widget } from '../widget.ts'

export default widget({
  family: 'group',
  word: 'group',
  name: { en: 'Group', 'zh-cn': '组合' },
  draw: 'svg',
  mark: 'outline',
  Draw: ({ children }) => children,
})
