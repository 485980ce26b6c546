import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it } from 'vitest'
import { setLanguage } from './language.ts'
import { setMe, TimesIn, useZone, useZoneOf } from './me.ts'
import { ZoneNote } from './zone-note.tsx'

const me = { userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths: [], zone: 'Asia/Shanghai', demo: false }
const shown = (node: React.ReactNode) => {
  setLanguage('en')
  return renderToStaticMarkup(node)
}
afterEach(() => setMe(null))

it('names the zone of a device where the user has another clock', () => {
  setMe({ ...me, ownZone: 'UTC' })
  expect(shown(<ZoneNote zone="Asia/Shanghai" />)).toContain('Times in Asia/Shanghai (UTC+8)')
  expect(shown(<ZoneNote zone="UTC" />)).toContain('>Times in UTC<')
})

it('names nothing where user, organisation and device have one clock', () => {
  setMe({ ...me, ownZone: 'Asia/Shanghai' })
  expect(shown(<ZoneNote zone="Asia/Shanghai" />)).toBe('')
})

const Clocks = () => `${useZone()} ${useZoneOf({ zone: null })} ${useZoneOf({ zone: 'Europe/Berlin' })}`

it('within a panel about a device, times are by its clock', () => {
  setMe({ ...me, ownZone: 'UTC' })
  expect(shown(<Clocks />)).toBe('UTC Asia/Shanghai Europe/Berlin')
  expect(
    shown(
      <TimesIn value="Europe/Berlin">
        <Clocks />
      </TimesIn>,
    ),
  ).toBe('Europe/Berlin Asia/Shanghai Europe/Berlin')
})
