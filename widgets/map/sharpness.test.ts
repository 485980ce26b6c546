import { expect, test } from 'vitest'
import { createSharpness } from './sharpness.ts'

/** What was set while a map moved with pictures so far apart. */
function moved(...moves: (readonly number[])[]): (number | 'rest')[] {
  const told: (number | 'rest')[] = []
  const sharpness = createSharpness((share) => told.push(share))
  let at = 0
  for (const apart of moves) {
    sharpness.moving()
    sharpness.drawn(at)
    for (const ms of apart) {
      at += ms
      sharpness.drawn(at)
    }
    told.push('rest')
    sharpness.resting()
  }
  return told
}
const times = (count: number, ms: number) => new Array<number>(count).fill(ms)

test.each<[string, (readonly number[])[], (number | 'rest')[]]>([
  ['a fast machine draws whole pictures', [times(60, 16)], ['rest']],
  ['a slow one half as sharp while the map moves', [times(8, 60)], [0.5, 'rest', 1]],
  ['which it knows the next time', [times(8, 60), [10]], [0.5, 'rest', 1, 0.5, 'rest', 1]],
  ['a single late picture is none of a slow machine', [[16, 16, 90, 16, 16, 16, 16, 16, 90, 16, 16, 16]], ['rest']],
  ['a hand that rests on the map makes none late', [times(12, 800)], ['rest']],
  ['short movements tell nothing', [times(5, 90), times(5, 90)], ['rest', 'rest']],
  ['one that becomes slow', [[...times(6, 16), ...times(6, 50)]], [0.5, 'rest', 1]],
])('%s', (_, moves, expected) => expect(moved(...moves)).toEqual(expected))
