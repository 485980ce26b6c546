import { expect, test } from 'vitest'
import { configFrom } from './local-config.ts'

const initial = { autoSave: false, saveInterval: 5, grid: false, ruler: true, guides: true, adsorb: true }

test.each([
  [null, {}],
  ['{}', {}],
  ['{"grid":true,"autoSave":true}', { grid: true, autoSave: true }],
  ['{"grid":"yes","saveInterval":0,"adsorb":false}', { adsorb: false }],
  ['no JSON', {}],
  ['null', {}],
  ['[1]', {}],
])('%s is read with what it says', (text, said) => expect(configFrom(text)).toEqual({ ...initial, ...said }))
