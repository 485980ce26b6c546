import { expect, test } from 'vitest'
import { clicksOf } from './clicks.ts'

const data = { type: 'signal', equipId: 7, signalId: 1 }

test.each([
  ['page', { pageId: 4 }, true],
  ['link', { link: '/monitor/eg/list' }, true],
  ['link', { link: 'javascript:alert(1)' }, false],
  ['write', { data, writeValue: '1' }, false],
  ['script', { data, script: "write('variable', 1)" }, false],
] as const)('a node that is to %s: %j leads somewhere: %s', (action, more, leads) => {
  const clickEvent = { enable: true, action, ...more }
  const nodes = [{ name: 'Pump', title: '', isTitled: false, bindings: [], clickEvent }]
  expect(clicksOf({ nodes }).has('Pump')).toBe(leads)
})
