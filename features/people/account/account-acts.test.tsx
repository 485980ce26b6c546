// The actions of an account in the list: a refused one is shown with its reason.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { mutationOf } from '../../../contract/call.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import { AccountActs } from './account-acts.tsx'
import type { Account } from './contract.ts'
import { externalCalls } from './contract.ts'
import type { AccountKind } from './rules.ts'

afterEach(() => setMe(null))

const auths: Permission[] = ['account:edit', 'account:delete', 'external:edit']
const account = { id: 7, loginname: 'liuyang', disabled: false, isWaiting: false, phone: null, email: null } as Account

function actsOf(kind: AccountKind, more: Partial<Account> = {}): [name: string, isRefused: boolean][] {
  setLanguage('en')
  setMe({ userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths, zone: 'UTC', demo: false })
  const { disable, enable, resetSecondFactor, resetPassword } = externalCalls
  const calls = {
    may: 'external:edit',
    ...{ disable: mutationOf(disable), enable: mutationOf(enable), resetSecondFactor: mutationOf(resetSecondFactor) },
    resetPassword: mutationOf(resetPassword),
  }
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <AccountActs account={{ ...account, ...more }} kind={kind} calls={calls as never} onOpen={() => undefined} />
    </QueryClientProvider>,
  )
  return [...html.matchAll(/aria-disabled="(\w+)"[^>]*>(?:<svg.*?<\/svg>)?<span>(?:<span[^>]*>)?([^<]+)</g)].map(
    ([, isRefused, name]) => [name!, isRefused === 'true'],
  )
}

test('an internal account can be deleted; an external one shows that it cannot', () => {
  expect(actsOf('internal')).toContainEqual(['Delete', false])
  expect(actsOf('external')).toContainEqual(['Delete', true])
  expect(actsOf('external')).toContainEqual(['Disable', false])
})

test('an external account that waits for approval is rejected instead', () => {
  const names = actsOf('external', { isWaiting: true, disabled: true }).map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(['Approve', 'Reject']))
  expect(names).not.toContain('Delete')
})
