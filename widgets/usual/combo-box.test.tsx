import { expect, test } from 'vitest'
import { writtenFor } from './combo-box.tsx'

const options = [
  { label: 'Automatic', value: '1' },
  { label: '2', value: '20' },
]
test.each([
  ['Automatic', '1'],
  [' Automatic ', '1'],
  ['2', '20'],
  ['7', '7'],
])('%s writes %s', (typed, written) => expect(writtenFor(typed, options)).toBe(written))
