import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { subjectFault } from './commit-subject.mjs'

test.each([
  'kiosk: rotate pages by alarm priority',
  'page, frame: bring visitors as files of their rooms',
  'Merge branch main',
  'fixup! kiosk: rotate pages',
])('%s is accepted', (subject) => expect(subjectFault(subject)).toBeUndefined())

test.each([
  ['What blinks shows its colours', 'must be "area: imperative"'],
  ['kiosk: Rotate pages', 'lower case'],
  ['kiosk: rotated pages', 'not with "rotated"'],
  ['kiosk: rotate pages.', 'full stop'],
  [`kiosk: ${'rotate '.repeat(12)}`, 'at most 72'],
])('%s is refused', (subject, fault) => expect(subjectFault(subject)).toContain(fault))

test('the hook runs the check', () => {
  expect(execFileSync('git', ['ls-files', '-s', '.githooks/commit-msg'], { encoding: 'utf8' })).toMatch(/^100755/)
})
