import { expect, test } from 'vitest'
import { createSharpness } from './sharpness.ts'

/** The resolutions set while a map moves; each move lists the times between its frames. */
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
  ['a fast machine draws at full resolution', [times(60, 16)], ['rest']],
  ['a slow machine halves the resolution while the map moves', [times(8, 60)], [0.5, 'rest', 1]],
  ['the next move starts at half resolution', [times(8, 60), [10]], [0.5, 'rest', 1, 0.5, 'rest', 1]],
  ['a single late frame changes nothing', [[16, 16, 90, 16, 16, 16, 16, 16, 90, 16, 16, 16]], ['rest']],
  ['pauses of the hand do not count as late frames', [times(12, 800)], ['rest']],
  ['short moves have too few frames to decide', [times(5, 90), times(5, 90)], ['rest', 'rest']],
  ['a machine that becomes slow halves the resolution', [[...times(6, 16), ...times(6, 50)]], [0.5, 'rest', 1]],
])('%s', (_, moves, expected) => expect(moved(...moves)).toEqual(expected))
