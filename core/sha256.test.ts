import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

// Example of FIPS 180-4: the hash of "abc".
test('the hash is SHA-256, for a text as for its bytes', () => {
  const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(sha256('abc').toString('hex')).toBe(hash)
  expect(sha256(Buffer.from('abc')).toString('hex')).toBe(hash)
})
