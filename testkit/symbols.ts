// A symbol that an organisation may have, for tests that need one.
import type { SymbolContent } from '../contract/user-symbol.ts'

export const oneLine: SymbolContent = {
  ...{ width: 40, height: 20, slots: [], texts: [] },
  widgets: [{ id: 'a', widgetType: 'Straight', position: { x: 0, y: 0, width: 40, height: 20, rotate: 0 } }],
}
