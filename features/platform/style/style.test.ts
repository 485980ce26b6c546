import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from '../../../testkit/people.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { languages } from '../../../ui/language.ts'
import { logoLines } from '../../../ui/logo.ts'
import { tokens } from '../../../ui/tokens.ts'
import { userInfo } from '../../people/login/contract.ts'
import { loadStyle } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

describe('an organisation without a style has that of the platform', () => {
  test('titles, login texts and colours exist in both languages and both themes', async () => {
    const style = await server.admin.call(loadStyle, {})
    expect(style).toMatchObject({ styleId: null, colours: tokens })
    for (const { value } of languages) {
      for (const words of [style.title, style.login.title, style.login.about]) expect(words[value]).not.toBe('')
    }
  })

  test('every account gets the same style, and its user info refers to it', async () => {
    const other = await server.otherCompany()
    const li = await person(server, 'li', { auths: [] })
    const own = await server.admin.call(loadStyle, {})
    for (const who of [other, li]) {
      expect(await who.call(loadStyle, {})).toEqual(own)
      expect((await who.call(userInfo, {})).styleId).toBe(own.styleId)
    }
  })

  test('the logo is an image in the accent of its theme', async () => {
    const { logo, colours } = await server.admin.call(loadStyle, {})
    for (const tone of ['light', 'dark'] as const) {
      const svg = decodeURIComponent(logo[tone].replace('data:image/svg+xml,', ''))
      expect(svg).toMatch(/^<svg .*<\/svg>$/)
      expect(svg).toContain(`stroke="${colours[tone].accent}"`)
    }
  })

  test('the favicon is a file of the web client, with the same mark as the logo', async () => {
    const { favicon } = await server.admin.call(loadStyle, {})
    const file = readFileSync(new URL(`../../../apps/web/public${favicon}`, import.meta.url), 'utf8')
    expect(file).toContain(logoLines.join(''))
    for (const { accent } of Object.values(tokens)) expect(file).toContain(accent)
    expect(readFileSync(new URL('../../../apps/web/index.html', import.meta.url), 'utf8')).toContain(
      `href="${favicon}"`,
    )
  })
})
