// Drivers are found by brand, model or protocol, in both languages.
import { expect, it } from 'vitest'
import { abouts } from '../../../drivers/abouts.ts'
import { isFound } from './find-driver.ts'

it.each([
  ['S7-1200', 'siemens-s7'],
  ['s7 1200', 'siemens-s7'],
  ['S71200', 'siemens-s7'],
  ['西门子', 'siemens-s7'],
  ['FX3U', 'mitsubishi-mc'],
  ['三菱', 'mitsubishi-mc'],
  ['SLMP', 'mitsubishi-mc'],
  ['台达', 'modbus-tcp'],
  ['  opc   ua ', 'opc-ua'],
])('%s finds %s', (word, type) => {
  expect(abouts.filter((about) => isFound(about, word)).map((about) => about.type)).toContain(type)
})

it('finds nothing by a word that no driver has, and every driver without a word', () => {
  expect(abouts.filter((about) => isFound(about, 'abacus'))).toEqual([])
  expect(abouts.filter((about) => isFound(about, ''))).toHaveLength(abouts.length)
})
