// Pages for the tests of the designer.
import type { PageDocument, PageWidget } from '../../contract/page-document.ts'

export const boxed = (id: string, x: number, y: number, width = 40, height = 20, more: object = {}): PageWidget => ({
  id,
  widgetType: 'Rect',
  position: { x, y, width, height, rotate: 0 },
  ...more,
})

export const page = (widgets: PageWidget[]): PageDocument => ({
  con: { width: 1024, height: 768, bgColor: '' },
  widgets,
  bind: { equips: [], signals: [], keys: [], mvars: [] },
})
