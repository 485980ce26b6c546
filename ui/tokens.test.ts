import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast, markPairs, type Token, textPairs, tokens } from './tokens.ts'

const tones = ['light', 'dark'] as const
const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8')
const block = (selector: string) => css.slice(css.indexOf(selector), css.indexOf('}', css.indexOf(selector)))
const sheets = { light: block('[data-theme="light"] {'), dark: block('[data-theme="dark"] {') }

describe.each(tones)('the %s tokens', (tone) => {
  it.each(textPairs)('%s is readable on %s (AA, 4.5:1)', (ink, ground) => {
    expect(contrast(tokens[tone][ink], tokens[tone][ground])).toBeGreaterThanOrEqual(4.5)
  })

  it.each(markPairs)('the mark %s is seen on %s (3:1)', (mark, ground) => {
    expect(contrast(tokens[tone][mark], tokens[tone][ground])).toBeGreaterThanOrEqual(3)
  })

  it('are those of the style sheet', () => {
    for (const [name, colour] of Object.entries(tokens[tone]) as [Token, string][]) {
      expect(sheets[tone]).toContain(`--${name}: ${colour.toLowerCase()};`)
    }
  })
})

it('contrast counts as WCAG does', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2)
})
