import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { laterKeeper } from '../../../designer/use-draft-keeping.ts'
import { dropDraft, keepDraft, readDraft } from './draft.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
})
afterEach(() => void vi.unstubAllGlobals())

const page = (x: number) => ({
  con: { width: 800, height: 600, bgColor: '' },
  widgets: [{ id: 'a', widgetType: 'Rect', position: { x, y: 0, width: 9, height: 9, rotate: 0 } }],
  bind: { equips: [], signals: [], keys: [], mvars: [] },
})
const draft = { version: 3, at: 1000, title: 'Intake', base: page(0), document: page(5) }

test('an unsaved draft is restored, for its page only, until it is dropped', () => {
  keepDraft(7, draft)
  expect(readDraft(7, page(0))).toEqual(draft)
  expect(readDraft(8, page(0))).toBeUndefined()
  dropDraft(7)
  expect(readDraft(7, page(0))).toBeUndefined()
})

test('a draft equal to the saved page is not offered', () => {
  keepDraft(7, draft)
  expect(readDraft(7, page(5))).toBeUndefined()
})

test('a draft with changed page settings only is offered too', () => {
  const document = { ...page(5), con: { ...page(5).con, type: 'sub' as const } }
  keepDraft(7, { ...draft, document })
  expect(readDraft(7, page(5))?.document.con.type).toBe('sub')
})

test.each(['{', 'null', '{"version":1}'])('%s is no draft', (text) => {
  kept.set('page-draft-7', text)
  expect(readDraft(7, page(0))).toBeUndefined()
})

test('after quick changes the newest draft is stored, immediately on leaving, and none after saving', () => {
  vi.useFakeTimers()
  const written: number[] = []
  const keeper = laterKeeper((change: number) => void written.push(change), 800)
  keeper.keep(1)
  keeper.keep(2)
  vi.advanceTimersByTime(800)
  expect(written).toEqual([2])
  keeper.keep(3)
  keeper.flush()
  expect(written).toEqual([2, 3])
  keeper.keep(4)
  keeper.forget()
  keeper.flush()
  vi.runAllTimers()
  expect(written).toEqual([2, 3])
  vi.useRealTimers()
})
