import { expect, test } from 'vitest'
import { secondsOf } from '../../features/page/camera/rules.ts'
import { base64Of, monoOf, wavOf, wavRate } from './wav.ts'

test('a recording has the format that the platform accepts', () => {
  expect(secondsOf(wavOf(new Float32Array(wavRate * 2)))).toBe(2)
  expect(secondsOf(wavOf(new Float32Array(wavRate * 60)))).toBe(60)
  expect(secondsOf(wavOf(new Float32Array(wavRate * 60 + 1)))).toBeUndefined()
})

test('samples that are too loud are clipped, and invalid ones are silence', () => {
  const wav = wavOf(Float32Array.of(0, 1, -1, 2, -2, 0.5, Number.NaN))
  const view = new DataView(wav.buffer)
  const samples = Array.from({ length: 7 }, (_, i) => view.getInt16(44 + i * 2, true))
  expect(samples).toEqual([0, 32767, -32768, 32767, -32768, 16384, 0])
})

test.each([
  [[], 9, []],
  [[[1, 0.5, -1]], 9, [1, 0.5, -1]],
  [[[1, 0.5, -1]], 2, [1, 0.5]],
  [
    [
      [1, 0],
      [0, -1],
    ],
    9,
    [0.5, -0.5],
  ],
  [[[1, 1], [1]], 9, [1, 0.5]],
])('%j as one channel of at most %i samples', (channels, most, mono) =>
  expect([
    ...monoOf(
      channels.map((each) => Float32Array.from(each)),
      most,
    ),
  ]).toEqual(mono),
)

test.each([0, 1, 2, 3, 0x8000, 0x8001, 200_000])('%i bytes survive base64', (length) => {
  const bytes = Uint8Array.from({ length }, (_, i) => i * 7)
  expect(Buffer.from(base64Of(bytes), 'base64').equals(bytes)).toBe(true)
})
