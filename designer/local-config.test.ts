import { expect, test } from 'vitest'
import { configFrom } from './local-config.ts'

const initial = {
  autoSave: false,
  saveInterval: 5,
  grid: false,
  ruler: true,
  guides: true,
  adsorb: true,
  dataTextShow: 'sample',
}

test.each([
  [null, {}],
  ['{}', {}],
  ['{"grid":true,"autoSave":true}', { grid: true, autoSave: true }],
  ['{"grid":"yes","saveInterval":0,"adsorb":false}', { adsorb: false }],
  ['{"saveInterval":12,"dataTextShow":"value"}', { saveInterval: 12, dataTextShow: 'value' }],
  ['{"dataTextShow":"signalName"}', { dataTextShow: 'signalName' }],
  ['{"saveInterval":2.5,"dataTextShow":7}', {}],
  ['no JSON', {}],
  ['null', {}],
  ['[1]', {}],
])('%s is read with its settings', (text, said) => expect(configFrom(text)).toEqual({ ...initial, ...said }))
