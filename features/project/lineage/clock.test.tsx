// The times in the panel that explains a value, on a page with several devices.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { queryOf } from '../../../contract/call.ts'
import type { EquipmentId, MvarId, PageId, SignalId } from '../../../contract/fields.ts'
import type { CellReading, SignalCell } from '../../../signal/web/values.ts'
import { setLanguage } from '../../../ui/language.ts'
import { setMe } from '../../../ui/me.ts'
import type { ExplainProps } from '../../device/open/live-can-explain.ts'
import { pageLineage } from './contract.ts'
import { Explanation } from './explain-value.tsx'

const at = Date.UTC(2026, 2, 1, 15, 30)
const reading: CellReading = { value: 4.5, code: 200, time: at, receivedAt: at + 20, toldAt: at + 30, drawnAt: at + 40 }
const cell = { read: () => reading, watch: () => () => undefined } as unknown as SignalCell
const values: ExplainProps['values'] = { cell: () => cell, freshness: () => 'good', now: () => at + 1000 }
const page = { id: 4, title: 'Overview', version: 1, saved: { savedAt: at, savedBy: 'Li' } }
const signal = { equipmentId: 7 as EquipmentId, signalId: 3 as SignalId }
const variable = {
  ...signal,
  ...reading,
  title: 'Level',
  unit: 'm',
  isOwn: false,
  zone: 'Asia/Shanghai',
  state: 'online',
}

function shown(one: ExplainProps['of'][number], asked: object, answer: object): string {
  const client = new QueryClient()
  client.setQueryData(queryOf(pageLineage, { pageId: 4 as PageId, ...asked }).queryKey, { page, ...answer } as never)
  const widget = { label: undefined, type: 'DataText', name: 'DataText' }
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Explanation
        {...{ one, of: [one], page: { id: 4, widget }, values, stateOf: () => undefined, isPast: false }}
        zone={undefined}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  )
}

const me = { userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths: [], zone: 'Europe/Berlin', demo: false }
beforeEach(() => {
  setLanguage('en')
  setMe({ ...me, ownZone: 'UTC' })
})
afterEach(() => setMe(null))

it('a variable is explained in the zone of its device, which is shown', () => {
  const text = shown({ kind: 'signal', equipmentId: 7, signalId: 3, title: 'Level' }, signal, { variable, mvar: null })
  expect(text).toContain('Times in Asia/Shanghai (UTC+8)')
  expect(text).toContain('23:30:00.000')
  expect(text).toContain('2026-03-01 23:30')
})

it('an intermediate variable is explained in the zone of the user, because it may use several devices', () => {
  const mvar = { id: 9, title: 'Both', unit: 'm', decimals: null, ...reading, formula: null, inputs: [] }
  const text = shown({ kind: 'mvar', mvarId: 9, title: 'Both' }, { mvarId: 9 as MvarId }, { variable: null, mvar })
  expect(text).toContain('>Times in UTC<')
  expect(text).toContain('15:30:00.000')
})
