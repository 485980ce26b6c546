import { expect, test } from 'vitest'
import { configFrom } from './local-config.ts'

const initial = {
  autoSave: false,
  saveInterval: 5,
  grid: false,
  ruler: true,
  guides: true,
  adsorb: true,
  dataTextShow: 'signalName',
}

test.each([
  [null, {}],
  ['{}', {}],
  ['{"grid":true,"autoSave":true}', { grid: true, autoSave: true }],
  ['{"grid":"yes","saveInterval":0,"adsorb":false}', { adsorb: false }],
  ['{"saveInterval":12,"dataTextShow":"value"}', { saveInterval: 12, dataTextShow: 'value' }],
  ['{"dataTextShow":"sample"}', { dataTextShow: 'sample' }],
  ['{"saveInterval":2.5,"dataTextShow":7}', {}],
  ['no JSON', {}],
  ['null', {}],
  ['[1]', {}],
])('%s is read with its settings', (text, said) => expect(configFrom(text)).toEqual({ ...initial, ...said }))
