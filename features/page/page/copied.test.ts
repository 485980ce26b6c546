import { expect, test } from 'vitest'
import { PageDocument } from '../../../contract/page-document.ts'
import { renumbered, renumberedPage } from './copied.ts'

const by = {
  pages: new Map([
    [7, 107],
    [8, 108],
  ]),
  mvars: new Map([[3, 33]]),
  reports: new Map([[4, 44]]),
  project: [1, 2] as const,
}

test.each([
  [{ pageId: 7 }, { pageId: 107 }],
  [
    { pageId: '7', equipPageId: 8 },
    { pageId: '107', equipPageId: 108 },
  ],
  [
    { type: 'main', mainId: 1, mainPageId: 8 },
    { type: 'main', mainId: 2, mainPageId: 108 },
  ],
  // A page of another project, or of a device, is unchanged.
  [{ pageId: 9 }, { pageId: 9 }],
  [
    { mvarId: 3, title: 'Sum' },
    { mvarId: 33, title: 'Sum' },
  ],
  [
    { type: 'report', customReportId: '4', reportId: 4 },
    { type: 'report', customReportId: '44', reportId: 4 },
  ],
  [
    { projectId: 1, signalId: 7 },
    { projectId: 2, signalId: 7 },
  ],
  [{ link: '/monitor/project/1/page/8?pump=2' }, { link: '/monitor/project/2/page/108?pump=2' }],
  [{ link: '/monitor/project/1/preview/9' }, { link: '/monitor/project/2/preview/9' }],
  [{ link: '/monitor/gm/ocInfo/1' }, { link: '/monitor/gm/ocInfo/2' }],
  [{ link: '/monitor/project/11/page/7' }, { link: '/monitor/project/11/page/7' }],
  [{ link: 'https://example.com/monitor/project/1/page/7' }, { link: 'https://example.com/monitor/project/1/page/7' }],
  [
    { items: [{ clickEvent: { pageId: 7 }, children: [{ clickEvent: { pageId: 8 } }] }] },
    { items: [{ clickEvent: { pageId: 107 }, children: [{ clickEvent: { pageId: 108 } }] }] },
  ],
])('%j becomes %j', (before, after) => expect(renumbered(before, by)).toEqual(after))

test('widgets and their bindings are renumbered, and nothing else changes', () => {
  const position = { x: 7, y: 8, width: 3, height: 1 }
  const widgets = [{ id: '7', widgetType: 'DataText', position, data: { type: 'mvar', mvarId: 3 } }]
  const document = PageDocument.parse({ con: { width: 800 }, widgets, bind: { equips: [7], signals: [3], mvars: [3] } })
  const copy = renumberedPage(document, by)
  expect(copy.bind).toMatchObject({ equips: [7], signals: [3], mvars: [33] })
  expect(copy.widgets).toMatchObject([{ id: '7', position, data: { mvarId: 33 } }])
  expect(copy.con).toEqual(document.con)
})
