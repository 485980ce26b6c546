// Examples of addresses follow the parameters of every driver.
import { describe, expect, it } from 'vitest'
import { abouts } from './abouts.ts'
import { isRefusal } from './driver.ts'
import { examplesOf } from './examples.ts'
import { about as mc } from './mitsubishi-mc/about.ts'

describe.each(abouts.map((about) => [about.type, about] as const))('examples of %s', (_type, about) => {
  it('are there for every choice of the form, and none is written twice', () => {
    for (const { key, options = [] } of about.fields)
      for (const { value } of options) {
        const parsed = about.params.safeParse({ ...about.initial, [key]: value })
        if (!parsed.success) continue
        const own = examplesOf(about, parsed.data).map(({ address }) => address)
        expect(own.length, `${key} ${value}`).toBeGreaterThan(0)
        expect(new Set(own).size).toBe(own.length)
        for (const address of own) expect(isRefusal(about.parseAddress(address, parsed.data)), address).toBe(false)
      }
  })

  it('with parameters that are not complete yet are those of the initial ones', () => {
    expect(examplesOf(about, {})).toEqual(about.examples)
  })
})

it.each([
  ['iq-r', 'X1F', 'input 1F (hexadecimal)'],
  ['fx5', 'X17', 'input 17 (octal)'],
  ['keyence', 'DM100', 'data memory 100'],
  ['inovance', 'R100', 'register R100'],
  ['inovance', 'S20', 'state relay 20'],
  ['panasonic', 'X1F', 'input of word 1, bit F'],
  ['panasonic', 'LD10', 'link data register 10'],
] as const)('an example of series %s is %s', (series, address, words) => {
  const found = examplesOf(mc, { ...mc.initial, series }).find((each) => each.address === address)
  expect(found?.about.en).toBe(words)
})
