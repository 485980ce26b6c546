import { expect, it, test } from 'vitest'
import { disposition, jsonStream, startStream } from './stream-answer.ts'

it.each([
  ['report.csv', `attachment; filename="report.csv"; filename*=UTF-8''report.csv`],
  ['泵站.csv', `attachment; filename="__.csv"; filename*=UTF-8''%E6%B3%B5%E7%AB%99.csv`],
  ['a"b\\c%.csv', `attachment; filename="a_b_c_.csv"; filename*=UTF-8''a%22b%5Cc%25.csv`],
  ["it's (1)*.csv", `attachment; filename="it's (1)*.csv"; filename*=UTF-8''it%27s%20%281%29%2A.csv`],
  ['a\r\nset-cookie: x', `attachment; filename="a__set-cookie: x"; filename*=UTF-8''a%0D%0Aset-cookie%3A%20x`],
])('the name %j', (name, expected) => expect(disposition(name)).toBe(expected))

test('a stream that fails before its first bytes is not started', async () => {
  // biome-ignore lint/correctness/useYield: it fails before it could
  async function* failing(): AsyncGenerator<Uint8Array> {
    throw new Error('no data')
  }
  await expect(startStream({ type: 'text/csv', body: failing() })).rejects.toThrow('no data')
})

it.each([
  [[], null],
  [
    ['[1,', '2]'],
    [1, 2],
  ],
])('the envelope around the pieces %j is JSON', async (pieces, data) => {
  const parts: Uint8Array[] = []
  for await (const part of jsonStream({ code: 200, msg: '' }, pieces).body) parts.push(part)
  expect(JSON.parse(Buffer.concat(parts).toString())).toEqual({ code: 200, msg: '', data })
})
