import { expect, test, vi } from 'vitest'
import { clickOf } from '../../widgets/host/click-event.ts'
import { actWith } from './click-act.ts'

const data = { type: 'signal', signalId: 7, equipId: 3 }

function clicked(stored: object, current: number | null = 4) {
  const release = vi.fn()
  const acts = { open: vi.fn(), run: vi.fn(), ask: vi.fn(), refuse: vi.fn(), press: vi.fn(() => release) }
  actWith({ ...acts, standing: () => current })(clickOf({ enable: true, ...stored })!)
  return { ...acts, release }
}

test('a page and a link are opened, a script is run', () => {
  expect(clicked({ action: 'page', pageId: 4 }).open).toHaveBeenCalledOnce()
  expect(clicked({ action: 'link', link: '/monitor/eg/list' }).open).toHaveBeenCalledOnce()
  expect(clicked({ action: 'script', script: 'open(4)' }).run).toHaveBeenCalledOnce()
})

test.each([
  [{ writeValue: '12' }, { preset: '12', isFixed: true, isUnasked: false }],
  [
    { writeValue: '12', confirm: false },
    { preset: '12', isFixed: true, isUnasked: true },
  ],
  [
    { writeType: 'input', confirm: false },
    { preset: '', isFixed: false, isUnasked: false },
  ],
  [{ writeType: 'press', pressType: 'increment' }, { preset: '5' }],
])('%j asks for a write', (stored, asked) =>
  expect(clicked({ data, ...stored }).ask).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(asked)),
)

test('what needs the value that stands now is refused without it', () => {
  const { ask, refuse } = clicked({ data, writeType: 'press', pressType: 'toggle' }, null)
  expect([ask.mock.calls.length, refuse.mock.calls.length]).toEqual([0, 1])
})

test('a momentary key that nobody can hold, in a menu or a slide show, is let go at once and never left at 1', () => {
  const { ask, press, release } = clicked({ data, writeType: 'press', pressType: 'momentary' })
  expect([ask.mock.calls.length, press.mock.calls.length, release.mock.calls.length]).toEqual([0, 1, 1])
})
