import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { queryOf } from '../../../contract/call.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import { queryUserConfig } from '../../platform/user-config/contract.ts'
import sections from './settings-section.tsx'

afterEach(() => setMe(null))

function shown(ownZone: string | null): string {
  setLanguage('en')
  const me = { userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths: [], zone: 'Asia/Kolkata', demo: false }
  setMe({ ...me, ownZone })
  const queries = new QueryClient()
  const alarmHours = { days: [1], from: 420, to: 1320, isSevereHeld: false }
  queries.setQueryData(queryOf(queryUserConfig, {}).queryKey, { alarmHours })
  const { Body } = sections[0]!
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <Body />
    </QueryClientProvider>,
  )
}

test('notification hours name their time zone: the account’s own, or its company’s', () => {
  expect(shown('Asia/Tokyo')).toContain('In your time zone, Asia/Tokyo (UTC+9)')
  expect(shown(null)).toContain(
    'You have not set a time zone, so the hours are in your company’s: Asia/Kolkata (UTC+5:30)',
  )
})
