import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stagesOf } from './stages.ts'

const reading = { value: 1, code: 200, time: 1000, receivedAt: 1021, toldAt: 1024, drawnAt: 1036 }
const took = (of: object) => stagesOf({ ...reading, ...of })?.map(({ key, ms }) => `${key} ${ms}`)

test.each<[string, object, string[] | undefined]>([
  ['each stage took what lies between', {}, ['platform 21', 'browser 3', 'drawn 12']],
  ['what is not drawn yet has no last stage', { drawnAt: null }, ['platform 21', 'browser 3']],
  [
    'clocks that differ make no stage less than none',
    { receivedAt: 990, toldAt: 1003 },
    ['platform 0', 'browser 3', 'drawn 33'],
  ],
  ['of a loaded value nothing is known', { receivedAt: null, toldAt: undefined }, undefined],
  ['of none neither', { time: null }, undefined],
])('%s', (_, of, stages) => expect(took(of)).toEqual(stages))

test('the stages add up to the whole time, and none is too short to be visible', () => {
  const ms = fc.integer({ min: 0, max: 60_000 })
  fc.assert(
    fc.property(ms, ms, ms, (a, b, c) => {
      const stages = stagesOf({ ...reading, receivedAt: 1000 + a, toldAt: 1000 + a + b, drawnAt: 1000 + a + b + c })!
      expect(stages.reduce((sum, each) => sum + each.ms, 0)).toBe(a + b + c)
      for (const { share } of stages) expect(share).toBeGreaterThan(0.05)
    }),
  )
})
