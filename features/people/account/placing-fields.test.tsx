// The roles of an account's form when there are none to choose.
import { Form } from 'antd'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it } from 'vitest'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import type { Choices } from './contract.ts'
import { PlacingFields } from './part-fields.tsx'

afterEach(() => setMe(null))

function shownTo(auths: readonly ('account:edit' | 'role:view')[]): string {
  setLanguage('en')
  setMe({ userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths, zone: 'UTC', demo: false } as never)
  const choices: Choices = { roles: [], departments: [], count: 1, limit: null }
  return renderToStaticMarkup(
    <Form>
      <PlacingFields choices={choices} />
    </Form>,
  )
}

it('the link to the roles opens a new tab, so that the form keeps its input', () =>
  expect(shownTo(['account:edit', 'role:view'])).toMatch(/<a href="\/manage\/orgal\/role" target="_blank"/))

it('without permission to view roles the hint has no link', () => {
  const html = shownTo(['account:edit'])
  expect(html).toContain('There is no role for these accounts yet.')
  expect(html).not.toContain('<a ')
})
