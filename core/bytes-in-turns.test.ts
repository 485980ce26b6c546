import { expect, test } from 'vitest'
import { bytesInTurns } from './bytes-in-turns.ts'
import { jsonPieces } from './json-pieces.ts'

test('a large text comes in parts, and others have a chance after each', async () => {
  const value = { pages: Array.from({ length: 2000 }, (_, id) => ({ id, text: '\u6f22'.repeat(50) })) }
  let chances = 0
  const giveWay = async () => {
    chances += 1
  }
  const parts: Uint8Array[] = []
  for await (const part of bytesInTurns(jsonPieces(value), giveWay)) parts.push(part)
  expect(Buffer.concat(parts).toString()).toBe(JSON.stringify(value))
  expect(parts.length).toBeGreaterThan(3)
  expect(chances).toBe(parts.length)
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(200_000)
})
