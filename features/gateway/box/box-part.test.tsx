// Tests that a section of the gateway panel shows what the gateway lacks instead of its form, before the user tries.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BoxTold, lackKinds } from '../../../contract/box.ts'
import { queryOf } from '../../../contract/call.ts'
import type { Language } from '../../../contract/errors.ts'
import type { GatewayId } from '../../../contract/fields.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import type { GatewayInfo } from '../gateway/contract.ts'
import { BoxPart } from './box-part.tsx'
import { type BoxInfo, boxInfo } from './contract.ts'
import section from './gateway-section.tsx'
import { lackWords } from './words.ts'

const gateway = { id: 3 as GatewayId, sn: 'EG-3', state: 'online', mode: 'standard', zone: null } as GatewayInfo
const box: BoxTold = {
  ...{ can: ['lan', 'restart'], lacks: {}, uptimeS: 60, traffic: { sent: 0, received: 0, sinceAt: 0 } },
  ...{ mode: { now: 'standard', next: 'standard' }, lan: null, lanUndone: null, serial: [], power: null },
  ...{ location: null, mqtt: null, tamper: null, mappings: [] },
  firmware: { version: '1.0.0', phase: 'idle', target: null, loaded: 0, bytes: 0, failed: null },
}
const usual: BoxInfo = {
  ...{ isAble: true, box, boxAt: 0, economizeOpen: false, smartSaving: false, equipmentId: null },
  ...{ longitude: null, latitude: null, signals: [], orders: [] },
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const me = { userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', zone: 'UTC', demo: false }
  setMe({ ...me, auths: ['gateway:view', 'gateway:edit'] })
})
afterEach(() => setMe(null))

function drawn(part: React.ReactNode, info: BoxInfo, language: Language = 'en'): string {
  setLanguage(language)
  const client = new QueryClient()
  client.setQueryData(queryOf(boxInfo, { id: gateway.id }).queryKey, info)
  return renderToStaticMarkup(<QueryClientProvider client={client}>{part}</QueryClientProvider>)
}
const lan = (change: Partial<BoxInfo>, language?: Language) =>
  drawn(
    <BoxPart gateway={gateway} title="LAN" acts={['lan']}>
      {() => <form />}
    </BoxPart>,
    { ...usual, ...change },
    language,
  )

describe('a section', () => {
  it('has its form if the gateway can do it', () => expect(lan({})).toContain('<form'))

  it.each(lackKinds)('names what is missing instead of its form, in both languages: %s', (lack) => {
    const change = { box: { ...box, can: ['restart'], lacks: { lan: lack } } }
    for (const language of ['en', 'zh-cn'] as const) {
      const html = lan(change, language)
      expect(html).toContain(lackWords[lack][language])
      expect(html).not.toContain('<form')
    }
  })

  it('names the hardware for a reason that it does not know', () => {
    const html = lan({ box: { ...box, can: [], lacks: { lan: 'of a newer agent' } } })
    expect(html).toContain(lackWords.hardware.en)
    expect(html).not.toContain('<form')
  })

  it('asks for an upgrade of an agent that is too old, and has no form before the first report', () => {
    expect(lan({ isAble: false })).toContain('too old for its own settings')
    expect(lan({ box: null })).toContain('has not reported its settings yet')
    expect(lan({ isAble: false }) + lan({ box: null })).not.toContain('<form')
  })
})

describe('the panel of a gateway that can do nothing', () => {
  const acts = ['mode', 'power', 'mqtt', 'lan', 'serial', 'location', 'tamper', 'mappings'] as const
  const lacks = Object.fromEntries(acts.map((act) => [act, 'unmanaged']))

  it.each(acts)('has the reason in its section %s, and no form', (act) => {
    const Show = section.tabs.find(({ key }) => key === act)!.Show
    const html = drawn(<Show gateway={gateway} />, { ...usual, box: { ...box, can: [], lacks } })
    // The position of the device, below that of the modem, is stored on the platform.
    const [orders] = html.split('</section>')
    expect(orders).toContain(lackWords.unmanaged.en)
    expect(orders).not.toMatch(/<form|<button/)
  })
})
