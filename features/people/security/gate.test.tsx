// When the pages of a change show their form, and when the ways to verify the account.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { queryOf } from '../../../contract/call.ts'
import { setLanguage } from '../../../ui/language.ts'
import { getUserMessage } from './contract.ts'
import WaysPage from './page-ways.tsx'
import { type Gate, nextGate, Verified } from './use-security.tsx'

const closed = { changeUntil: null }
const open = { changeUntil: 600_000 }

test.each<[string, Gate, { changeUntil: number | null } | undefined, boolean, Gate]>([
  ['a verified account gets the form', 'waiting', open, false, 'form'],
  ['another one the ways to verify', 'waiting', closed, false, 'ways'],
  ['a stored state is not trusted while it is fetched', 'waiting', open, true, 'waiting'],
  ['the form waits for the state after a verification', 'waiting', closed, true, 'waiting'],
  ['without a state nothing is shown', 'waiting', undefined, false, 'waiting'],
  ['the ways stay while the state is fetched again', 'ways', open, true, 'ways'],
  ['the ways end when the account is verified elsewhere', 'ways', open, false, 'form'],
  ['a form stays when its verification expires', 'form', closed, false, 'form'],
])('%s', (_, gate, data, isFetching, next) => {
  expect(nextGate(gate, { data, isFetching })).toBe(next)
})

test('a stored verification shows neither form nor ways before it was fetched again', () => {
  setLanguage('en')
  const client = new QueryClient()
  const stored = { ...open, ways: ['password'], tel: null, email: null }
  client.setQueryData(queryOf(getUserMessage, {}).queryKey, stored as never)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Verified what="tel">The form</Verified>
      <WaysPage />
    </QueryClientProvider>,
  )
  expect(html).not.toContain('The form')
  expect(html.match(/class="skeleton/g)).toHaveLength(2)
})
