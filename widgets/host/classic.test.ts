import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { contrast, tokens } from '../../ui/tokens.ts'
import { lookOf } from './ground.ts'

const css = readFileSync(new URL('./classic.css', import.meta.url), 'utf8')
const tokensIn = (selector: string) => {
  const from = css.indexOf(`${selector} {`)
  const block = css.slice(from, css.indexOf('}', from))
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name!, colour!]))
}
const looks = {
  light: tokensIn('[data-look="classic"]'),
  dark: tokensIn(':root[data-theme="dark"] [data-look="classic"]'),
}

test('both themes define each colour of the classic look', () => {
  expect([...looks.dark.keys()]).toEqual([...looks.light.keys()])
  expect(looks.light.size).toBeGreaterThan(8)
})

describe.each(['light', 'dark'] as const)('on the %s background of the classic look', (tone) => {
  const own = (name: string) => looks[tone].get(name) ?? tokens[tone][name as 'ink-1']
  const ground = own('classic-ground')
  it.each(['ink-1', 'ink-2', 'ink-3'])('%s is readable (AA)', (ink) =>
    expect(contrast(own(ink), ground)).toBeGreaterThanOrEqual(4.5),
  )
  it.each(['shade-steel', 'classic-run', 'classic-stop'])('%s is visible (3:1)', (mark) =>
    expect(contrast(own(mark), ground)).toBeGreaterThanOrEqual(3),
  )
  it.each(['classic-run', 'classic-stop', 'classic-move'])('a glyph is visible within %s', (state) =>
    expect(contrast(own('classic-glyph'), own(state))).toBeGreaterThanOrEqual(3),
  )
})

test.each([
  [{ theme: 'classic' }, 'classic'],
  [{ theme: 'quiet' }, undefined],
  [{ theme: { toString: 'classic' } }, undefined],
  [{ theme: 'later' }, undefined],
  [{}, undefined],
])('the container %j has the look %s', (con, look) =>
  expect(lookOf({ width: 1, height: 1, bgColor: '', ...con })).toBe(look),
)
