import { createHash } from 'node:crypto'
import { sha256 } from '@noble/hashes/sha2.js'
import { expect, test } from 'vitest'
import { solveWork, workText, zeroBits } from './work.ts'

test.each([
  [[0x80], 0],
  [[0x40], 1],
  [[0x01], 7],
  [[0, 0x80], 8],
  [[0, 0x0f], 12],
  [[0, 0, 0xff], 16],
  [[0, 0], 16],
])('%j begins with %i zero bits', (bytes, bits) => {
  expect(zeroBits(Uint8Array.from(bytes))).toBe(bits)
})

test('the platform accepts the browser’s solution', async () => {
  for (const challenge of ['a', 'b', 'challenge']) {
    const nonce = await solveWork({ challenge, bits: 10 }, sha256)
    const hash = createHash('sha256')
      .update(workText(challenge, Number(nonce)))
      .digest()
    expect(zeroBits(hash)).toBeGreaterThanOrEqual(10)
  }
})

test('the search yields between slices, and stops when it is aborted', async () => {
  const left = new AbortController()
  setTimeout(() => left.abort(new Error('left')), 1)
  await expect(solveWork({ challenge: 'x', bits: 200 }, sha256, left.signal)).rejects.toThrow('left')
})
