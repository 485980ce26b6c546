import { describe, expect, test } from 'vitest'
import { type Message, MessageId } from './contract.ts'
import {
  alertOf,
  closed,
  type Dialog,
  enqueue,
  noDialogs,
  pauseMs,
  type Queue,
  shownNow,
  without,
} from './dialog-queue.ts'

const dialog = (key: string, kind: Dialog['kind'] = 'notice'): Dialog => ({ key, kind })
const [a, b, c] = [dialog('a', 'password'), dialog('b'), dialog('c', 'card')]
const keys = ({ shown, waiting }: Queue) => [shown?.key ?? null, ...waiting.map(({ key }) => key)]
const message = (title: string) => ({ id: MessageId.parse(1), title }) as Message

describe('dialogs', () => {
  test('are shown one after the other, in their order', () => {
    let queue = enqueue(noDialogs, [a, b], 0)
    expect(keys(queue)).toEqual(['a', 'b'])
    queue = enqueue(queue, [c], 0)
    expect(keys(queue)).toEqual(['a', 'b', 'c'])
    queue = closed(queue, 1000)
    expect(keys(queue)).toEqual([null, 'b', 'c'])
    expect(keys(shownNow(queue, 1000 + pauseMs))).toEqual(['b', 'c'])
  })

  test.each([
    [pauseMs - 1, [null, 'b']],
    [pauseMs, ['b']],
  ])('%i ms after closing a dialog, the queue is %j', (ms, expected) => {
    expect(keys(shownNow(closed(enqueue(noDialogs, [a, b], 0), 50), 50 + ms))).toEqual(expected)
  })

  test('a dialog that arrives during the pause waits for its end', () => {
    const queue = closed(enqueue(noDialogs, [a], 0), 0)
    expect(keys(enqueue(queue, [b], pauseMs - 1))).toEqual([null, 'b'])
    expect(keys(enqueue(queue, [b], pauseMs))).toEqual(['b'])
  })

  test('are shown once, even if requested repeatedly', () => {
    const queue = closed(enqueue(enqueue(noDialogs, [a], 0), [a], 0), 0)
    expect(keys(enqueue(queue, [a], 10_000))).toEqual([null])
  })

  test('are removed if their message was read elsewhere, including the one on screen', () => {
    const queue = enqueue(noDialogs, [a, b, c], 0)
    expect(keys(without(queue, ({ key }) => key === 'b', 0))).toEqual(['a', 'c'])
    const left = without(queue, ({ key }) => key === 'a', 500)
    expect([keys(left), left.nextAt]).toEqual([[null, 'b', 'c'], 500 + pauseMs])
  })
})

describe('alerts', () => {
  test('share one dialog, which shows the newest and their number', () => {
    let queue = alertOf(noDialogs, message('first'), 0)
    for (const title of ['second', 'third']) queue = alertOf(queue, message(title), 0)
    expect(queue.shown).toMatchObject({ kind: 'alert', count: 3, message: { title: 'third' } })
    expect(queue.waiting).toEqual([])
  })

  test('precede waiting dialogs, but never replace the one on screen', () => {
    const queue = alertOf(alertOf(enqueue(noDialogs, [a, b], 0), message('one'), 0), message('two'), 0)
    expect(keys(queue)).toEqual(['a', 'alert', 'b'])
    expect(queue.waiting[0]).toMatchObject({ count: 2, message: { title: 'two' } })
  })

  test('are shown again after they were closed', () => {
    const queue = closed(alertOf(noDialogs, message('first'), 0), 0)
    expect(alertOf(queue, message('second'), pauseMs).shown).toMatchObject({ count: 1, message: { title: 'second' } })
  })
})
