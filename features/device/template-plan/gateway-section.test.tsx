import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { setLanguage } from '../../../ui/language.ts'
import { type Me, setMe } from '../../../ui/me.ts'
import type { GatewayInfo } from '../../gateway/gateway/contract.ts'
import { equipmentInfo } from '../equipment/contract.ts'
import section from './gateway-section.tsx'

test('the panel of a gateway has a tab for binding its device to a template', () => {
  setLanguage('en')
  setMe({ ...({} as Me), auths: ['equipment:view', 'equipment:edit', 'template:view'] })
  const { name, Show } = section.tabs[0]!
  const queries = new QueryClient()
  const device = { id: 7, name: 'Intake', templateId: null, templateName: null, isTemplate: false }
  queries.setQueryData([equipmentInfo.path, { id: 7 }], device)
  const drawn = (equipmentId: number | null) =>
    renderToString(
      <QueryClientProvider client={queries}>
        <Show gateway={{ id: 3, equipmentId } as GatewayInfo} />
      </QueryClientProvider>,
    )
  expect(name).toEqual({ en: 'Template', 'zh-cn': '模板绑定' })
  expect(drawn(7)).toContain('Bind template')
  expect(drawn(null)).not.toContain('Bind template')
  setMe(null)
})
